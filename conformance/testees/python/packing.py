# SPDX-License-Identifier: CC0-1.0
"""Bitstreams, least significant bit first (chapter packing)."""

from errors import require

MAXIMUM_COUNT = 1048576


def packed_size(width, count):
    """TQ-PACK-002."""
    return (count * width + 7) // 8


def check_shape(width, count):
    """TQ-PACK-003."""
    require(1 <= width <= 8 and 0 <= count <= MAXIMUM_COUNT, "bad-argument")


def pack(width, codes):
    """TQ-PACK-001 to TQ-PACK-003. Eight codes fill `width` bytes exactly, so eight are packed at a time."""
    check_shape(width, len(codes))
    require(all(code < 1 << width for code in codes), "code-out-of-range")
    out = bytearray()
    for start in range(0, len(codes), 8):
        stream = 0
        for place, code in enumerate(codes[start:start + 8]):
            stream |= code << (place * width)
        out += stream.to_bytes(width, "little")
    return bytes(out[:packed_size(width, len(codes))])


def has_padding_bits(width, count, packed):
    """True when a bit behind the last code is set; `packed` has the length of TQ-PACK-002."""
    used = count * width % 8
    return used != 0 and packed[-1] >> used != 0


def codes_of(width, count, packed):
    """The codes of a bitstream whose length and padding were checked."""
    mask = (1 << width) - 1
    codes = []
    for start in range(0, len(packed), width):
        stream = int.from_bytes(packed[start:start + width], "little")
        codes += [stream >> (place * width) & mask for place in range(8)]
    return codes[:count]


def unpack(width, count, packed):
    """TQ-PACK-003 and TQ-PACK-004."""
    check_shape(width, count)
    require(len(packed) == packed_size(width, count), "bad-length")
    require(not has_padding_bits(width, count, packed), "padding-bits")
    return codes_of(width, count, packed)


def sign_bits(numbers):
    """TQ-PACK-005: 1 for a value of zero or more, -0 included."""
    return [1 if x >= 0.0 else 0 for x in numbers]
