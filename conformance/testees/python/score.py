# SPDX-License-Identifier: CC0-1.0
"""Scores of queries against a page, float profile (chapter score)."""

import binary32
import codebook
import gain
import keys
import packing
import page as page_format
import transform
from errors import require


def score(header, layout, gains, rows, query_heads, queries):
    """TQ-SCORE-002 to TQ-SCORE-004 for a parsed page and checked queries: `rotated`, `sums` and scores, all flat."""
    kind = page_format.TRANSFORM_NUMBERS[header["transform"]]
    rotation = keys.Rotation(kind, layout.head_dim, header["seed"], header["layer"])
    sigma = transform.return_scale(kind, layout.head_dim)
    gain_values = gain.load(layout.coding, gains)
    group = query_heads // layout.heads
    packed_rows = [rows[start:start + layout.row_bytes] for start in range(0, len(rows), layout.row_bytes)]
    levels_of_row = [codebook.dequantize(layout.width, packing.codes_of(layout.width, layout.head_dim, packed))
                     for packed in packed_rows]
    rotated, sums, scores = [], [], []
    for head in range(query_heads):
        kv_head = head // group
        query = rotation.forward(kv_head, queries[head * layout.head_dim:(head + 1) * layout.head_dim])
        row_indices = range(kv_head, layout.count * layout.heads, layout.heads)
        head_sums = [binary32.dot(query, levels_of_row[index]) for index in row_indices]
        head_gains = [gain_values[index] for index in row_indices]
        rotated += query
        sums += head_sums
        scores += binary32.add_zero(binary32.multiply(binary32.scale(head_sums, sigma), head_gains))
    require(all(map(binary32.all_finite, (rotated, sums, scores))), "result-overflow")
    return rotated, sums, scores
