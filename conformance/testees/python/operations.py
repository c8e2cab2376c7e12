# SPDX-License-Identifier: CC0-1.0
"""The operations of TQ-CONF-004: argument checks in the order of the chapters, then a call of the module of the chapter.

Each function takes the input fields by name and returns (stages, output). Words are lists of binary32 patterns.
"""

import binary32
import codebook
import gain
import keys
import packing
import page as page_format
import random_signs
import score
import transform as transforms
from errors import SpecError, require

EXPONENT_32 = 0x7F800000
KEY_MODES = {"lloyd-max-2": 2, "lloyd-max-3": 3, "lloyd-max-4": 4}


def finite(patterns):
    """The numbers of a list of patterns (TQ-ARITH-006)."""
    require(all(pattern & EXPONENT_32 != EXPONENT_32 for pattern in patterns), "non-finite-input")
    return binary32.from_patterns(patterns)


def finite_result(numbers):
    require(binary32.all_finite(numbers), "result-overflow")
    return binary32.to_patterns(numbers)


def number_named(names, value):
    """The number of a text in a table of number -> text."""
    for number, text in names.items():
        if text == value:
            return number
    raise SpecError("bad-argument")


# arithmetic

def arithmetic_evaluate(operator, a, b):
    operators = {"add": binary32.add, "subtract": binary32.subtract, "multiply": binary32.multiply,
                 "divide": binary32.divide, "square-root": binary32.square_root}
    require(operator in operators, "bad-argument")
    require(len(b) == (0 if operator == "square-root" else len(a)), "bad-length")
    x, y = finite(a), finite(b)
    if operator == "square-root":
        require(all(value >= 0.0 for value in x), "bad-argument")
        values = binary32.square_root(x)
    else:
        require(operator != "divide" or all(y), "bad-argument")
        values = operators[operator](x, y)
    return {}, {"values": binary32.to_patterns(values)}


def arithmetic_dot(a, b):
    require(len(a) == len(b), "bad-length")
    products = binary32.multiply(finite(a), finite(b))
    lanes = binary32.lane_sums(products)
    total = finite_result([binary32.tree_sum(lanes)])
    return {"products": binary32.to_patterns(products), "lanes": binary32.to_patterns(lanes)}, {"sum": total}


def arithmetic_to_binary16(values):
    finite(values)
    return {}, {"halves": [binary32.binary16_of(pattern) for pattern in values]}


def arithmetic_from_binary16(halves):
    return {}, {"values": binary32.to_patterns([binary32.number_of_binary16(half) for half in halves])}


# random

def random_philox(counter, key):
    require(len(counter) == 4 and len(key) == 2, "bad-length")
    return {}, {"words": random_signs.philox(counter, key)}


def random_sign_list(seed, stream, layer, kv_head, count):
    signs = random_signs.signs(seed, layer, kv_head, stream, count)
    return {}, {"signs": packing.pack(1, signs)}


# transform

def transform_forward(transform, head_dim, signs_1, signs_2, x):
    transforms.check_kind(transform, head_dim)
    transforms.check_sign_lengths(transform, head_dim, signs_1, signs_2)
    require(len(x) == head_dim, "bad-length")
    first, second = transforms.read_signs(transform, head_dim, signs_1, signs_2)
    signed, round_1, y = transforms.forward(transform, first, second, finite(x))
    y = finite_result(y)
    return {"signed": binary32.to_patterns(signed), "round_1": binary32.to_patterns(round_1)}, {"y": y}


def transform_inverse(transform, head_dim, signs_1, signs_2, y):
    transforms.check_kind(transform, head_dim)
    transforms.check_sign_lengths(transform, head_dim, signs_1, signs_2)
    require(len(y) == head_dim, "bad-length")
    first, second = transforms.read_signs(transform, head_dim, signs_1, signs_2)
    unscaled = transforms.inverse_unscaled(transform, first, second, finite(y))
    x = binary32.add_zero(binary32.scale(unscaled, transforms.inverse_factor(transform, head_dim)))
    x = finite_result(x)
    return {"unscaled": binary32.to_patterns(unscaled)}, {"x": x}


# codebook

def codebook_table(width):
    codebook.check_width(width)
    return {}, {"levels": binary32.to_patterns(codebook.LEVELS[width]),
                "boundaries": binary32.to_patterns(codebook.BOUNDARIES[width])}


def codebook_quantize(width, z):
    codebook.check_width(width)
    return {}, {"codes": codebook.quantize(width, finite(z))}


def codebook_dequantize(width, codes):
    codebook.check_width(width)
    return {}, {"levels": binary32.to_patterns(codebook.dequantize(width, codes))}


# packing

def packing_pack(width, codes):
    return {}, {"packed": packing.pack(width, codes)}


