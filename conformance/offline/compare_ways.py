# SPDX-License-Identifier: Apache-2.0
"""compare_ways.py TQC: a live run and `requests | adapter | judge` give the same certificate.

Field by field, for adapters that are right and for one with a fault of every kind that a file can
show; then the failure lists of both ways, at the command line. TQ-CONF-043, TQ-CONF-048.
"""

import copy
import hashlib
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

PYTHON = "python3"
ADAPTER = "conformance/testees/python/adapter.py"

# What a run with other clocks and another command line cannot have in common.
DIFFERENT = ("started", "seconds", "reproduce")

# The sample adapter, with faults: operations that it does not claim and does not know, wrong bits,
# an error where there is none, a refusal to answer, a line of a log, an answer without its field.
FAULTY = """
import sys
sys.path.insert(0, "conformance/testees/python")
import json, protocol, zlib
OUT = sys.stdout.buffer
def ready():
    message = protocol.ready()
    for name in ("random.signs", "codebook.table"):
        del message["operations"][name]
    message["operations"]["gain.norm"] = {"class": "bounds", "profile": "ieee"}
    return message
def answer(message):
    operation = message["operation"]
    if operation in ("random.signs", "codebook.table"):
        return b"Traceback: no such operation\\n"
    line = json.loads(protocol.answer_of(message, protocol.MAX_LINE))
    # Faults that end the process of a live run are rare: each start of Python costs time.
    number = zlib.crc32(json.dumps(message["input"]).encode())
    if operation == "arithmetic.dot" and "output" in line:
        line["output"]["sum"] = "7fc00000"
    if operation == "packing.pack" and number % 16 == 0:
        line = {"id": line["id"], "error": "bad-crc"}
    elif operation == "packing.pack" and number % 32 == 1:
        return b"[INFO] kernel compiled\\n" + protocol.line_of(line)
    elif operation == "packing.unpack" and "output" in line and line["output"]["codes"]:
        line["output"]["codes"] = "7f" + line["output"]["codes"][2:]
    elif operation == "gain.store":
        line = {"id": line["id"], "unsupported": "not built in"}
    elif operation == "gain.load" and number % 8 == 0:
        line["output"] = {}
    elif operation == "score.page" and "output" in line:
        line["output"]["scores"] += " 00000000"
    return protocol.line_of(line)
for text in sys.stdin.buffer:
    message = json.loads(text)
    OUT.write(protocol.line_of(ready()) if message["op"] == "hello" else answer(message))
    OUT.flush()
"""


