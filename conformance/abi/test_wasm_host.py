# SPDX-License-Identifier: Apache-2.0
"""TQ-CONF-035: wasm_host.mjs with the hostile module: every fault ends it or is named, none passes.

Speaks to the script itself, one line of hex digits each way, as the runner does.
"""

import pathlib
import re
import struct
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HOSTILE = ROOT / "conformance/testees/hostile/hostile.c"
HELLO = struct.pack("<II", 1, 1)


def faults():
    """The names of hostile.c, in its order: the third code of a request is the index."""
    table = re.search(r"faults\[\] = \{(.*?)\};", HOSTILE.read_text(), re.DOTALL).group(1)
    return re.findall(r'"([a-z-]+)"', table)


def call(codes):
    """packing.pack of width 8."""
    padded = codes + bytes(-len(codes) % 8)
    return (struct.pack("<II32sIIQ", 2, 2, b"packing.pack", 1, 1, 8)
            + struct.pack("<II", 6, len(codes)) + padded)


def output(codes):
    return (struct.pack("<IIII", 2, 0, 6, len(codes)) + codes + bytes(-len(codes) % 8)).hex()


class WasmHost(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.module = pathlib.Path(cls.folder.name) / "hostile.wasm"
        cls.build(HOSTILE, cls.module, "-Wl,--export=tqc_answer")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @staticmethod
    def build(source, module, *options):
        subprocess.run(["clang-19", "--target=wasm32-wasi", "-mexec-model=reactor", "-O1", "-w",
                        *options, "-o", str(module), str(source)], check=True)

    def ask(self, *requests, module=None, timeout=20):
        lines = "".join(request.hex() + "\n" for request in requests)
        done = subprocess.run(["node", "--no-warnings", "--experimental-wasi-unstable-preview1",
                               str(ROOT / "conformance/abi/wasm_host.mjs"),
                               str(module or self.module)], input=lines, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                              timeout=timeout)
        return done.returncode, done.stdout.split("\n")[:-1], done.stderr

    def ask_fault(self, name, **options):
        codes = bytes([0xba, 0xd0, faults().index(name)])
        return self.ask(call(codes), **options), codes

    def test_calls_are_answered_and_prints_do_not_reach_the_answers(self):
        printing = bytes([0xba, 0xd0, faults().index("print")])
        large = bytes(range(256)) * 400  # its reply needs more than the first room
        codes = [b"", b"\1\2", printing, large, b"\3"]
        status, answers, errors = self.ask(HELLO, *map(call, codes))
        self.assertEqual(status, 0, errors)
        self.assertTrue(answers[0].startswith(struct.pack("<IIII", 1, 1, 1, 0).hex()))
        self.assertEqual(answers[1:], [output(one) for one in codes])
        self.assertEqual(errors, "a library that prints\n")

    def test_faults_end_the_host_before_an_answer(self):
        for name, why in (("abort", "unreachable"), ("endless-recursion", ""),
                          ("write-behind", "wrote behind the reply"),
                          ("write-in-front", "wrote in front of the reply"),
                          ("write-request", "changed the request")):
            with self.subTest(name):
                (status, answers, errors), _ = self.ask_fault(name)
                self.assertEqual((status, answers), (1, []))
                self.assertIn(why, errors)
                self.assertEqual(errors.count("\n"), 1)

    def test_exit_ends_the_host(self):
        (status, answers, _), _ = self.ask_fault("exit")
        self.assertEqual((status, answers), (0, []))

    def test_hang_hangs_only_the_host(self):
        with self.assertRaises(subprocess.TimeoutExpired):
            self.ask_fault("hang", timeout=2)

    def test_wrong_sizes_are_named(self):
        for name, line in (("reply-huge", "!a reply of 4294967295 bytes, above 8388600"),
                           ("reply-greedy", "!a reply of 131080 bytes, more than it had asked")):
            (status, answers, errors), _ = self.ask_fault(name)
            self.assertEqual(status, 0, errors)
            self.assertEqual(len(answers), 1)
            self.assertIn(line, answers[0])

    def test_modules_that_are_none_are_refused(self):
        folder = pathlib.Path(self.folder.name)
        (folder / "text.wasm").write_text("not a module\n")
        self.build(HOSTILE, folder / "bare.wasm")
        for name, why in (("text.wasm", "expected magic word"), ("nowhere.wasm", "ENOENT"),
                          ("bare.wasm", "does not export tqc_answer")):
            status, answers, errors = self.ask(HELLO, module=folder / name)
            self.assertEqual((status, answers), (1, []))
            self.assertIn(why, errors)


if __name__ == "__main__":
    unittest.main()