def packing_unpack(width, count, packed):
    return {}, {"codes": packing.unpack(width, count, packed)}


def packing_pack_signs(values):
    packing.check_shape(1, len(values))
    return {}, {"packed": packing.pack(1, packing.sign_bits(finite(values)))}


# gain

def gain_norm(x):
    exponent, scaled = gain.scaled_row(finite(x))
    total, root, norm = gain.norm_of_scaled(exponent, scaled)
    stages = {"scaled": binary32.to_patterns(scaled), "sum": binary32.to_patterns([total]),
              "root": binary32.to_patterns([root])}
    return stages, {"norm": binary32.to_patterns([norm])}


def gain_store(gain_coding, norms):
    gain.check_coding(gain_coding)
    numbers = finite(norms)
    require(not any(map(binary32.has_sign, numbers)), "bad-argument")
    return {}, {"stored": b"".join([gain.store(gain_coding, norm) for norm in numbers])}


def gain_load(gain_coding, stored):
    gain.check_coding(gain_coding)
    require(len(stored) % gain.GAIN_BYTES[gain_coding] == 0, "bad-length")
    return {}, {"gains": binary32.to_patterns(gain.load(gain_coding, stored))}


# keys

def key_quantize(width, transform, head_dim, gain, y):
    keys.check_shape(width, head_dim, 0, 1, 0)
    transforms.check_kind(transform, head_dim)
    require(len(gain) == 1 and len(y) == head_dim, "bad-length")
    scaled_gain, coordinates = finite(gain)[0], finite(y)
    require(not gain[0] & binary32.SIGN_32, "bad-argument")
    divisor = binary32.scale([scaled_gain], transforms.spread(transform, head_dim))[0]
    z = keys.normalised(transform, coordinates, scaled_gain)
    require(binary32.all_finite(z + [divisor]), "result-overflow")
    return {"z": binary32.to_patterns(z)}, {"codes": codebook.quantize(width, z)}


def key_encode(width, transform, gain_coding, head_dim, tokens, kv_heads, layer, seed, x):
    keys.check_shape(width, head_dim, tokens, kv_heads, layer)
    transforms.check_kind(transform, head_dim)
    gain.check_coding(gain_coding)
    require(len(x) == tokens * kv_heads * head_dim, "bad-length")
    numbers = finite(x)
    rotation = keys.Rotation(transform, head_dim, seed, layer)
    norms, gains, y, z, codes, rows = [], [], [], [], [], []
    for row in range(tokens * kv_heads):
        values = numbers[row * head_dim:(row + 1) * head_dim]
        norm, stored, row_y, row_z, row_codes = keys.encode_row(width, gain_coding, rotation, row % kv_heads, values)
        norms.append(norm)
        gains.append(stored)
        y += row_y
        z += row_z
        codes += row_codes
        rows.append(packing.pack(width, row_codes))
    stages = {"norms": binary32.to_patterns(norms), "y": binary32.to_patterns(y), "z": binary32.to_patterns(z),
              "codes": codes}
    return stages, {"gains": b"".join(gains), "rows": b"".join(rows)}


def key_decode(width, transform, gain_coding, head_dim, tokens, kv_heads, layer, seed, gains, rows):
    keys.check_shape(width, head_dim, tokens, kv_heads, layer)
    transforms.check_kind(transform, head_dim)
    gain.check_coding(gain_coding)
    number = tokens * kv_heads
    row_bytes = packing.packed_size(width, head_dim)
    require(len(gains) == number * gain.GAIN_BYTES[gain_coding] and len(rows) == number * row_bytes, "bad-length")
    gain_values = gain.load(gain_coding, gains)
    row_codes = [packing.unpack(width, head_dim, rows[start:start + row_bytes])
                 for start in range(0, len(rows), row_bytes)]
    for value, codes in zip(gain_values, row_codes):
        require(value != 0.0 or not keys.zero_gain_codes(width, codes), "zero-gain-codes")
    rotation = keys.Rotation(transform, head_dim, seed, layer)
    unscaled, x = [], []
    for row, (value, codes) in enumerate(zip(gain_values, row_codes)):
        row_unscaled, row_x = keys.decode_row(width, rotation, row % kv_heads, value, codes)
        unscaled += row_unscaled
        x += row_x
    stages = {"codes": [code for codes in row_codes for code in codes], "unscaled": binary32.to_patterns(unscaled)}
    return stages, {"x": binary32.to_patterns(x)}


# page

