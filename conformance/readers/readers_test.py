# SPDX-License-Identifier: Apache-2.0
"""The vendorable readers (TQ-VECT-009, TQ-VECT-016) and their judges (TQ-CONF-016, TQ-CONF-017,
TQ-CONF-024), each built in a folder outside the tree that holds only its copy and core.tqv.

Python is the yardstick for the verdicts: C and Rust must print the same line for every vector and
every fault, and what the lines must say is checked here on its own.
"""

import ast
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CORE = ROOT / "vectors" / "core" / "core.tqv"
sys.path.insert(0, str(HERE / "python"))
import read_tree  # noqa: E402  the path comes first
import tqc_vectors  # noqa: E402

DATA = CORE.read_bytes()
VECTORS = tqc_vectors.parse(DATA)
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-O1"]
# Fault of the golden answers, class (None: bits).
CASES = [("none", None), ("bit", None), ("zero", None), ("short", None), ("missing", None),
         ("extra", None), ("error", None), ("none", "ieee"), ("zero", "ieee"), ("ulp", "ieee"),
         ("ulp", "fma"), ("bit", "fma")]
BIG_ENDIAN_CASES = [("bit", None), ("ulp", "fma")]  # an emulator is slow


def manifest_entry():
    manifest = json.loads((ROOT / "vectors" / "MANIFEST.json").read_text("utf-8"))
    return next(entry for entry in manifest["files"] if entry["path"] == "core/core.tqv")


def command(*arguments, **options):
    """Standard output of a command that must succeed."""
    done = subprocess.run([str(argument) for argument in arguments], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{arguments}: {done.returncode}\n{done.stdout.decode()[-3000:]}"
                             f"\n{done.stderr.decode()[-3000:]}")
    return done.stdout


def pieces():
    """The bytes of each vector in the flat file, its length in front."""
    at = 4 + 4 + 4 + 2 + len(tqc_vectors.SPECIFICATION)
    while at < len(DATA):
        end = at + 4 + int.from_bytes(DATA[at : at + 4], "little")
        yield DATA[at:end]
        at = end


@functools.lru_cache(maxsize=None)
def small_file():
    """The shortest vector of each kind, as a file of its own: short enough to spoil every bit."""
    kinds = {}
    for vector, piece in zip(VECTORS, pieces()):
        values = [*vector.input.values(), *vector.stages.values(), *vector.output.values()]
        marks = [type(value) for value in values] + [vector.error is not None, vector.smoke]
        golden = {**vector.stages, **vector.output}
        marks += [(interval.profile, type(golden[interval.field])) for interval in vector.intervals]
        for mark in marks:
            if mark not in kinds or len(piece) < len(kinds[mark][1]):
                kinds[mark] = (vector.id, piece)
    chosen = sorted(set(kinds.values()))
    specification = tqc_vectors.SPECIFICATION.encode()
    return b"".join([b"TQVF", (1).to_bytes(4, "little"), len(chosen).to_bytes(4, "little"),
                     len(specification).to_bytes(2, "little"), specification,
                     *(piece for _, piece in chosen)])


def above(pattern):
    """The binary32 pattern one place above."""
    if pattern & 0x7FFFFFFF == 0:
        return 1
    return pattern - 1 if pattern >> 31 else pattern + 1


def changed(values, index, pattern):
    values = list(values)
    values[index] = pattern
    return values


def spoiled(vector, fault, profile):
    """The golden answer with one fault, and the field that has it (None: nothing to spoil)."""
    fields = {**vector.stages, **vector.output}
    lists = [name for name, value in vector.output.items()
             if isinstance(value, (tuple, bytes)) and len(value) > 0]
    if fault == "error":
        return "bad-luck", "error"
    if fault == "missing":
        if fields:
            fields.popitem()
        return fields, "error" if vector.error else list(vector.output)[-1]
    if vector.error is not None:
        return vector.error, None
    if fault == "extra":
        return {**fields, "colour": b"\0"}, "colour"
    if fault in ("bit", "short") and lists:
        value = fields[lists[-1]]
        fields[lists[-1]] = value[:-1] if fault == "short" else changed(value, -1, value[-1] ^ 1)
        return fields, lists[-1]
    if fault == "zero":
        for name, value in fields.items():
            if isinstance(value, tqc_vectors.Words) and 0 in value:
                fields[name] = changed(value, value.index(0), 0x80000000)
                return fields, name
    intervals = [interval for interval in vector.intervals if interval.profile == profile]
    if fault == "ulp" and intervals:
        name, upper = intervals[0].field, intervals[0].upper[0]
        is_binary32 = isinstance(fields[name], tqc_vectors.Words)
        fields[name] = changed(fields[name], 0, above(upper) if is_binary32 else upper + 1)
        return fields, name
    return fields, None


