# SPDX-License-Identifier: CC0-1.0
"""IEEE 754 binary32 and binary16 (chapter arithmetic).

A binary32 number is kept in a Python float, which is a binary64 number and holds it exactly. An operation is done in
binary64 and its result is rounded to binary32 by integers (round_pattern). Two roundings in a row give the same result
as one rounding here ("innocuous double rounding"). With p = 24 bits of binary32 and P = 53 bits of binary64:

* multiply: the product of two 24-bit significands has at most 48 bits and an exponent of at least -298, so binary64
  holds it exactly. There is one rounding only, for normal, subnormal and overflowing results alike.
* add, subtract: a result below 2^-126 is a multiple of 2^-149, so binary32 and binary64 hold it exactly. Otherwise, when
  binary64 has to round, the operands a and b differ so much that |b| < 2^-27 |a|. The second rounding could err only if
  the exact sum were within 2^-53 |a| of a midpoint between two binary32 numbers without lying on it. But a is itself a
  binary32 number and the nearest midpoint is at least 2^-26 |a| away.
* divide: let m be a midpoint between two neighbouring binary32 numbers, subnormal ones included. m = M 2^k with an
  integer M < 2^25. With a = A 2^i, b = B 2^j and A, B in [2^23, 2^24), the difference a/b - m is
  (A 2^i - M B 2^(j+k)) / b. If i >= j + k its numerator is zero or at least 2^(j+k), so that the relative distance to m
  is zero or at least 1/(M B) > 2^-49. The first rounding has a relative error of 2^-53 at most (a quotient of binary32
  numbers is normal in binary64), so it can neither land on m nor cross it. If i < j + k, a quotient near m is
  possible for k = -150 only (a normal midpoint has M >= 2^24); then it is below 2^-150, the one candidate is
  m = 2^-150, and a/b <= (1 - 2^-24) m because A/(2 B) <= (2^24 - 1) / 2^24.
* square root: never subnormal. A midpoint m = M 2^k with odd M of 25 bits has a square of 49 or 50 bits, which no
  binary32 operand equals. In units of 4^k operand and M^2 are integers below 2^50 or the operand is one, so they differ by
  2^-50 relatively, the roots by 2^-51, and the first rounding errs by 2^-53 at most.

binary64 itself never overflows on these operations. Infinities and NaNs pass through; callers turn them into errors.
"""

import math
import struct

from errors import SpecError, require

INFINITY_64 = 0x7FF0000000000000
INFINITY_32 = 0x7F800000
QUIET_NAN_32 = 0x7FC00000
SIGN_32 = 0x80000000
SMALLEST_NORMAL_EXPONENT = 897  # the biased binary64 exponent of 2^-126
REBIAS = 896 << 23  # the difference of the biases, 1023 - 127, at the place of a binary32 exponent
LOST_BITS = 29  # 52 - 23 fraction bits


def round_pattern(bits):
    """The binary32 pattern nearest to the number with this binary64 pattern, ties to even, subnormals kept."""
    magnitude = bits & 0x7FFFFFFFFFFFFFFF
    sign = (bits >> 32) & SIGN_32
    exponent = magnitude >> 52
    if exponent >= SMALLEST_NORMAL_EXPONENT:
        if magnitude > INFINITY_64:
            return QUIET_NAN_32
        # Adds half a unit less one, and one more when the kept part is odd; a carry into the exponent is right.
        rounded = (magnitude + 0x0FFFFFFF + ((magnitude >> LOST_BITS) & 1)) >> LOST_BITS
        return sign | min(rounded - REBIAS, INFINITY_32)
    # The unit of the result is 2^-149, and significand 2^(exponent - 1075) is the number.
    shift = 926 - exponent
    if shift > 53:
        return sign  # below 2^-150, and a zero too
    significand = (magnitude & 0xFFFFFFFFFFFFF) | 0x10000000000000
    kept = significand >> shift
    rest = significand & ((1 << shift) - 1)
    half = 1 << (shift - 1)
    if rest > half or (rest == half and kept & 1):
        kept += 1
    return sign | kept


