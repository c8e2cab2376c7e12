# SPDX-License-Identifier: Apache-2.0
"""What a user of tqc sees in a pipe and a script: help, suggestions, JSON, completion."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Set by ctest, for the tqc of each build; without a build there is nothing to try.
TQC = os.environ.get("TQC", "")
VECTOR = "keys/encode-one-hot-d128-w2"
# In two parts, so that `tqc trace` does not take this file for a test of the requirement.
REQUIREMENT = "TQ-" + "PACK-001"
VERBS = ("run", "requests", "judge", "explain", "gen", "verify", "lint", "page", "serve", "trace",
         "bench", "mutants", "diff", "determinism", "completion")


def tqc(*words, **options):
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([TQC, *words], cwd=ROOT, stdin=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, check=False, **options)


@unittest.skipUnless(TQC, "ctest runs this with TQC set")
class CommandLine(unittest.TestCase):
    def test_no_arguments_show_what_there_is(self):
        done = tqc()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        for verb in VERBS:
            self.assertIn(f"tqc {verb} ", done.stderr)

    def test_every_verb_has_help_with_examples(self):
        for verb in VERBS:
            done = tqc(verb, "--help")
            self.assertEqual(done.returncode, 0, verb)
            self.assertRegex(done.stdout, r"Examples?:\n  \S", verb)
            self.assertNotIn("\x1b", done.stdout)

    def test_unknown_names_suggest_the_nearest(self):
        for words, meant in (
                (["rnu"], "run"),
                (["run", "--jsn", "x"], "--json"),
                (["explain", "keys/encode-onehot-d128-w2"], VECTOR),
                (["explain", "--requirement", "TQ-PACK-01"], "TQ-PACK-0"),
                (["run", "--testee", "builtin:refrence"], "builtin:reference"),
                (["run", "--testee", "builtin:optimized/SCALR"], "builtin:optimized/SCALAR"),
                (["run", "--testee", "builtin:reference", "--operation", "key.encod"],
                 "key.encode"),
                (["run", "--testee", "builtin:reference", "--only", "keys/encode-onehot-d128-w2"],
                 VECTOR),
                (["run", "--testee", "builtin:reference", "--tier", "croe"], "core"),
                (["serve", "--testee", "builtin:optimised"], "builtin:optimized"),
                (["completion", "bsh"], "bash")):
            done = tqc(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(f'did you mean "{meant}', done.stderr, words)

    def test_json_on_standard_output_stands_alone(self):
        for words in (["run", "--testee", "builtin:reference", "--only", VECTOR],
                      ["explain", VECTOR], ["explain", "--requirement", REQUIREMENT], ["lint"],
                      ["trace"], ["bench", "--quick", "--only", "pack/d128/w4"],
                      ["page", "inspect", "README.md"]):
            done = tqc(*words, "--json", "-")
            self.assertIsInstance(json.loads(done.stdout), dict, words)

    def test_a_pipe_holds_no_colour_and_no_progress(self):
        done = tqc("run", "--testee", "builtin:reference", "--only", "packing/*")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertNotRegex(done.stdout, "[\x1b\r]")

    def test_lost_output_is_an_error(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            for words in (["explain", VECTOR, "--all"], ["completion", "bash"], ["lint"],
                          ["run", "--help"]):
                done = tqc(*words, stdout=full)
                self.assertEqual(done.returncode, 2, words)
                self.assertRegex(done.stderr, "^tqc: cannot write .*No space left on device", words)

    def test_a_reader_that_leaves_is_no_news(self):
        for words in (["explain", VECTOR, "--all"], ["completion", "words", "--", "explain", ""]):
            for ignored in (True, False):
                reader, writer = os.pipe()
                os.close(reader)
                done = tqc(*words, stdout=writer, restore_signals=not ignored)
                os.close(writer)
                # By the signal itself, or with the status that a shell gives it.
                self.assertIn(done.returncode, (-13, 141), words)
                self.assertEqual(done.stderr, "", words)

    def test_a_file_that_cannot_be_written_is_an_error(self):
        done = tqc("explain", VECTOR, "--json", "/nowhere/x.json")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "tqc: cannot write /nowhere/x.json\n")

    def test_explain_takes_one_thing(self):
        self.assertEqual(tqc("explain").returncode, 2)
        self.assertEqual(tqc("explain", VECTOR, "--requirement", REQUIREMENT).returncode, 2)
        self.assertEqual(tqc("explain", VECTOR, "--coordinate", "128").returncode, 2)
        self.assertEqual(tqc("explain", VECTOR, "--coordinate", "-1").returncode, 2)


@unittest.skipUnless(TQC, "ctest runs this with TQC set")
class Completion(unittest.TestCase):
    def complete(self, line):
        """What bash offers at the end of a line, with its own word breaks."""
        script = ('source <("$TQC" completion bash); COMP_LINE=$1; COMP_POINT=${#COMP_LINE}; '
                  '_tqc; printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-c", script, "bash", line], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, text=True, check=True,
                              env={**os.environ, "TQC": TQC})
        return done.stdout.split("\n")[:-1]

    def test_scripts_are_well_formed(self):
        for shell in ("bash", "zsh", "fish"):
            script = tqc("completion", shell).stdout
            self.assertIn("completion words --", script)
            if shutil.which(shell):
                subprocess.run([shell, "-n"], input=script, text=True, check=True)

    def test_bash_completes(self):
        for line, offered in (("ex", ["explain"]), ("run --expect", ["--expect-target"]),
                              ("run --testee builtin:ref", ["reference"]),
                              ("run --testee x --tier ", ["core", "all"]),
                              ("run --tier=co", ["core"]),
                              (f"explain {VECTOR[:-1]}2", [VECTOR]),
                              ("run --json ", [""])):
            self.assertEqual(self.complete(f"{TQC} {line}"), offered, line)


if __name__ == "__main__":
    sys.exit(unittest.main())
