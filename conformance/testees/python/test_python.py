# SPDX-License-Identifier: CC0-1.0
"""Tests of the Python testee: `python3 -m unittest discover -s conformance/testees/python`."""

import ctypes
import ctypes.util
import json
import math
import os
import random
import re
import struct
import subprocess
import sys
import unittest
from fractions import Fraction

import binary32
import codebook
import errors
import operations
import page
import protocol
import values

ROUNDS = 20000
MAXIMUM_FINITE = 0x7F7FFFFF


def random_pattern(source):
    """A finite binary32 pattern: every exponent equally likely, fractions often sparse or full."""
    fraction = source.choice((0, 1, 0x7FFFFF, 0x400000, source.getrandbits(23), source.getrandbits(23),
                              1 << source.randrange(23), 0x7FFFFF ^ (1 << source.randrange(23))))
    return source.getrandbits(1) << 31 | source.randrange(255) << 23 | fraction


def near(source, pattern):
    """A pattern whose exponent differs little from another one."""
    exponent = min(254, max(0, (pattern >> 23 & 0xFF) + source.randrange(-30, 31)))
    return (random_pattern(source) & 0x807FFFFF) | exponent << 23


def nearest(value, negative_zero=False):
    """The binary32 pattern nearest to an exact Fraction: an independent slow path."""
    sign = 0x80000000 if value < 0 or negative_zero else 0
    value = abs(value)
    if value == 0:
        return sign
    exponent = max(-126, value.numerator.bit_length() - value.denominator.bit_length() - 1)
    while value >= Fraction(2) ** (exponent + 1):
        exponent += 1
    units = round(value / Fraction(2) ** (exponent - 23))  # Fraction rounds half to even
    if units >> 24:
        units >>= 1
        exponent += 1
    if exponent > 127:
        return sign | binary32.INFINITY_32
    return sign | ((exponent + 126 << 23) + units if units >> 23 else units)


