# SPDX-License-Identifier: CC0-1.0
"""The Gaussian codebooks of widths 1 to 4 (chapter codebook): binary32 patterns, each rounded once from 30 digits."""

from bisect import bisect_left

import binary32
from errors import require

POSITIVE_LEVELS = {
    1: (0x3F4C422A,),
    2: (0x3EE7D2C9, 0x3FC1555D),
    3: (0x3E7AF9F8, 0x3F418990, 0x3FAC0538, 0x4009B97A),
    4: (0x3E0379FD, 0x3EC6AE44, 0x3F28215E, 0x3F713D39, 0x3FA0CC2F, 0x3FCF1C25, 0x40046AC7, 0x402EE2BF),
}

POSITIVE_BOUNDARIES = {
    1: (),
    2: (0x3F7B4A0F,),
    3: (0x3F002407, 0x3F866500, 0x3FDFBC17),
    4: (0x3E8435A1, 0x3F05BC40, 0x3F4CAF4B, 0x3F8CB566, 0x3FB7F42A, 0x3FEBF8DA, 0x4019A6C3),
}


def mirrored(patterns):
    """The patterns of the negated numbers, ascending."""
    return [pattern | binary32.SIGN_32 for pattern in reversed(patterns)]


LEVELS = {width: binary32.from_patterns(mirrored(positive) + list(positive))
          for width, positive in POSITIVE_LEVELS.items()}
BOUNDARIES = {width: binary32.from_patterns(mirrored(positive) + [0] + list(positive))
              for width, positive in POSITIVE_BOUNDARIES.items()}


def check_width(width):
    """TQ-CODE-001."""
    require(width in LEVELS, "bad-argument")


def zero_code(width):
    """The code of +0 and of -0."""
    return (1 << (width - 1)) - 1


def quantize(width, z):
    """TQ-CODE-002: the number of boundaries strictly below each value."""
    boundaries = BOUNDARIES[width]
    return [bisect_left(boundaries, value) for value in z]


def dequantize(width, codes):
    """TQ-CODE-003."""
    levels = LEVELS[width]
    require(all(0 <= code < len(levels) for code in codes), "code-out-of-range")
    return [levels[code] for code in codes]
