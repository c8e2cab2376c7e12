# SPDX-License-Identifier: Apache-2.0
"""Runs every vector on every target of the fast implementation and prints targets x chapters.

A cell is `passed/run`. A target that this processor lacks is taken from the committed report of a
machine that has it, if that report judged the same vectors.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TQC = "build/gcc/bin/tqc"
README = ROOT / "README.md"
BEGIN = "<!-- tools/matrix --write: begin -->\n"
END = "<!-- tools/matrix --write: end -->\n"

# Machine -> targets, best first. Each is a static program behind the pipe (tools/testee/).
MACHINES = {
    "x86-64": ["AVX3", "AVX2", "SSE4", "SSSE3", "SCALAR"],
    "aarch64": ["NEON", "SCALAR"],
    "s390x": ["SCALAR"],
    "wasm": ["WASM", "SCALAR"],
}
REPORTS = {("x86-64", "AVX3"): ROOT / "conformance/reports/avx512/AVX3.json"}


class Unusable(Exception):
    """A target that cannot be run here, and why."""


def usable_targets(machine):
    listed = subprocess.run([f"tools/testee/{machine}", "--list-targets"], cwd=ROOT,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                            check=True)
    return listed.stdout.split()


def run(machine, target):
    """The JSON report of one run, whatever its verdict."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [TQC, "run", "--testee", f"tools/testee/{machine} --target {target}",
                   "--expect-target", target, "--json", str(report)]
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        if not report.exists():
            raise Unusable(done.stdout.strip().splitlines()[-1] if done.stdout else "no report")
        return json.loads(report.read_text())


def committed(machine, target, root_hash):
    path = REPORTS.get((machine, target))
    if path is None:
        raise Unusable("this processor lacks it, and no report is committed")
    report = json.loads(path.read_text())
    if report["vectors_root"] != root_hash:
        raise Unusable(f"{path.relative_to(ROOT)} judged other vectors")
    return report


def row(report):
    cells = {}
    for chapter in report["chapters"]:
        counts = chapter["counts"]
        cells[chapter["chapter"]] = f"{counts['pass']}/{sum(counts.values())}"
    return cells


def collect():
    """(machine, target) -> (cells, conforms), in order."""
    root_hash = json.loads((ROOT / "vectors/MANIFEST.json").read_text())["root"]
    rows = {}
    for machine, targets in MACHINES.items():
        usable = usable_targets(machine)
        for target in targets:
            try:
                report = (run(machine, target) if target in usable
                          else committed(machine, target, root_hash))
                rows[machine, target] = (row(report), report["conforms"])
            except Unusable as why:
                print(f"tools/matrix: {machine} {target}: {why}", file=sys.stderr)
                rows[machine, target] = ({}, False)
    return rows


def table(rows):
    chapters = list(next(cells for cells, _ in rows.values() if cells))
    lines = ["| machine | target | " + " | ".join(chapters) + " |",
             "|---|---|" + "---|" * len(chapters)]
    for (machine, target), (cells, _) in rows.items():
        shown = " | ".join(cells.get(chapter, "-") for chapter in chapters)
        lines.append(f"| {machine} | {target} | {shown} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(prog="tools/matrix", description=__doc__.splitlines()[0])
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--write", action="store_true", help="put the table into README.md")
    choice.add_argument("--check", action="store_true", help="fail when README.md has another one")
    options = parser.parse_args()
    rows = collect()
    text = table(rows)
    print(text, end="")
    before, rest = README.read_text().split(BEGIN)
    old, after = rest.split(END)
    if options.write:
        README.write_text(before + BEGIN + text + END + after)
    if options.check and old != text:
        print("README.md has another table: tools/matrix --write", file=sys.stderr)
        return 1
    return 0 if all(conforms for _, conforms in rows.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