class Binary32Test(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(20261129)

    def pairs(self):
        for index in range(ROUNDS):
            a = random_pattern(self.random)
            yield a, near(self.random, a) if index % 2 else random_pattern(self.random)

    def numbers(self, *patterns):
        return binary32.from_patterns(patterns)

    def pattern(self, numbers):
        return binary32.to_patterns(numbers)[0]

    def test_rounding_equals_the_hardware_conversion(self):
        samples = [0.0, -0.0, math.inf, -math.inf, 2.0 ** -150, 2.0 ** -149, 3 * 2.0 ** -150, 2.0 ** 128, 5e-324,
                   float.fromhex("0x1.fffffeffffffffp127"), float.fromhex("0x1.ffffffp127"),
                   float.fromhex("0x1.000001p-150"), float.fromhex("0x1.ffffffp-127")]
        for _ in range(ROUNDS):
            exponent = self.random.randrange(1023 - 155, 1023 + 131)
            fraction = self.random.choice((self.random.getrandbits(52), self.random.getrandbits(24) << 28,
                                           (self.random.getrandbits(24) << 28) + 1, (self.random.getrandbits(23) << 29) - 1))
            bits = self.random.getrandbits(1) << 63 | exponent << 52 | (fraction & 0xFFFFFFFFFFFFF)
            samples.append(struct.unpack("<d", struct.pack("<Q", bits))[0])
        for sample in samples:
            hardware = struct.unpack("<I", bytes(ctypes.c_float(sample)))[0]
            own = binary32.round_pattern(struct.unpack("<Q", struct.pack("<d", sample))[0])
            self.assertEqual(own, hardware, sample.hex())

    def test_nan_stays_a_nan(self):
        self.assertEqual(binary32.round_pattern(0x7FF0000000000001), binary32.QUIET_NAN_32)

    def test_operations_equal_the_single_precision_hardware(self):
        name = ctypes.util.find_library("m")
        if not name:
            self.skipTest("no mathematics library")
        library = ctypes.CDLL(name)
        for function in (library.fmaf, library.sqrtf):
            function.restype = ctypes.c_float
        library.fmaf.argtypes = [ctypes.c_float] * 3
        library.sqrtf.argtypes = [ctypes.c_float]
        for pair in self.pairs():
            a, b = self.numbers(*pair)
            add = library.fmaf(a, 1.0, b)
            product = library.fmaf(a, b, -0.0)
            root = library.sqrtf(abs(a))
            self.assertEqual(binary32.add([a], [b]), [add], pair)
            self.assertEqual(binary32.subtract([a], [-b]), [add], pair)
            self.assertEqual(self.pattern(binary32.multiply([a], [b])), self.pattern([product]), pair)
            self.assertEqual(binary32.square_root([abs(a)]), [root], pair)

    def test_operations_equal_exact_rationals(self):
        for index, pair in enumerate(self.pairs()):
            if index % 4:
                continue
            a, b = self.numbers(*pair)
            x, y = Fraction(a), Fraction(b)
            negative = (pair[0] ^ pair[1]) >> 31 == 1
            if x + y:
                self.assertEqual(self.pattern(binary32.add([a], [b])), nearest(x + y), pair)
            self.assertEqual(self.pattern(binary32.multiply([a], [b])), nearest(x * y, negative), pair)
            if y:
                self.assertEqual(self.pattern(binary32.divide([a], [b])), nearest(x / y, negative), pair)

    def test_quotients_near_subnormal_midpoints(self):
        for _ in range(ROUNDS // 4):
            # a / b next to an odd multiple of 2^-150, where double rounding would show.
            midpoint = Fraction(2 * self.random.getrandbits(self.random.randrange(1, 23)) + 1) / 2 ** 150
            b = self.numbers(random_pattern(self.random) & 0x7FFFFFFF or 1)[0]
            a_pattern = nearest(midpoint * Fraction(b))
            if not 0 < a_pattern < MAXIMUM_FINITE:
                continue
            for neighbour in (a_pattern - 1, a_pattern, a_pattern + 1):
                a = self.numbers(neighbour)[0]
                self.assertEqual(self.pattern(binary32.divide([a], [b])), nearest(Fraction(a) / Fraction(b)))

    def test_zeros(self):
        self.assertEqual(self.pattern(binary32.square_root([-0.0])), 0x80000000)
        self.assertEqual(self.pattern(binary32.subtract([1.5], [1.5])), 0)
        self.assertEqual(self.pattern(binary32.add_zero([-0.0])), 0)
        self.assertEqual(self.pattern(binary32.add([-0.0], [-0.0])), 0x80000000)

    def test_overflow_is_the_signed_infinity(self):
        largest = self.numbers(MAXIMUM_FINITE)[0]
        self.assertEqual(binary32.add([largest, -largest], [largest, -largest]), [math.inf, -math.inf])
        self.assertEqual(binary32.multiply([largest], [-2.0]), [-math.inf])

    def test_binary16_both_ways(self):
        for half in range(0x10000):
            if half & 0x7C00 == 0x7C00:
                with self.assertRaises(errors.SpecError):
                    binary32.number_of_binary16(half)
                continue
            number = binary32.number_of_binary16(half)
            self.assertEqual(struct.unpack("<H", struct.pack("<e", number))[0], half)
            self.assertEqual(struct.unpack("<e", struct.pack("<H", half))[0], number)
            self.assertEqual(binary32.binary16_of(self.pattern([number])), half)

    def test_binary16_rounding_equals_struct(self):
        for _ in range(ROUNDS):
            exponent = self.random.randrange(127 - 28, 127 + 18)
            pattern = (random_pattern(self.random) & 0x807FFFFF) | exponent << 23
            pattern = self.random.choice((pattern, pattern & 0xFFFFF000, pattern & 0xFFFFE000))
            number = self.numbers(pattern)[0]
            try:
                expected = struct.unpack("<H", struct.pack("<e", number))[0]
            except OverflowError:
                expected = "binary16-overflow"
            try:
                actual = binary32.binary16_of(pattern)
            except errors.SpecError as error:
                actual = error.slug
            self.assertEqual(actual, expected, hex(pattern))


HERE = os.path.dirname(os.path.abspath(__file__))
SPECIFICATION = os.path.join(HERE, "..", "..", "..", "spec")
CHAPTERS = sorted(name for name in os.listdir(SPECIFICATION) if name.endswith(".md"))


def chapter_text(name):
    with open(os.path.join(SPECIFICATION, name), encoding="utf-8") as file:
        return file.read()


class SpecificationTest(unittest.TestCase):
    def test_examples_of_the_chapters(self):
        number = 0
        for name in CHAPTERS:
            for block in re.findall(r"^```tqc-example\n(.*?)^```", chapter_text(name), re.S | re.M):
                request, expected = map(json.loads, block.strip().split("\n"))
                answer = protocol.perform(request["operation"], request["input"])
                for stage, value in expected.get("stages", {}).items():
                    self.assertEqual(answer["stages"][stage], value, (name, stage))
                answer.pop("stages", None)
                expected.pop("stages", None)
                self.assertEqual(answer, expected, name)
                number += 1
        self.assertGreaterEqual(number, 10)

    def test_fields_are_those_of_the_operation_table(self):
        table = {}
        rows = re.findall(r"^\| (\S+) \| (\S+) \| (input|stage|output) \| (\S+) \|$", chapter_text("conformance.md"), re.M)
        for operation, field, part, kind in rows:
            side = table.setdefault(operation, ({}, {}))
            side[0 if part == "input" else 1][field] = kind
        own = {name: (dict(protocol.fields(inputs)), dict(protocol.fields(results)))
               for name, (_, inputs, results) in operations.OPERATIONS.items()}
        self.assertEqual(own, table)

    def test_header_fields_are_those_of_the_page_table(self):
        rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", chapter_text("page.md"), re.M)
        self.assertEqual(page.FIELDS, tuple((row[0],) + tuple(map(int, row[1:])) for row in rows))

    def test_codebook_agrees_with_the_printed_digits(self):
        rows = re.findall(r"^\| (\d) \| ([0-9., ]+) \| ([0-9., ]+) \|$", chapter_text("codebook.md"), re.M)
        self.assertEqual(len(rows), 3)
        for width, levels, boundaries in rows:
            positive = 1 << (int(width) - 1)
            for own, printed in ((codebook.LEVELS[int(width)][positive:], levels),
                                 (codebook.BOUNDARIES[int(width)][positive - 1:], boundaries)):
                printed = [float(text) for text in printed.split(",")]
                self.assertEqual(len(own), len(printed))
                for a, b in zip(own, printed):
                    self.assertLess(abs(a - b), 2.0 ** -23)

    def test_codebook_equals_the_published_table(self):
        path = os.path.join(SPECIFICATION, "..", "vectors", "core", "codebook.json")
        if not os.path.exists(path):
            self.skipTest("no vectors/core/codebook.json")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for width in codebook.LEVELS:
            for numbers in (codebook.LEVELS[width], codebook.BOUNDARIES[width]):
                for pattern in binary32.to_patterns(numbers):
                    self.assertIn("%08x" % pattern, text)

    def test_crc_known_answer(self):
        self.assertEqual(page.crc32c(b"123456789"), 0xE3069283)


class Caller(unittest.TestCase):
    """Calls operations through their text forms."""

    def call(self, operation, **arguments):
        return protocol.perform(operation, arguments)

    def output(self, operation, **arguments):
        answer = self.call(operation, **arguments)
        self.assertIn("output", answer, (operation, answer))
        return answer["output"]

    def refuse(self, slug, operation, **arguments):
        self.assertEqual(self.call(operation, **arguments), {"error": slug})


def words(numbers):
    return values.write("words", binary32.to_patterns(binary32.rounded(numbers)))


class KeysAndPagesTest(Caller):
    SHAPE = dict(head_dim=16, tokens=3, kv_heads=2, layer=7, seed="00000001deadbeef")

    def encoded(self, transform, width, coding, zero_row=True):
        source = random.Random(5)
        x = [source.gauss(0, 2) for _ in range(3 * 2 * 16)]
        if zero_row:
            x[32:48] = [0.0, -0.0] * 8
        arguments = dict(self.SHAPE, transform=transform, width=width, gain_coding=coding)
        return binary32.rounded(x), arguments, self.output("key.encode", x=words(x), **arguments)

    def written(self, arguments, encoded, **changes):
        fields = dict(key_mode="lloyd-max-%d" % arguments["width"], transform=arguments["transform"],
                      gain_coding=arguments["gain_coding"], layer=7, kv_heads=2, key_dim=16, capacity=5, count=3,
                      first_position=9, seed=arguments["seed"], identity="00112233445566778899aabbccddeeff", **encoded)
        fields.update(changes)
        return fields

    def combinations(self):
        for transform in ("one-round", "two-rounds", "two-sign"):
            for width in (2, 3, 4):
                for coding in ("binary32", "binary16"):
                    yield transform, width, coding

    def test_decode_approximates_encode(self):
        for transform, width, coding in self.combinations():
            x, arguments, encoded = self.encoded(transform, width, coding)
            decoded = binary32.from_patterns(values.read("words", self.output("key.decode", **arguments, **encoded)["x"]))
            energy = sum(a * a for a in x)
            error = sum((a - b) ** 2 for a, b in zip(x, decoded))
            self.assertLess(error, {2: 0.2, 3: 0.07, 4: 0.025}[width] * energy, (transform, width, coding))
            self.assertEqual(binary32.to_patterns(decoded[32:48]), [0] * 16)

    def test_page_gives_back_what_was_written(self):
        for combination in self.combinations():
            _, arguments, encoded = self.encoded(*combination)
            fields = self.written(arguments, encoded)
            self.assertEqual(self.output("page.parse", page=self.output("page.write", **fields)["page"]), fields)

    def test_scores_approximate_products_with_decoded_keys(self):
        for combination in self.combinations():
            _, arguments, encoded = self.encoded(*combination)
            data = self.output("page.write", **self.written(arguments, encoded))["page"]
            decoded = binary32.from_patterns(values.read("words", self.output("key.decode", **arguments, **encoded)["x"]))
            source = random.Random(6)
            queries = binary32.rounded([source.gauss(0, 1) for _ in range(4 * 16)])
            scores = self.output("score.page", page=data, query_heads=4, queries=words(queries))["scores"]
            scores = binary32.from_patterns(values.read("words", scores))
            self.assertEqual(len(scores), 4 * 3)
            for head in range(4):
                for token in range(3):
                    row = decoded[(token * 2 + head // 2) * 16:][:16]
                    exact = sum(a * b for a, b in zip(queries[head * 16:], row))
                    self.assertAlmostEqual(scores[head * 3 + token], exact, places=4)

    def test_every_changed_byte_of_a_page_is_noticed(self):
        _, arguments, encoded = self.encoded("one-round", 3, "binary16")
        data = bytes.fromhex(self.output("page.write", **self.written(arguments, encoded))["page"])
        for place in range(len(data)):
            changed = bytearray(data)
            changed[place] ^= 0x10
            with self.assertRaises(errors.SpecError):
                page.parse(bytes(changed))
        for length in range(len(data)):
            with self.assertRaises(errors.SpecError) as caught:
                page.parse(data[:length])
            self.assertEqual(caught.exception.slug, "truncated-header" if length < 64 else "truncated-page")

    def test_every_page_error(self):
        _, arguments, encoded = self.encoded("one-round", 3, "binary32")
        # 16 codes of 3 bits leave no padding bits, so this page has 2 coordinates: one byte, two bits used up to 6.
        small = dict(arguments, head_dim=2, tokens=3)
        encoded = self.output("key.encode", x=words([1, 2, 3, 4, 0, 0, 5, 6, 7, 8, 9, 1]), **small)
        data = bytes.fromhex(self.output("page.write", **self.written(small, encoded, key_dim=2))["page"])
        self.assertEqual(len(data), 64 + 48 + 16)

        def changed(place, new, seal=True):
            out = bytearray(data)
            out[place:place + len(new)] = bytes(new)
            if seal:
                out[28:32] = page.page_crc(bytes(out)).to_bytes(4, "little")
            return bytes(out)

        cases = [
            ("truncated-header", data[:63]), ("bad-magic", changed(0, b"tqpg")), ("swapped-magic", changed(0, b"GPQT")),
            ("unsupported-version", changed(5, [2])), ("truncated-page", data[:-1]), ("trailing-bytes", data + b"0"),
            ("trailing-bytes", changed(8, [0, 0])), ("reserved-flags", changed(6, [3])), ("bad-layer", changed(12, [0, 16])),
            ("bad-kv-heads", changed(14, [0])), ("bad-kv-heads", changed(14, [1, 1])), ("bad-key-dim", changed(16, [0, 8])),
            ("bad-value-dim", changed(18, [1])), ("bad-capacity", changed(20, [0])), ("bad-count", changed(22, [6])),
            ("bad-position", changed(24, [0xFD, 0xFF, 0xFF, 0x7F])), ("bad-key-mode", changed(40, [5])),
            ("bad-value-mode", changed(41, [1])), ("bad-transform", changed(42, [0x14])),
            ("bad-codebook", changed(42, [0x21])), ("bad-gain-rule", changed(43, [0x12])),
            ("bad-gain-coding", changed(43, [0x31])), ("reserved-field", changed(47, [1])),
            ("page-bytes-mismatch", changed(16, [16])), ("open-page", changed(6, [0], seal=False)),
            ("crc-mismatch", changed(28, [0, 0], seal=False)), ("gain-not-finite", changed(64, [0, 0, 0x80, 0xFF])),
            ("gain-negative", changed(64, [0, 0, 0, 0x80])), ("unused-row-nonzero", changed(64 + 12, [1])),
            ("section-padding-nonzero", changed(64 + 40, [1])), ("row-padding-nonzero", changed(112, [0x40])),
            ("unused-row-nonzero", changed(112 + 3, [1])), ("section-padding-nonzero", changed(112 + 10, [1])),
            ("zero-gain-codes", changed(112 + 1, [0x1C])), ("zero-gain-codes", changed(64, [0, 0, 0, 0])),
        ]
        for slug, bad in cases:
            with self.assertRaises(errors.SpecError) as caught:
                page.parse(bad)
            self.assertEqual(caught.exception.slug, slug)

    def test_an_empty_page(self):
        _, arguments, _ = self.encoded("one-round", 2, "binary32")
        fields = self.written(arguments, dict(gains="", rows=""), count=0)
        data = self.output("page.write", **fields)["page"]
        self.assertEqual(self.output("page.parse", page=data), fields)
        self.assertEqual(self.output("score.page", page=data, query_heads=2, queries=words([1] * 32)), {"scores": ""})

    def test_refusals_of_a_writer(self):
        _, arguments, encoded = self.encoded("one-round", 2, "binary32")
        good = self.written(arguments, encoded)
        for change in (dict(key_mode="lloyd-max-1"), dict(layer=4096), dict(kv_heads=0), dict(key_dim=17),
                       dict(capacity=1025), dict(count=6), dict(first_position=2147483645), dict(transform="none")):
            self.refuse("bad-argument", "page.write", **dict(good, **change))
        self.refuse("bad-length", "page.write", **dict(good, rows=good["rows"] + "00"))
        self.refuse("bad-length", "page.write", **dict(good, identity="00"))
        self.refuse("gain-negative", "page.write", **dict(good, gains="00000080" + good["gains"][8:]))


class RefusalTest(Caller):
    def test_arguments(self):
        self.refuse("bad-argument", "arithmetic.evaluate", operator="power", a="", b="")
        self.refuse("bad-length", "arithmetic.evaluate", operator="add", a="3f800000", b="")
        self.refuse("bad-argument", "arithmetic.evaluate", operator="divide", a="3f800000", b="80000000")
        self.refuse("bad-argument", "arithmetic.evaluate", operator="square-root", a="80000001", b="")
        self.refuse("non-finite-input", "arithmetic.evaluate", operator="add", a="7f800000", b="00000000")
        self.refuse("result-overflow", "arithmetic.dot", a="7f7fffff", b="40000000")
        self.refuse("binary16-overflow", "arithmetic.to_binary16", values="477ff000")
        self.refuse("non-finite-input", "arithmetic.from_binary16", halves="7c00")
        self.refuse("bad-argument", "codebook.table", width=5)
        self.refuse("code-out-of-range", "codebook.dequantize", width=2, codes="0004")
        self.refuse("code-out-of-range", "packing.pack", width=2, codes="04")
        self.refuse("bad-length", "packing.unpack", width=2, count=1, packed="0000")
        self.refuse("binary32-overflow", "gain.norm", x="7f7fffff 7f7fffff")
        self.refuse("bad-argument", "gain.store", gain_coding="binary16", norms="80000000")
        self.refuse("gain-not-finite", "gain.load", gain_coding="binary16", stored="00fe")
        self.refuse("gain-negative", "gain.load", gain_coding="binary16", stored="0080")

    def test_empty_lists(self):
        self.assertEqual(self.output("arithmetic.dot", a="", b=""), {"sum": "00000000"})
        self.assertEqual(self.output("gain.norm", x=""), {"norm": "00000000"})
        self.assertEqual(self.output("packing.pack", width=3, codes=""), {"packed": ""})


class AdapterTest(unittest.TestCase):
    def test_conversation(self):
        requests = [
            {"op": "hello", "protocol": 1, "specification": "0.1", "max_line": 300, "later": 1},
            {"op": "call", "id": 7, "operation": "packing.pack", "input": {"width": 3, "codes": "0001020304050607"}},
            {"op": "call", "id": 8, "operation": "packing.unpack", "input": {"width": 3, "count": 1, "packed": "0f"}},
            {"op": "call", "id": 9, "operation": "packing.pack", "input": {"width": "3", "codes": ""}},
            {"op": "call", "id": 10, "operation": "no.such", "input": {}},
            {"op": "call", "id": 11, "operation": "arithmetic.dot", "input": {"a": "3f800000 " * 20 + "3f800000",
                                                                           "b": "3f800000 " * 20 + "3f800000"}},
        ]
        text = b"".join(json.dumps(request).encode() + b"\n" for request in requests)
        result = subprocess.run([sys.executable, os.path.join(HERE, "adapter.py")], input=text, capture_output=True,
                                timeout=60, check=True)
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual(set(answers[0]), {"op", "protocol", "name", "version", "max_line", "operations"})
        self.assertEqual(len(answers[0]["operations"]), 23)
        self.assertEqual(answers[1], {"id": 7, "output": {"packed": "88c6fa"}})
        self.assertEqual(answers[2], {"id": 8, "error": "padding-bits"})
        self.assertIn("unsupported", answers[3])
        self.assertIn("unsupported", answers[4])
        self.assertEqual(answers[5], {"id": 11, "output": {"sum": "41a80000"}})

    def test_nothing_else_reaches_standard_output(self):
        code = "import adapter, os; print('noise'); os.write(1, b'noise')"
        result = subprocess.run([sys.executable, "-c", code], cwd=HERE, capture_output=True, timeout=60, check=True)
        self.assertEqual(result.stdout, b"")


if __name__ == "__main__":
    unittest.main()
