# SPDX-License-Identifier: CC0-1.0
"""Golden vectors of turboquant-conformance from one file, and a judge. Copy this file and core.tqv.

    import tqc_vectors
    for vector in tqc_vectors.load("core.tqv"):
        if vector.operation == "packing.pack":
            packed = my_pack(vector.input["width"], vector.input["codes"])
            verdict = tqc_vectors.judge(vector, {"packed": packed})
            assert verdict, verdict

Python 3.9 or later, standard library only. Values are bit patterns, never rounded: words and halves
are tuples of integers, bytes are bytes, integers and 64-bit words are int, names are str. The
format is chapter vectors of the specification, the judgement chapter conformance.
"""

import dataclasses
import struct
import typing

FORMAT = 1
SPECIFICATION = "0.1"
MOST = 255  # fields of a record, requirements, errors, intervals (TQ-VECT-016)


class Malformed(Exception):
    """One line: the byte where the file is wrong, and why."""


class Words(tuple):
    """32-bit words or binary32 patterns."""


class Halves(tuple):
    """binary16 patterns."""


class Word64(int):
    """A 64-bit word."""


@dataclasses.dataclass(frozen=True)
class Interval:
    """Bounds of each element of one field under one arithmetic profile (TQ-VECT-007)."""

    field: str
    profile: str
    lower: Words
    upper: Words


@dataclasses.dataclass(frozen=True)
class Vector:
    """One call: its input and either `error` (a name) or `stages` and `output`."""

    id: str
    operation: str
    reason: str
    source: str
    requirements: typing.Tuple[str, ...]
    smoke: bool
    input: dict
    stages: dict
    output: dict
    error: typing.Optional[str]
    accept: typing.Tuple[str, ...]
    intervals: typing.Tuple[Interval, ...]

    def __str__(self):
        return self.id


def text_of(value):
    """The text form of a value (TQ-VECT-004)."""
    if isinstance(value, (Words, Halves)):
        digits = 8 if isinstance(value, Words) else 4
        return " ".join(f"{pattern:0{digits}x}" for pattern in value)
    if isinstance(value, bytes):
        return value.hex()
    return f"{value:016x}" if isinstance(value, Word64) else str(value)


def patterns(values):
    """Binary32 patterns of Python floats; ValueError for one that binary32 does not hold."""
    result = []
    for value in values:
        packed = struct.pack("<f", value)
        if value == value and struct.unpack("<f", packed)[0] != value:
            raise ValueError(f"{value!r} is no binary32 number")
        result.append(int.from_bytes(packed, "little"))
    return Words(result)


def floats(words):
    """Python floats with the values of binary32 patterns."""
    return list(struct.unpack(f"<{len(words)}f", struct.pack(f"<{len(words)}I", *words)))


def _place(pattern):
    """The place of a binary32 pattern on the number line, +0 and -0 alike; None for a NaN."""
    magnitude = pattern & 0x7FFFFFFF
    if magnitude > 0x7F800000:
        return None
    return -magnitude if pattern >> 31 else magnitude


def _is_inside(lower, pattern, upper, is_binary32):
    if is_binary32:
        lower, pattern, upper = _place(lower), _place(pattern), _place(upper)
        if lower is None or pattern is None or upper is None:
            return False
    return lower <= pattern <= upper


