# SPDX-License-Identifier: CC0-1.0
"""The raw norm and its two codings (chapter gain)."""

import math
import struct

import binary32
from errors import require

BINARY32 = "binary32"
BINARY16 = "binary16"
GAIN_BYTES = {BINARY32: 4, BINARY16: 2}


def check_coding(coding):
    require(coding in GAIN_BYTES, "bad-argument")


def scale_exponent(x):
    """c of TQ-GAIN-001."""
    largest = max(map(abs, x), default=0.0)
    if largest == 0.0:
        return -126
    # frexp gives a significand in [1/2, 1), so its exponent is floor(log2) + 1.
    return max(-126, min(126, math.frexp(largest)[1] - 1))


def scaled_row(x):
    """c and x' = x 2^-c."""
    exponent = scale_exponent(x)
    return exponent, binary32.scale(x, binary32.power_of_two(-exponent))


def norm_of_scaled(exponent, scaled):
    """TQ-GAIN-002 to TQ-GAIN-004: the sum, the root and the norm of a scaled row."""
    total = binary32.total(binary32.multiply(scaled, scaled))
    root = binary32.square_root([total])
    norm = binary32.scale(root, binary32.power_of_two(exponent))[0]
    require(math.isfinite(norm), "binary32-overflow")
    return total, root[0], norm


def store(coding, norm):
    """TQ-GAIN-005: the bytes of a finite norm without a sign bit."""
    pattern = binary32.to_patterns([norm])[0]
    if coding == BINARY32:
        return struct.pack("<I", pattern)
    return struct.pack("<H", binary32.binary16_of(pattern))


def patterns_of(coding, stored):
    """The integers of a list of stored gains."""
    letter = "I" if coding == BINARY32 else "H"
    return struct.unpack("<%d%s" % (len(stored) // GAIN_BYTES[coding], letter), stored)


def check_pattern(coding, pattern):
    """TQ-GAIN-006."""
    infinity, sign = (0x7F800000, 0x80000000) if coding == BINARY32 else (0x7C00, 0x8000)
    require(pattern & infinity != infinity, "gain-not-finite")
    require(not pattern & sign, "gain-negative")


def load(coding, stored):
    """The numbers of a list of stored gains, checked in their order."""
    patterns = patterns_of(coding, stored)
    for pattern in patterns:
        check_pattern(coding, pattern)
    if coding == BINARY32:
        return binary32.from_patterns(patterns)
    return [binary32.number_of_binary16(pattern) for pattern in patterns]
