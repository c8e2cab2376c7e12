# SPDX-License-Identifier: CC0-1.0
"""Key rows: encode, quantize, decode (chapter keys). Lists of rows are ordered [tokens, kv_heads]."""

import binary32
import codebook
import gain
import packing
import random_signs
import transform
from errors import require

WIDTHS = (2, 3, 4)


def check_shape(width, head_dim, tokens, kv_heads, layer):
    """TQ-KEYS-001."""
    require(width in WIDTHS and transform.is_head_dim(head_dim), "bad-argument")
    require(0 <= tokens <= 1024 and 1 <= kv_heads <= 256 and 0 <= layer <= 4095, "bad-argument")


class Rotation:
    """One transform with the signs of one seed and layer; the signs of a KV head are made once."""

    def __init__(self, kind, head_dim, seed, layer):
        self.kind = kind
        self.head_dim = head_dim
        self.seed = seed
        self.layer = layer
        self.signs_of_head = {}

    def signs(self, kv_head):
        if kv_head not in self.signs_of_head:
            first = random_signs.signs(self.seed, self.layer, kv_head, random_signs.STREAM_KEY_ROUND_1, self.head_dim)
            second = []
            if self.kind != transform.ONE_ROUND:
                second = random_signs.signs(self.seed, self.layer, kv_head, random_signs.STREAM_KEY_ROUND_2,
                                            self.head_dim)
            self.signs_of_head[kv_head] = (first, second)
        return self.signs_of_head[kv_head]

    def forward(self, kv_head, x):
        first, second = self.signs(kv_head)
        return transform.forward(self.kind, first, second, x)[2]

    def inverse_unscaled(self, kv_head, y):
        first, second = self.signs(kv_head)
        return transform.inverse_unscaled(self.kind, first, second, y)


def normalised(kind, y, scaled_gain):
    """TQ-KEYS-003 and TQ-KEYS-005: z from y and g'."""
    if scaled_gain == 0.0:
        return [0.0] * len(y)
    divisor = binary32.scale([scaled_gain], transform.spread(kind, len(y)))[0]
    return binary32.divide(y, [divisor] * len(y))


def encode_row(width, coding, rotation, kv_head, x):
    """The norm, the stored gain, y, z and the codes of one row of finite numbers."""
    exponent, scaled = gain.scaled_row(x)
    norm = gain.norm_of_scaled(exponent, scaled)[2]
    stored = gain.store(coding, norm)
    y = rotation.forward(kv_head, scaled)
    scaled_gain = binary32.scale(gain.load(coding, stored), binary32.power_of_two(-exponent))[0]
    z = normalised(rotation.kind, y, scaled_gain)
    return norm, stored, y, z, codebook.quantize(width, z)


def zero_gain_codes(width, codes):
    """TQ-KEYS-009: True when a row of gain +0 has a code other than that of +0."""
    zero = codebook.zero_code(width)
    return any(code != zero for code in codes)


def decode_row(width, rotation, kv_head, gain_value, codes):
    """TQ-KEYS-008: the stage `unscaled` and the decoded row of one row of checked codes."""
    unscaled = rotation.inverse_unscaled(kv_head, codebook.dequantize(width, codes))
    sigma = transform.return_scale(rotation.kind, rotation.head_dim)
    x = binary32.add_zero(binary32.scale(binary32.scale(unscaled, sigma), gain_value))
    require(binary32.all_finite(x), "result-overflow")
    return unscaled, x
