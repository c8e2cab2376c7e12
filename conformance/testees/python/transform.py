# SPDX-License-Identifier: CC0-1.0
"""Sign flips and the Hadamard butterflies (chapter transform)."""

import binary32
import packing
from errors import require

ONE_ROUND = "one-round"
TWO_ROUNDS = "two-rounds"
TWO_SIGN = "two-sign"
TRANSFORMS = (ONE_ROUND, TWO_ROUNDS, TWO_SIGN)

ROOT_OF_TWO = binary32.from_patterns([0x3FB504F3])[0]


def is_head_dim(size):
    """TQ-XFORM-001."""
    return 2 <= size <= 1024 and size & (size - 1) == 0


def check_kind(kind, size):
    require(kind in TRANSFORMS and is_head_dim(size), "bad-argument")


def check_sign_lengths(kind, size, signs_1, signs_2):
    """The lengths of two packed lists of signs; the second is empty for one round."""
    expected = packing.packed_size(1, size)
    require(len(signs_1) == expected, "bad-length")
    require(len(signs_2) == (0 if kind == ONE_ROUND else expected), "bad-length")


def read_signs(kind, size, signs_1, signs_2):
    """Two lists of bits from two packed lists whose lengths were checked."""
    first = packing.unpack(1, size, signs_1)
    second = [] if kind == ONE_ROUND else packing.unpack(1, size, signs_2)
    return first, second


def flip(signs, x):
    """TQ-XFORM-002: D x."""
    return [-value if sign else value for sign, value in zip(signs, x)]


def hadamard(x):
    """TQ-XFORM-003: H x, strides ascending."""
    x = list(x)
    size = len(x)
    stride = 1
    while stride < size:
        low = [i for i in range(size) if not i & stride]
        first = [x[i] for i in low]
        second = [x[i + stride] for i in low]
        sums = binary32.add(first, second)
        differences = binary32.subtract(first, second)
        for i, plus, minus in zip(low, sums, differences):
            x[i] = plus
            x[i + stride] = minus
        stride *= 2
    return x


def forward(kind, signs_1, signs_2, x):
    """TQ-XFORM-004 to TQ-XFORM-006: the stages `signed` and `round_1`, and y."""
    signed = flip(signs_1, x)
    round_1 = hadamard(signed)
    if kind == ONE_ROUND:
        return signed, round_1, round_1
    y = flip(signs_2, round_1)
    if kind == TWO_ROUNDS:
        y = hadamard(y)
    return signed, round_1, y


def inverse_unscaled(kind, signs_1, signs_2, y):
    """The steps of TQ-XFORM-007 before the multiplication."""
    if kind == TWO_ROUNDS:
        y = hadamard(y)
    if kind != ONE_ROUND:
        y = flip(signs_2, y)
    return flip(signs_1, hadamard(y))


def inverse_factor(kind, size):
    """1/d, or 1/d^2 for two rounds."""
    return 1.0 / (size * size if kind == TWO_ROUNDS else size)


def spread(kind, size):
    """rho of TQ-XFORM-009."""
    if kind != TWO_ROUNDS:
        return 1.0
    log = size.bit_length() - 1
    if log % 2 == 0:
        return binary32.power_of_two(log // 2)
    return ROOT_OF_TWO * binary32.power_of_two((log - 1) // 2)


def return_scale(kind, size):
    """sigma of TQ-XFORM-009."""
    log = size.bit_length() - 1
    if kind != TWO_ROUNDS:
        return binary32.power_of_two(-log)
    if log % 2 == 0:
        return binary32.power_of_two(-3 * log // 2)
    return ROOT_OF_TWO * binary32.power_of_two(-(3 * log + 1) // 2)