@functools.lru_cache(maxsize=None)
def verdicts(fault, profile):
    """What every reader must print, as bytes."""
    lines = [f"{tqc_vectors.judge(vector, spoiled(vector, fault, profile)[0], profile)}\n"
             for vector in VECTORS]
    return "".join(lines).encode()


@functools.lru_cache(maxsize=None)
def overwritten():
    """How many copies of the small file with four bytes of 255 are still accepted."""
    small = small_file()
    accepted = 0
    for at in range(len(small)):
        copy = bytearray(small)
        copy[at : at + 4] = b"\xff" * len(copy[at : at + 4])
        try:
            accepted += bool(tqc_vectors.parse(copy))
        except tqc_vectors.Malformed:
            pass
    return accepted


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tqc-readers-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        shutil.copy(CORE, self.folder)

    def check_probe(self, *probe, cases=CASES):
        """Content, verdicts and hostile bytes of a probe program, one line of Python each."""
        dump = command(*probe, "dump", CORE)
        self.assertEqual(hashlib.sha256(dump).hexdigest(), manifest_entry()["meaning"])
        for fault, profile in cases:
            with self.subTest(fault=fault, profile=profile):
                printed = command(*probe, "judge", CORE, fault, *([profile] if profile else []))
                self.assertEqual(printed.decode(), verdicts(fault, profile).decode())

    def check_mutations(self, *probe):
        small = self.folder / "small.tqv"
        small.write_bytes(small_file())
        counts = re.findall(rb"\d+", command(*probe, "mutate", small))
        self.assertEqual(len(counts), 3)
        self.assertEqual(int(counts[0]), 0)
        self.assertGreater(int(counts[1]), 0)  # a letter of a reason may change
        self.assertEqual(int(counts[2]), overwritten())
        return counts


