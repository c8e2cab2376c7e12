# SPDX-License-Identifier: CC0-1.0
"""Philox4x32-10 and the signs made from it (chapter random). A set sign means minus."""

from errors import require

MASK = 0xFFFFFFFF
ROUNDS = 10
MULTIPLIER_0 = 0xD2511F53
MULTIPLIER_2 = 0xCD9E8D57
INCREMENT_0 = 0x9E3779B9
INCREMENT_1 = 0xBB67AE85

STREAM_KEY_ROUND_1 = 1
STREAM_KEY_ROUND_2 = 2
STREAMS = (1, 2, 3, 17, 18)


def philox(counter, key):
    """Four words from a counter of four words and a key of two."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for number in range(ROUNDS):
        if number:
            k0 = (k0 + INCREMENT_0) & MASK
            k1 = (k1 + INCREMENT_1) & MASK
        product_0 = MULTIPLIER_0 * c0
        product_2 = MULTIPLIER_2 * c2
        c0, c1, c2, c3 = ((product_2 >> 32) ^ c1 ^ k0, product_2 & MASK, (product_0 >> 32) ^ c3 ^ k1, product_0 & MASK)
    return [c0, c1, c2, c3]


def signs(seed, layer, kv_head, stream, count):
    """TQ-RAND-002 to TQ-RAND-004: a list of `count` bits."""
    require(stream in STREAMS, "bad-argument")
    require(0 <= layer <= 4095 and 0 <= kv_head <= 255 and 0 <= count <= 1024, "bad-argument")
    key = (seed & MASK, seed >> 32)
    words = []
    for block in range((count + 127) // 128):
        words += philox((block, stream, kv_head, layer), key)
    return [words[j // 32] >> (j % 32) & 1 for j in range(count)]
