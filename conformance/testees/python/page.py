# SPDX-License-Identifier: CC0-1.0
"""The page: header, sections, CRC-32C, write and parse (chapter page).

A header is a dictionary of the integers of TQ-PAGE-001, with `magic` and `identity` as bytes.
"""

import gain
import packing
import transform
from errors import SpecError, require

HEADER_BYTES = 64
MAGIC = b"TQPG"
VERSION = (0, 1)
SEALED = 1
LAST_POSITION = 2147483647
CRC_OFFSET = 28

KEY_WIDTHS = {2: 2, 3: 3, 4: 4}
TRANSFORM_NUMBERS = {1: transform.ONE_ROUND, 2: transform.TWO_ROUNDS, 3: transform.TWO_SIGN}
CODEBOOK_GAUSSIAN = 1
GAIN_RULE_RAW_NORM = 1
GAIN_CODING_NUMBERS = {1: gain.BINARY32, 2: gain.BINARY16}

# name, offset, size, low bit, bits: TQ-PAGE-001
FIELDS = (
    ("magic", 0, 4, 0, 32),
    ("version_major", 4, 1, 0, 8),
    ("version_minor", 5, 1, 0, 8),
    ("flags", 6, 2, 0, 16),
    ("page_bytes", 8, 4, 0, 32),
    ("layer", 12, 2, 0, 16),
    ("kv_heads", 14, 2, 0, 16),
    ("key_dim", 16, 2, 0, 16),
    ("value_dim", 18, 2, 0, 16),
    ("capacity", 20, 2, 0, 16),
    ("count", 22, 2, 0, 16),
    ("first_position", 24, 4, 0, 32),
    ("crc", 28, 4, 0, 32),
    ("seed", 32, 8, 0, 64),
    ("key_mode", 40, 1, 0, 8),
    ("value_mode", 41, 1, 0, 8),
    ("transform", 42, 1, 0, 4),
    ("codebook", 42, 1, 4, 4),
    ("gain_rule", 43, 1, 0, 4),
    ("gain_coding", 43, 1, 4, 4),
    ("sketch_rows", 44, 2, 0, 12),
    ("sketch_law", 44, 2, 12, 4),
    ("group_size", 46, 1, 0, 8),
    ("outlier_slots", 47, 1, 0, 8),
    ("identity", 48, 16, 0, 128),
)


def crc_table():
    """One entry a byte; 82f63b78 is the polynomial 1edc6f41 with its bits reversed."""
    table = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


CRC_TABLE = crc_table()


def crc32c(data):
    """TQ-PAGE-006."""
    value = 0xFFFFFFFF
    for byte in data:
        value = value >> 8 ^ CRC_TABLE[(value ^ byte) & 0xFF]
    return value ^ 0xFFFFFFFF


def page_crc(page):
    """The CRC of a page, its own field taken as zero."""
    return crc32c(page[:CRC_OFFSET] + bytes(4) + page[CRC_OFFSET + 4:])


def aligned(size):
    return (size + 15) // 16 * 16


def header_of(page):
    """Every field of a page of 64 bytes or more, unchecked."""
    header = {}
    for name, offset, size, low, bits in FIELDS:
        word = int.from_bytes(page[offset:offset + size], "little")
        header[name] = word >> low & ((1 << bits) - 1)
    header["magic"] = bytes(page[0:4])
    header["identity"] = bytes(page[48:64])
    return header


def header_bytes(header):
    """The 64 bytes of a header whose fields fit."""
    out = bytearray(HEADER_BYTES)
    for name, offset, size, low, _ in FIELDS:
        value = header[name]
        if isinstance(value, bytes):
            out[offset:offset + size] = value
        else:
            word = int.from_bytes(out[offset:offset + size], "little") | value << low
            out[offset:offset + size] = word.to_bytes(size, "little")
    return bytes(out)


class Layout:
    """The places of rows and sections (TQ-PAGE-003, TQ-PAGE-004) of a header with checked fields."""

    def __init__(self, header):
        self.heads = header["kv_heads"]
        self.capacity = header["capacity"]
        self.count = header["count"]
        self.head_dim = header["key_dim"]
        self.width = KEY_WIDTHS[header["key_mode"]]
        self.coding = GAIN_CODING_NUMBERS[header["gain_coding"]]
        self.gain_bytes = gain.GAIN_BYTES[self.coding]
        self.row_bytes = packing.packed_size(self.width, self.head_dim)
        rows = self.heads * self.capacity
        self.gain_start = HEADER_BYTES
        self.gain_end = self.gain_start + rows * self.gain_bytes
        self.code_start = self.gain_start + aligned(rows * self.gain_bytes)
        self.code_end = self.code_start + rows * self.row_bytes
        self.page_bytes = self.code_start + aligned(rows * self.row_bytes)

    def gain_place(self, head, token):
        start = self.gain_start + (head * self.capacity + token) * self.gain_bytes
        return slice(start, start + self.gain_bytes)

    def row_place(self, head, token):
        start = self.code_start + (head * self.capacity + token) * self.row_bytes
        return slice(start, start + self.row_bytes)


