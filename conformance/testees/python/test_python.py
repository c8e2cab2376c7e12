# SPDX-License-Identifier: CC0-1.0
"""Tests of the Python testee: `python3 -m unittest discover -s conformance/testees/python`."""

import ctypes
import ctypes.util
import math
import random
import struct
import unittest
from fractions import Fraction

import binary32
import errors

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


if __name__ == "__main__":
    unittest.main()
