# SPDX-License-Identifier: CC0-1.0
"""A sample test: a small implementation of chapter packing, judged by core.tqv.

    pytest test_packing.py        one test for each vector
    python3 test_packing.py       the same without pytest

core.tqv lies at $TQC_CORE or beside this file.
"""

import os
import pathlib
import sys

import tqc_vectors

CORE = os.environ.get("TQC_CORE") or pathlib.Path(__file__).resolve().parent / "core.tqv"


def pack(width, codes):
    if not 1 <= width <= 8 or len(codes) > 2**20:
        raise ValueError("bad-argument")
    if any(code >> width for code in codes):
        raise ValueError("code-out-of-range")
    stream = sum(code << width * i for i, code in enumerate(codes))
    return stream.to_bytes((width * len(codes) + 7) // 8, "little")


def unpack(width, count, packed):
    if not 1 <= width <= 8 or count > 2**20:
        raise ValueError("bad-argument")
    if len(packed) != (width * count + 7) // 8:
        raise ValueError("bad-length")
    stream = int.from_bytes(packed, "little")
    if stream >> width * count:
        raise ValueError("padding-bits")
    return bytes(stream >> width * i & (1 << width) - 1 for i in range(count))


OPERATIONS = {
    "packing.pack": lambda width, codes: {"packed": pack(width, codes)},
    "packing.unpack": lambda width, count, packed: {"codes": unpack(width, count, packed)},
}


def check(vector):
    try:
        answer = OPERATIONS[vector.operation](**vector.input)
    except ValueError as error:
        answer = str(error)
    verdict = tqc_vectors.judge(vector, answer)
    assert verdict, verdict


def pytest_generate_tests(metafunc):
    metafunc.parametrize("vector", tqc_vectors.load(CORE, *OPERATIONS), ids=str)


def test_packing(vector):
    check(vector)


def main():
    vectors = tqc_vectors.load(CORE, *OPERATIONS)
    for vector in vectors:
        check(vector)
    print(f"{len(vectors)} pass")
    return 0 if vectors else 1


if __name__ == "__main__":
    sys.exit(main())