def tqc(program, *arguments, expect=(0, 1), **options):
    done = subprocess.run([program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, **options)
    if done.returncode not in expect:
        sys.exit(f"tqc {shlex.join(arguments)}: status {done.returncode}, not {expect}\n"
                 f"{done.stdout.decode()[-2000:]}{done.stderr.decode()}")
    return done


def certificate(path):
    """What both ways must agree on: the testee and its verdicts."""
    content = json.loads(path.read_text("utf-8"))
    for key in DIFFERENT:
        del content[key]
    content["testee"].pop("command", None)
    content["testee"].pop("answers", None)
    for entry in content["not_passed"]:
        del entry["reproduce"]
        # Calls are numbered differently; an excerpt of an answer holds the number.
        entry["detail"] = re.sub(r'call \d+|"id":\d+', "call", entry["detail"])
        # A process that writes twice is ended at once; a file shows what came in the place of the
        # answer.
        if entry["outcome"] == "protocol-error" and "kernel compiled" in entry["detail"]:
            entry["detail"] = "noise"
    return content


def first_difference(a, b, path=""):
    if type(a) is not type(b):
        return f"{path}: {a!r} and {b!r}"
    keys = sorted(set(a) | set(b)) if isinstance(a, dict) else range(max(len(a), len(b))) \
        if isinstance(a, list) else None
    if keys is None:
        return "" if a == b else f"{path}: {a!r} and {b!r}"
    for key in keys:
        present = [key in part if isinstance(part, dict) else key < len(part) for part in (a, b)]
        if not all(present):
            return f"{path}/{key}: only in one of the two"
        found = first_difference(a[key], b[key], f"{path}/{key}")
        if found:
            return found
    return ""


def compare(program, folder, command, filters, flags=(), answers=None):
    """Both ways for one adapter. Gives its certificate and the file of answers, which may be one
    that the same adapter gave to the same requests."""
    live, offline = folder / "live.json", folder / "offline.json"
    run = tqc(program, "run", "--testee", shlex.join(command), "--json", str(live), *filters,
              *flags)
    if answers is None:
        asked = tqc(program, "requests", *filters, expect=(0,)).stdout
        answers = folder / "r.jsonl"
        with answers.open("wb") as file:
            subprocess.run(command, input=asked, stdout=file, check=True)
    judged = tqc(program, "judge", str(answers), "--json", str(offline), *filters, *flags)
    found = first_difference(certificate(live), certificate(offline))
    if found or run.returncode != judged.returncode:
        sys.exit(f"{shlex.join(command)[:200]}: run ended with {run.returncode}, judge with "
                 f"{judged.returncode}; {found}")
    return certificate(live), answers


def check(condition, what):
    if not condition:
        sys.exit(what)


def failure_lists(program, folder, command, filters, answers):
    known = folder / "known.json"
    options = [*filters, "--continue", "--failures", str(known)]
    run = ["run", "--testee", shlex.join(command), *options]
    judge = ["judge", str(answers), *options]
    tqc(program, *run, expect=(2,))  # there is none yet
    tqc(program, *run, "--fix", expect=(0,))
    text = known.read_text("utf-8")
    check(len(text.splitlines()) > 10, "the list has too few lines")
    known.chmod(0o640)
    done = tqc(program, *judge, "--fix", expect=(0,))
    check(re.search(rb"does not conform to what it claims; \d+ expected failures and no other",
                    done.stdout), "judge does not say that failures were expected")
    check(known.read_text("utf-8") == text, "--fix changes a list that is exact")
    check(known.stat().st_mode & 0o777 == 0o640, "--fix changes the permissions")
    entries = json.loads(text)
    for change in (lambda list_: list_.pop(0), lambda list_: list_.append(
            {"id": "page/nobody", "outcome": "crash"}), lambda list_: list_[0].update(
                {"note": "upstream", "wont_fix": "https://example.org/1"}) or list_.pop()):
        changed = copy.deepcopy(entries)
        change(changed["failures"])
        known.write_text(json.dumps(changed), "utf-8")
        before = known.read_text("utf-8")
        done = tqc(program, *judge, expect=(1,))
        check(b"--fix rewrites it" in done.stdout, "judge does not name the difference")
        check(known.read_text("utf-8") == before, "a list changed without --fix")
    done = tqc(program, *judge, "--fix", expect=(0,))
    check(b": not listed: " in done.stdout, "--fix does not say what it changed")
    fixed = known.read_text("utf-8")
    check(fixed.replace(',"note":"upstream","wont_fix":"https://example.org/1"', "") == text,
          "--fix loses a note or an entry")
    # A run that stops at a smoke vector cannot say what fails.
    tqc(program, *[word for word in judge if word != "--continue"], "--fix", expect=(1,))
    check(known.read_text("utf-8") == fixed, "an incomplete run changed the list")
    known.write_text("{}", "utf-8")
    tqc(program, *judge, expect=(2,))
    tqc(program, "judge", str(answers), "--fix", expect=(2,))


def main(program):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        right, answers = compare(program, folder, [program, "serve", "--testee",
                                                   "builtin:optimized"], [])
        check(right["conforms"] and right["counts"]["pass"] > 1000, "the builtin does not conform")
        # Other filters than those of the requests, and other vectors.
        only = tqc(program, "judge", str(answers), "--only", "packing/*", expect=(0,)).stdout
        check(b"conforms to everything that it claims" in only, "a part cannot be judged")
        lines = answers.read_bytes().splitlines(keepends=True)
        renumbered = folder / "renumbered.jsonl"
        renumbered.write_bytes(lines[0] + b"".join(
            b'{"id":%d,"unsupported":"no"}\n' % number for number in range(1, 100)))
        refused = tqc(program, "judge", str(renumbered), expect=(2,))
        check(b"belong to no request of these vectors" in refused.stderr, "foreign ids pass")
        tqc(program, "judge", str(folder), expect=(2,))
        tqc(program, "judge", str(folder / "nowhere"), expect=(2,))
        tqc(program, "requests", "--only", "nothing", expect=(2,))

        # TQ-CONF-041, by another hand.
        root = json.loads(pathlib.Path("vectors/MANIFEST.json").read_text("utf-8"))["root"]
        vector = "packing/pack-w3-n7"
        asked = tqc(program, "requests", "--only", vector, expect=(0,)).stdout.splitlines()
        digest = hashlib.sha256(f"tqc request {root} {vector} 0".encode()).hexdigest()
        check(json.loads(asked[1])["id"] == int(digest[:8], 16) >> 1, "an id is not as specified")

        python, _ = compare(program, folder, [PYTHON, ADAPTER], ["--tier", "core"])
        check(python["conforms"], "the sample adapter does not conform")
        faulty = [PYTHON, "-c", FAULTY]
        gain, _ = compare(program, folder, faulty, ["--operation", "gain.*"])
        check(gain["counts"]["unsupported"] > 0 and not gain["conforms"], "nothing was declined")
        # Arithmetic, codebook, packing and score.
        filters = ["--tier", "core", "--operation", "*c*.*"]
        result, answers = compare(program, folder, faulty, filters, ["--continue"])
        for outcome in ("pass", "fail", "protocol-error"):
            check(result["counts"][outcome] > 0, f"no vector has the outcome {outcome}")
        stopped, _ = compare(program, folder, faulty, filters, (), answers)
        check(stopped["smoke"] == "fail" and stopped["not_run"] > 0, "smoke did not stop the run")
        failure_lists(program, folder, faulty, filters, answers)
    print("both ways agree")


main(sys.argv[1])