def from_patterns(patterns):
    """The numbers with these binary32 patterns."""
    return list(struct.unpack("<%df" % len(patterns), struct.pack("<%dI" % len(patterns), *patterns)))


def to_patterns(numbers):
    """The binary32 patterns of numbers that are binary32 already (nothing is rounded)."""
    return list(struct.unpack("<%dI" % len(numbers), struct.pack("<%df" % len(numbers), *numbers)))


def rounded(results):
    """Each binary64 result rounded once to binary32."""
    bits = struct.unpack("<%dQ" % len(results), struct.pack("<%dd" % len(results), *results))
    return from_patterns([round_pattern(b) for b in bits])


def add(a, b):
    return rounded([x + y for x, y in zip(a, b)])


def subtract(a, b):
    return rounded([x - y for x, y in zip(a, b)])


def multiply(a, b):
    return rounded([x * y for x, y in zip(a, b)])


def scale(a, factor):
    """Each element times one binary32 factor."""
    return rounded([x * factor for x in a])


def divide(a, b):
    """No divisor may be zero."""
    return rounded([x / y for x, y in zip(a, b)])


def square_root(a):
    """No element may be below zero; the root of -0 is -0."""
    return rounded([math.sqrt(x) for x in a])


def add_zero(a):
    """TQ-ARITH-008: -0 becomes +0, no other value changes."""
    return [x + 0.0 for x in a]


def all_finite(numbers):
    return all(map(math.isfinite, numbers))


def has_sign(number):
    """True when the sign bit is set, -0 included."""
    return math.copysign(1.0, number) < 0.0


def power_of_two(exponent):
    """2^exponent for -149 <= exponent <= 127, exactly."""
    return math.ldexp(1.0, exponent)


def lane_sums(terms):
    """The 16 lanes of TQ-ARITH-002 before the tree."""
    lanes = [0.0] * 16
    for start in range(0, len(terms), 16):
        chunk = terms[start:start + 16]
        lanes[:len(chunk)] = add(lanes, chunk)
    return lanes


def tree_sum(lanes):
    """The tree of TQ-ARITH-002: 8, 4, 2 and then the last addition."""
    width = 8
    while width:
        lanes = add(lanes[:width], lanes[width:2 * width])
        width //= 2
    return lanes[0]


def total(terms):
    """The sum of TQ-ARITH-002."""
    return tree_sum(lane_sums(terms))


def dot(a, b):
    """TQ-ARITH-003 without its checks; may be infinite or a NaN."""
    return total(multiply(a, b))


def binary16_of(pattern):
    """The binary16 pattern nearest to a finite binary32 pattern (TQ-ARITH-004)."""
    sign = (pattern >> 16) & 0x8000
    magnitude = pattern & 0x7FFFFFFF
    exponent = magnitude >> 23
    if exponent >= 113:  # 2^-14 or more: 13 fraction bits are dropped, the biases differ by 112
        half = ((magnitude + 0x0FFF + ((magnitude >> 13) & 1)) >> 13) - (112 << 10)
        if half >= 0x7C00:
            raise SpecError("binary16-overflow")
        return sign | half
    # The unit of the result is 2^-24, and significand 2^(exponent - 150) is the number.
    shift = 126 - exponent
    if shift > 24:
        return sign  # below 2^-25
    significand = (magnitude & 0x7FFFFF) | 0x800000
    kept = significand >> shift
    rest = significand & ((1 << shift) - 1)
    middle = 1 << (shift - 1)
    if rest > middle or (rest == middle and kept & 1):
        kept += 1
    return sign | kept


def number_of_binary16(half):
    """The number with a finite binary16 pattern (TQ-ARITH-005)."""
    exponent = (half >> 10) & 0x1F
    fraction = half & 0x3FF
    require(exponent != 0x1F, "non-finite-input")
    if exponent:
        number = math.ldexp(fraction + 1024, exponent - 25)
    else:
        number = math.ldexp(fraction, -24)
    return -number if half & 0x8000 else number