def page_write(key_mode, transform, gain_coding, layer, kv_heads, key_dim, capacity, count, first_position, seed,
               identity, gains, rows):
    require(key_mode in KEY_MODES, "bad-argument")
    header = {
        "key_mode": KEY_MODES[key_mode],
        "transform": number_named(page_format.TRANSFORM_NUMBERS, transform),
        "gain_coding": number_named(page_format.GAIN_CODING_NUMBERS, gain_coding),
        "layer": layer, "kv_heads": kv_heads, "key_dim": key_dim, "capacity": capacity, "count": count,
        "first_position": first_position, "seed": seed, "identity": identity,
    }
    return {}, {"page": page_format.write(header, gains, rows)}


def page_parse(page):
    header, layout, gains, rows = page_format.parse(page)
    output = {name: header[name] for name in ("layer", "kv_heads", "key_dim", "capacity", "count", "first_position",
                                              "seed", "identity")}
    output.update(key_mode="lloyd-max-%d" % layout.width, gain_coding=layout.coding, gains=gains, rows=rows,
                  transform=page_format.TRANSFORM_NUMBERS[header["transform"]])
    return {}, output


# score

def score_page(page, query_heads, queries):
    header, layout, gains, rows = page_format.parse(page)
    require(1 <= query_heads <= 4096 and query_heads % layout.heads == 0, "bad-argument")
    require(len(queries) == query_heads * layout.head_dim, "bad-length")
    rotated, sums, scores = score.score(header, layout, gains, rows, query_heads, finite(queries))
    stages = {"rotated": binary32.to_patterns(rotated), "sums": binary32.to_patterns(sums)}
    return stages, {"scores": binary32.to_patterns(scores)}


# Each operation: its function and its fields with their types, inputs first.
OPERATIONS = {
    "arithmetic.evaluate": (arithmetic_evaluate, "operator:text a:words b:words", "values:words"),
    "arithmetic.dot": (arithmetic_dot, "a:words b:words", "products:words lanes:words sum:words"),
    "arithmetic.to_binary16": (arithmetic_to_binary16, "values:words", "halves:halves"),
    "arithmetic.from_binary16": (arithmetic_from_binary16, "halves:halves", "values:words"),
    "random.philox": (random_philox, "counter:words key:words", "words:words"),
    "random.signs": (random_sign_list, "seed:word64 stream:integer layer:integer kv_head:integer count:integer",
                     "signs:bytes"),
    "transform.forward": (transform_forward, "transform:text head_dim:integer signs_1:bytes signs_2:bytes x:words",
                          "signed:words round_1:words y:words"),
    "transform.inverse": (transform_inverse, "transform:text head_dim:integer signs_1:bytes signs_2:bytes y:words",
                          "unscaled:words x:words"),
    "codebook.table": (codebook_table, "width:integer", "levels:words boundaries:words"),
    "codebook.quantize": (codebook_quantize, "width:integer z:words", "codes:bytes"),
    "codebook.dequantize": (codebook_dequantize, "width:integer codes:bytes", "levels:words"),
    "packing.pack": (packing_pack, "width:integer codes:bytes", "packed:bytes"),
    "packing.unpack": (packing_unpack, "width:integer count:integer packed:bytes", "codes:bytes"),
    "packing.pack_signs": (packing_pack_signs, "values:words", "packed:bytes"),
    "gain.norm": (gain_norm, "x:words", "scaled:words sum:words root:words norm:words"),
    "gain.store": (gain_store, "gain_coding:text norms:words", "stored:bytes"),
    "gain.load": (gain_load, "gain_coding:text stored:bytes", "gains:words"),
    "key.quantize": (key_quantize, "width:integer transform:text head_dim:integer gain:words y:words",
                     "z:words codes:bytes"),
    "key.encode": (key_encode, "width:integer transform:text gain_coding:text head_dim:integer tokens:integer "
                   "kv_heads:integer layer:integer seed:word64 x:words",
                   "norms:words gains:bytes y:words z:words codes:bytes rows:bytes"),
    "key.decode": (key_decode, "width:integer transform:text gain_coding:text head_dim:integer tokens:integer "
                   "kv_heads:integer layer:integer seed:word64 gains:bytes rows:bytes",
                   "codes:bytes unscaled:words x:words"),
    "page.write": (page_write, "key_mode:text transform:text gain_coding:text layer:integer kv_heads:integer "
                   "key_dim:integer capacity:integer count:integer first_position:integer seed:word64 identity:bytes "
                   "gains:bytes rows:bytes", "page:bytes"),
    "page.parse": (page_parse, "page:bytes",
                   "key_mode:text transform:text gain_coding:text layer:integer kv_heads:integer key_dim:integer "
                   "capacity:integer count:integer first_position:integer seed:word64 identity:bytes gains:bytes "
                   "rows:bytes"),
    "score.page": (score_page, "page:bytes query_heads:integer queries:words", "rotated:words sums:words scores:words"),
}