class PythonReader(Case):
    def test_consumer_outside_the_tree(self):
        for name in ("tqc_vectors.py", "test_packing.py"):
            shutil.copy(HERE / "python" / name, self.folder)
        environment = {key: os.environ[key] for key in os.environ if key != "TQC_CORE"}
        printed = command(sys.executable, "-W", "error", "test_packing.py", cwd=self.folder,
                          env=environment)
        passed = int(re.match(rb"(\d+) pass\n$", printed)[1])
        self.assertGreater(passed, 100)
        printed = command(sys.executable, "-m", "pytest", "-q", "test_packing.py", cwd=self.folder,
                          env=environment)
        self.assertIn(f"{passed} passed", printed.decode())

    def test_python_3_9_understands_it(self):
        for path in (HERE / "python").glob("*.py"):
            ast.parse(path.read_text("utf-8"), feature_version=(3, 9))

    def test_content(self):
        text = read_tree.meaning(read_tree.read_flat(DATA))
        self.assertEqual(text, read_tree.meaning(read_tree.read_core(ROOT / "vectors")))
        self.assertEqual(hashlib.sha256(text.encode()).hexdigest(), manifest_entry()["meaning"])

    def test_order_of_the_operation_table(self):
        """TQ-CONF-004: the readers know the only operation whose outputs do not all come last."""
        table = (ROOT / "spec" / "conformance.md").read_text("utf-8")
        rows = re.findall(r"^\| ([a-z0-9_.]+) \| (\w+) \| (stage|output) \| ", table, re.MULTILINE)
        order = {}
        for operation, field, _ in rows:
            order.setdefault(operation, []).append(field)
        self.assertEqual(len({vector.operation for vector in VECTORS} - set(order)), 0)
        for vector in VECTORS:
            if vector.error is None:
                fields = [name for name, _ in tqc_vectors._fields_in_order(vector)]
                self.assertEqual(fields, order[vector.operation], vector.id)

    def test_verdicts_name_the_fault(self):
        """TQ-CONF-016, TQ-CONF-017, TQ-CONF-024: the golden answers pass, every fault is found."""
        found = dict.fromkeys(CASES, 0)
        for fault, profile in CASES:
            for vector in VECTORS:
                answer, field = spoiled(vector, fault, profile)
                verdict = tqc_vectors.judge(vector, answer, profile)
                if field is None or not verdict.applicable:
                    self.assertEqual(bool(verdict), verdict.applicable, verdict)
                    continue
                if profile is not None and fault != "ulp":
                    continue  # an interval may hold the spoiled value too
                self.assertFalse(verdict, verdict)
                self.assertEqual(verdict.field, field)
                found[fault, profile] += 1
                if fault == "bit":
                    self.assertEqual(verdict.index, len(vector.output[field]) - 1)
                    self.assertEqual(int(verdict.expected, 16) ^ int(verdict.actual, 16), 1)
                if fault == "zero":
                    self.assertEqual((verdict.expected, verdict.actual), ("00000000", "80000000"))
                    self.assertEqual({**vector.stages, **vector.output}[field].index(0),
                                     verdict.index)
                if fault == "ulp":
                    self.assertEqual(verdict.index, 0)
                    upper = int(verdict.expected.strip("[]").split(", ")[1], 16)
                    outside = above(upper) if len(verdict.actual) == 8 else upper + 1
                    self.assertEqual(int(verdict.actual, 16), outside)
        for case in CASES:
            if case[0] != "none" and (case[1] is None or case[0] == "ulp"):
                self.assertGreater(found[case], 20, case)

    def test_bounds_take_either_zero_and_no_nan(self):
        """TQ-CONF-017"""
        words = tqc_vectors.Words
        for pattern, expected in ((0, True), (0x80000000, True), (1, True), (2, False),
                                  (0x80000001, False), (0x7FC00000, False), (0xFFC00000, False)):
            interval = tqc_vectors.Interval("y", "fma", words([0x80000000]), words([1]))
            vector = tqc_vectors.Vector("a", "transform.forward", "", "", (), False, {}, {},
                                        {"y": words([0])}, None, (), (interval,))
            self.assertIs(bool(tqc_vectors.judge(vector, {"y": [pattern]}, "fma")), expected)
            self.assertIs(bool(tqc_vectors.judge(vector, {"y": [pattern]})), pattern == 0)

    def test_accepted_errors(self):
        """TQ-CONF-024"""
        vector = tqc_vectors.Vector("a", "b", "", "", (), False, {}, {}, {}, "one", ("two",), ())
        self.assertTrue(tqc_vectors.judge(vector, "one"))
        self.assertTrue(tqc_vectors.judge(vector, "two", "ieee"))
        self.assertEqual(str(tqc_vectors.judge(vector, "three")),
                         "a: error: expected error one or error two, got error three")

    def test_values_of_another_type_fail(self):
        vector = next(v for v in VECTORS if v.operation == "packing.pack" and v.error is None)
        golden = vector.output["packed"]
        for value in (None, 3, golden.hex(), [256] * len(golden), [0.5] * len(golden)):
            self.assertFalse(tqc_vectors.judge(vector, {"packed": value}))
        self.assertTrue(tqc_vectors.judge(vector, {"packed": bytearray(golden)}))
        with self.assertRaises(ValueError):
            tqc_vectors.patterns([0.1])
        self.assertEqual(tqc_vectors.patterns([1.0, -0.0]), (0x3F800000, 0x80000000))

    def test_hostile_bytes(self):
        """TQ-VECT-016"""
        small = small_file()
        for size in range(len(small)):
            with self.assertRaises(tqc_vectors.Malformed):
                tqc_vectors.parse(small[:size])
        self.assertGreater(overwritten(), 0)
        for at in range(len(small)):
            copy = bytearray(small)
            copy[at] ^= 1 << at % 8
            try:
                tqc_vectors.parse(copy)
            except tqc_vectors.Malformed as malformed:
                self.assertRegex(str(malformed), r"^byte \d+: [a-zA-Z0-9 ^-]+$")