class _Reader:
    """A position in a flat file (TQ-VECT-009); it moves only over bytes that are there."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def fail(self, what):
        raise Malformed(f"byte {self.at}: {what}")

    def raw(self, size):
        if size > len(self.data) - self.at:
            self.fail("the file ends too early")
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, size):
        return int.from_bytes(self.raw(size), "little")

    def count(self):
        count = self.number(2)
        if count > MOST:
            self.fail("a count above 255")
        return count

    def string(self):
        raw = self.raw(self.number(2))
        text = raw.decode("latin-1")
        if not (text.isascii() and text.isprintable()):
            self.fail("a character that is not printable ASCII")
        return text

    def list(self, size):
        count = self.number(4)
        return struct.unpack(f"<{count}{'I' if size == 4 else 'H'}", self.raw(size * count))

    def value(self):
        tag = self.number(1)
        if tag == 1:
            value = self.number(8)
            if value >= 2**53:
                self.fail("an integer above 2^53 - 1")
            return value
        if tag == 2:
            return self.string()
        if tag == 3:
            return Word64(self.number(8))
        if tag == 4:
            return Words(self.list(4))
        if tag == 5:
            return Halves(self.list(2))
        if tag == 6:
            return self.raw(self.number(4))
        return self.fail("an unknown type")

    def record(self, names):
        fields = {}
        for _ in range(self.count()):
            name = self.string()
            if name in names:
                self.fail("a field name twice")
            names.add(name)
            fields[name] = self.value()
        return fields

    def error(self):
        self.number(2)  # the number of the error; its name says the same
        return self.string()

    def interval(self, golden):
        interval = Interval(self.string(), self.string(), Words(self.list(4)), Words(self.list(4)))
        value = golden.get(interval.field)
        if not isinstance(value, (Words, bytes)):
            self.fail("an interval of no list of words or bytes")
        if not len(value) == len(interval.lower) == len(interval.upper):
            self.fail("an interval of another length than its field")
        for lower, pattern, upper in zip(interval.lower, value, interval.upper):
            if not _is_inside(lower, pattern, upper, isinstance(value, Words)):
                self.fail("an interval without the golden value")
            if isinstance(value, bytes) and upper > 255:
                self.fail("a bound that is no byte")
        return interval

    def vector(self, previous):
        size = self.number(4)
        start = self.at
        name, operation, reason, source = (self.string() for _ in range(4))
        if name <= previous:
            self.fail("ids do not ascend")
        requirements = tuple(self.string() for _ in range(self.count()))
        flags = self.number(1)
        if flags > 3:
            self.fail("unknown flags")
        given = self.record(set())
        stages, output, error, accept = {}, {}, None, ()
        if flags & 2:
            error = self.error()
            accept = tuple(self.error() for _ in range(self.count()))
        else:
            names = set()
            stages, output = self.record(names), self.record(names)
        intervals = []
        for _ in range(self.count()):
            interval = self.interval({**stages, **output})
            if any((i.field, i.profile) == (interval.field, interval.profile) for i in intervals):
                self.fail("an interval twice")
            intervals.append(interval)
        if self.at - start != size:
            self.fail("a vector has another length than stated")
        return Vector(name, operation, reason, source, requirements, bool(flags & 1), given,
                      stages, output, error, accept, tuple(intervals))


def parse(data):
    """Every vector of a flat file given as bytes; Malformed for any other bytes (TQ-VECT-016)."""
    reader = _Reader(bytes(data))
    if reader.raw(4) != b"TQVF":
        reader.fail("not a flat vector file")
    if reader.number(4) != FORMAT:
        reader.fail("another vector format")
    count = reader.number(4)
    if reader.string() != SPECIFICATION:
        reader.fail("another specification version")
    vectors = []
    for _ in range(count):
        vectors.append(reader.vector(vectors[-1].id if vectors else ""))
    if reader.at != len(reader.data):
        reader.fail("bytes after the last vector")
    return vectors


def load(path, *operations):
    """The vectors of the file at `path`, of the named operations or of all."""
    with open(path, "rb") as file:
        vectors = parse(file.read())
    return [vector for vector in vectors if not operations or vector.operation in operations]


@dataclasses.dataclass(frozen=True)
class Verdict:
    """True when the answer is right; `applicable` is false when the vector cannot judge the class.

    Otherwise `field` is the first field that is wrong, in order of computation, `index` its first
    wrong element (None: the field as a whole), `expected` and `actual` are texts of bits.
    """

    vector: Vector
    passed: bool
    applicable: bool = True
    field: str = ""
    index: typing.Optional[int] = None
    expected: str = ""
    actual: str = ""

    def __bool__(self):
        return self.passed

    def __str__(self):
        if self.passed:
            return f"{self.vector.id}: pass"
        if not self.applicable:
            return f"{self.vector.id}: not applicable"
        place = "" if self.index is None else f"[{self.index}]"
        return (f"{self.vector.id}: {self.field}{place}: expected {self.expected},"
                f" got {self.actual}")


# Nothing is rounded in these: class bounds judges them by bits (TQ-CONF-017).
_EXACT = ("arithmetic.from_binary16", "codebook.table", "codebook.dequantize", "gain.load")
# The one output that is computed before a stage (TQ-CONF-004): operation -> (output, stage).
_EARLY = {"key.encode": ("gains", "y")}


def _rounds(vector, value):
    """Whether a value is a list of binary32 patterns that rounding may change."""
    is_exact = vector.operation in _EXACT or vector.operation.startswith("random.")
    return isinstance(value, Words) and not is_exact


def _can_judge(vector, intervals):
    """Whether a vector with an output can judge class bounds (TQ-CONF-017)."""
    rounded = [name for name, value in {**vector.stages, **vector.output}.items()
               if _rounds(vector, value)]
    missing = any(name in vector.output and name not in intervals for name in rounded)
    return not rounded or (bool(intervals) and not missing)


def _typed(golden, value):
    """`value` in the type of the golden one, or None when it has another."""
    try:
        if isinstance(golden, (Words, Halves, bytes)):
            if isinstance(value, str):
                return None
            largest = 2 ** (32 if isinstance(golden, Words) else 16) - 1
            if isinstance(golden, bytes):
                return bytes(value) if not isinstance(value, int) else None
            elements = [element.__index__() for element in value]
            in_range = all(0 <= element <= largest for element in elements)
            return type(golden)(elements) if in_range else None
        if isinstance(golden, str):
            return value if isinstance(value, str) else None
        number = value.__index__()
        return type(golden)(number) if 0 <= number < 2**64 else None
    except (AttributeError, TypeError, ValueError):
        return None


def _fields_in_order(vector):
    early, stage = _EARLY.get(vector.operation, ("", ""))
    for name, golden in vector.stages.items():
        if name == stage and early in vector.output:
            yield early, vector.output[early]
        yield name, golden
    for name, golden in vector.output.items():
        if name != early or stage not in vector.stages:
            yield name, golden


def _wrong_field(vector, name, golden, value, interval, in_bounds):
    """Index, expected and actual text of the first difference; None when there is none."""
    actual = _typed(golden, value)
    if actual is None:
        return None, "the type of the field", "another"
    if not isinstance(golden, (Words, Halves, bytes)):
        return None if actual == golden else (None, text_of(golden), text_of(actual))
    if in_bounds and interval is None and name in vector.stages and _rounds(vector, golden):
        return None
    if len(actual) != len(golden):
        return None, f"{len(golden)} elements", f"{len(actual)} elements"
    digits = 8 if isinstance(golden, Words) else 4 if isinstance(golden, Halves) else 2
    for index, (expected, given) in enumerate(zip(golden, actual)):
        if interval is not None:
            lower, upper = interval.lower[index], interval.upper[index]
            if not _is_inside(lower, given, upper, isinstance(golden, Words)):
                return index, f"[{lower:0{digits}x}, {upper:0{digits}x}]", f"{given:0{digits}x}"
        elif expected != given:
            return index, f"{expected:0{digits}x}", f"{given:0{digits}x}"
    return None


def judge(vector, answer, profile=None):
    """Judges one answer: a dict of output fields (stages may be among them), or an error's name.

    Class bits; with a `profile` ("ieee" or "fma") class bounds (TQ-CONF-016, TQ-CONF-017,
    TQ-CONF-024). Lists may be any iterable of integers; numpy users give view("uint32").
    """
    def error_verdict(actual):
        names = [f"error {name}" for name in (vector.error, *vector.accept) if name is not None]
        return Verdict(vector, False, field="error", expected=" or ".join(names) or "output",
                       actual=actual)

    if isinstance(answer, str):
        if answer == vector.error or answer in vector.accept:
            return Verdict(vector, True)
        if vector.error is not None:
            return error_verdict(f"error {answer}")
    elif vector.error is not None:
        return error_verdict("output")
    intervals = {i.field: i for i in vector.intervals if i.profile == profile}
    if profile is not None and not _can_judge(vector, intervals):
        return Verdict(vector, False, applicable=False)
    if isinstance(answer, str):
        return error_verdict(f"error {answer}")
    for name in answer:
        if name not in vector.stages and name not in vector.output:
            return Verdict(vector, False, field=name, expected="no such field", actual="one")
    for name, golden in _fields_in_order(vector):
        if name not in answer:
            if name in vector.output:
                return Verdict(vector, False, field=name, expected="an output", actual="none")
            continue
        wrong = _wrong_field(vector, name, golden, answer[name], intervals.get(name),
                             profile is not None)
        if wrong is not None:
            return Verdict(vector, False, True, name, *wrong)
    return Verdict(vector, True)