def check_envelope(page):
    """Errors 101 to 106, in the order of their numbers."""
    require(len(page) >= HEADER_BYTES, "truncated-header")
    magic = bytes(page[0:4])
    if magic == MAGIC[::-1]:
        raise SpecError("swapped-magic")
    require(magic == MAGIC, "bad-magic")
    require((page[4], page[5]) == VERSION, "unsupported-version")
    claimed = int.from_bytes(page[8:12], "little")
    require(len(page) >= claimed, "truncated-page")
    require(len(page) <= claimed, "trailing-bytes")


def check_header(header):
    """Errors 201 to 215, by offset and then by low bit."""
    h = header
    require(h["flags"] & ~SEALED == 0, "reserved-flags")
    require(h["layer"] <= 4095, "bad-layer")
    require(1 <= h["kv_heads"] <= 256, "bad-kv-heads")
    require(transform.is_head_dim(h["key_dim"]), "bad-key-dim")
    require(h["value_dim"] == 0, "bad-value-dim")
    require(1 <= h["capacity"] <= 1024, "bad-capacity")
    require(h["count"] <= h["capacity"], "bad-count")
    require(h["first_position"] + h["count"] <= LAST_POSITION, "bad-position")
    require(h["key_mode"] in KEY_WIDTHS, "bad-key-mode")
    require(h["value_mode"] == 0, "bad-value-mode")
    require(h["transform"] in TRANSFORM_NUMBERS, "bad-transform")
    require(h["codebook"] == CODEBOOK_GAUSSIAN, "bad-codebook")
    require(h["gain_rule"] == GAIN_RULE_RAW_NORM, "bad-gain-rule")
    require(h["gain_coding"] in GAIN_CODING_NUMBERS, "bad-gain-coding")
    reserved = ("sketch_rows", "sketch_law", "group_size", "outlier_slots")
    require(all(h[name] == 0 for name in reserved), "reserved-field")


def check_section(layout, page, start, row_bytes, end, section_end, check_used):
    """The payload checks of one section by increasing offset (TQ-PAGE-010)."""
    place = start
    for _ in range(layout.heads):
        for token in range(layout.capacity):
            row = page[place:place + row_bytes]
            if token < layout.count:
                check_used(row)
            else:
                require(not any(row), "unused-row-nonzero")
            place += row_bytes
    require(not any(page[end:section_end]), "section-padding-nonzero")


def check_payload(layout, page):
    """Errors 501 to 505."""

    def check_gain(row):
        gain.check_pattern(layout.coding, int.from_bytes(row, "little"))

    def check_row(row):
        require(not packing.has_padding_bits(layout.width, layout.head_dim, row), "row-padding-nonzero")

    check_section(layout, page, layout.gain_start, layout.gain_bytes, layout.gain_end, layout.code_start, check_gain)
    check_section(layout, page, layout.code_start, layout.row_bytes, layout.code_end, layout.page_bytes, check_row)


def check_zero_gains(layout, page):
    """TQ-PAGE-011. A row whose codes are all those of +0 has one byte string, so bytes are compared."""
    zero = packing.pack(layout.width, [(1 << (layout.width - 1)) - 1] * layout.head_dim)
    for head in range(layout.heads):
        for token in range(layout.count):
            if not any(page[layout.gain_place(head, token)]):
                require(page[layout.row_place(head, token)] == zero, "zero-gain-codes")


def parse(page):
    """TQ-PAGE-009 and TQ-PAGE-012: header, layout, gains and rows of the used tokens, [tokens, kv_heads]."""
    check_envelope(page)
    header = header_of(page)
    check_header(header)
    layout = Layout(header)
    require(header["page_bytes"] == layout.page_bytes, "page-bytes-mismatch")
    require(header["flags"] & SEALED, "open-page")
    require(header["crc"] == page_crc(page), "crc-mismatch")
    check_payload(layout, page)
    check_zero_gains(layout, page)
    used = [(head, token) for token in range(layout.count) for head in range(layout.heads)]
    gains = b"".join(page[layout.gain_place(head, token)] for head, token in used)
    rows = b"".join(page[layout.row_place(head, token)] for head, token in used)
    return header, layout, gains, rows


def write(header, gains, rows):
    """TQ-PAGE-007: a sealed page. Fields that the header does not give have the one value that this version allows."""
    full = dict.fromkeys([field[0] for field in FIELDS], 0)
    full.update(header, magic=MAGIC, version_major=VERSION[0], version_minor=VERSION[1], flags=SEALED,
                codebook=CODEBOOK_GAUSSIAN, gain_rule=GAIN_RULE_RAW_NORM)
    try:
        check_header(full)
    except SpecError:
        raise SpecError("bad-argument") from None
    layout = Layout(full)
    number = layout.count * layout.heads
    require(len(full["identity"]) == 16, "bad-length")
    require(len(gains) == number * layout.gain_bytes and len(rows) == number * layout.row_bytes, "bad-length")
    page = bytearray(layout.page_bytes)
    full["page_bytes"] = layout.page_bytes
    page[:HEADER_BYTES] = header_bytes(full)
    for token in range(layout.count):
        for head in range(layout.heads):
            index = token * layout.heads + head
            page[layout.gain_place(head, token)] = gains[index * layout.gain_bytes:(index + 1) * layout.gain_bytes]
            page[layout.row_place(head, token)] = rows[index * layout.row_bytes:(index + 1) * layout.row_bytes]
    page = bytes(page)
    check_payload(layout, page)
    check_zero_gains(layout, page)
    return page[:CRC_OFFSET] + page_crc(page).to_bytes(4, "little") + page[CRC_OFFSET + 4:]