class CReader(Case):
    def compile(self, compiler, *flags, source="probe.c"):
        shutil.copy(HERE / "c" / "tqc_vectors.h", self.folder)
        shutil.copy(HERE / "c" / source, self.folder)
        program = self.folder / f"program{len(list(self.folder.iterdir()))}"
        command(compiler, *flags, *STRICT, source, "-o", program, cwd=self.folder)
        return program

    def test_consumer_outside_the_tree(self):
        """Both languages, both compilers."""
        for compiler, flags in (("gcc", ["-std=c99"]), ("clang-19", ["-std=c99"]),
                                ("g++", ["-xc++", "-std=c++11"]),
                                ("clang++-19", ["-xc++", "-std=c++11"])):
            with self.subTest(compiler):
                program = self.compile(compiler, *flags, source="test_packing.c")
                printed = command(program, "core.tqv", cwd=self.folder).decode()
                passed, of = re.match(r"(\d+) of (\d+) pass\n$", printed).groups()
                self.assertEqual(passed, of)
                self.assertGreater(int(of), 100)

    def test_content_verdicts_and_hostile_bytes_under_sanitizers(self):
        """TQ-VECT-016"""
        probe = self.compile("clang-19", "-std=c99", "-fsanitize=address,undefined",
                             "-fno-sanitize-recover=all")
        self.check_probe(probe)
        self.check_mutations(probe)

    def test_big_endian(self):
        probe = self.compile("s390x-linux-gnu-g++", "-xc++", "-std=c++11", "-static")
        self.check_probe("qemu-s390x", probe, cases=BIG_ENDIAN_CASES)


class RustReader(Case):
    """With Debian's compiler and without network."""

    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "PATH": f"/usr/bin:{os.environ['PATH']}",
                            "CARGO_HOME": str(self.folder / "home"),
                            "CARGO_TARGET_DIR": str(self.folder / "target")}
        for name in ("RUSTC", "RUSTFLAGS", "RUSTUP_TOOLCHAIN", "TQC_CORE"):
            self.environment.pop(name, None)
        self.crate = self.folder / "crate"
        ignored = shutil.ignore_patterns("target", "Cargo.lock")
        shutil.copytree(HERE / "rust", self.crate, ignore=ignored)
        shutil.copy(CORE, self.crate)

    def run_here(self, *arguments):
        return command(*arguments, cwd=self.crate, env=self.environment)

    def test_consumer_content_verdicts_and_hostile_bytes(self):
        """TQ-VECT-016"""
        # With checks of overflow, which a release build leaves out.
        self.environment.update(RUSTFLAGS="-D warnings", CARGO_PROFILE_DEV_OPT_LEVEL="1",
                                CARGO_PROFILE_DEV_DEBUG="0", CARGO_INCREMENTAL="0")
        printed = self.run_here("cargo", "test", "--offline").decode()
        self.assertRegex(printed, r"test packing \.\.\. ok")
        probe = self.folder / "target" / "debug" / "examples" / "probe"
        self.check_probe(probe)
        self.check_mutations(probe)

    def test_it_needs_no_std(self):
        """A static library brings its own panic handler, which std would define a second time."""
        self.run_here("rustc", "--edition=2021", "--crate-type=rlib", "--crate-name=tqc_vectors",
                      "-Cpanic=abort", "-O", "src/lib.rs")
        source = self.crate / "proof.rs"
        text = """#![no_std]
            #[panic_handler] fn stop(_: &core::panic::PanicInfo) -> ! { loop {} }
            #[no_mangle] pub extern "C" fn first() -> bool { tqc_vectors::parse(&[]).is_ok() }"""
        build = ["rustc", "--edition=2021", "--crate-type=staticlib", "-Cpanic=abort", "-O",
                 "--extern=tqc_vectors=libtqc_vectors.rlib", "proof.rs"]
        source.write_text(text)
        self.run_here(*build)
        source.write_text(f"{text} extern crate std;")
        with self.assertRaisesRegex(AssertionError, "panic_impl"):
            self.run_here(*build)
        for path in (self.crate / "src").glob("*.rs"):
            self.assertNotIn("unsafe {", path.read_text("utf-8"))


if __name__ == "__main__":
    unittest.main()
