# SPDX-License-Identifier: CC0-1.0
"""Reads golden vectors with nothing but the Python standard library (spec/vectors.md).

    import read_vectors
    for vector in read_vectors.read_core():
        vector["operation"], vector["input"], vector["expected"]

Fields are kept in their text form: words(text), halves(text) and bytes.fromhex(text) give numbers.
Run with --check to prove that the JSON files, core.tqv and MANIFEST.json agree.
"""

import hashlib
import json
import pathlib
import struct
import sys

FORMAT = 1
SPECIFICATION = "0.1"
HERE = pathlib.Path(__file__).resolve().parent


class Malformed(Exception):
    """One line that says which file is wrong and why."""


def words(text):
    """A list of 32-bit words or binary32 patterns as integers; halves are read the same way."""
    return [int(group, 16) for group in text.split()]


halves = words


def read_json(path):
    """The vectors of one JSON file, in its order."""

    def members(pairs):
        result = dict(pairs)
        if len(result) != len(pairs):
            raise Malformed(f"{path}: a key occurs twice")
        return result

    try:
        file = json.loads(path.read_text("utf-8"), object_pairs_hook=members)
    except ValueError as error:
        raise Malformed(f"{path}: {error}") from error
    if file.get("format") != FORMAT or file.get("specification") != SPECIFICATION:
        raise Malformed(f"{path}: another format or specification")  # TQ-VECT-001
    return file["vectors"]


def read_core(directory=HERE):
    """All core vectors, in the order of core.tqv."""
    paths = sorted((directory / "core").glob("*.json"))
    return [vector for path in paths for vector in read_json(path)]


class _Flat:
    """A position in a flat file (TQ-VECT-009)."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def raw(self, size):
        if size > len(self.data) - self.at:
            raise Malformed(f"byte {self.at}: {size} bytes are missing")
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, size):
        return int.from_bytes(self.raw(size), "little")

    def string(self):
        return self.raw(self.number(2)).decode("ascii")

    def list(self, size):
        count = self.number(4)
        code = {4: "I", 2: "H"}[size]
        values = struct.unpack(f"<{count}{code}", self.raw(size * count))
        return " ".join(f"{value:0{2 * size}x}" for value in values)

    def value(self):
        tag = self.number(1)
        if tag == 1:
            return self.number(8)
        if tag == 2:
            return self.string()
        if tag == 3:
            return f"{self.number(8):016x}"
        if tag == 4:
            return self.list(4)
        if tag == 5:
            return self.list(2)
        if tag == 6:
            return self.raw(self.number(4)).hex()
        raise Malformed(f"byte {self.at - 1}: unknown type {tag}")

    def record(self):
        fields = {}
        for _ in range(self.number(2)):
            name = self.string()
            fields[name] = self.value()
        return fields

    def error(self):
        self.number(2)  # the number of the error; its name says the same
        return self.string()

    def vector(self):
        size = self.number(4)
        start = self.at
        vector = {name: self.string() for name in ("id", "operation", "reason", "source")}
        vector["requirements"] = [self.string() for _ in range(self.number(2))]
        flags = self.number(1)
        vector["smoke"] = bool(flags & 1)
        vector["input"] = self.record()
        if flags & 2:
            vector["expected"] = {"error": self.error()}
            vector["accept"] = [self.error() for _ in range(self.number(2))]
        else:
            vector["expected"] = {"stages": self.record(), "output": self.record()}
        vector["intervals"] = [
            {
                "field": self.string(),
                "profile": self.string(),
                "lower": self.list(4),
                "upper": self.list(4),
            }
            for _ in range(self.number(2))
        ]
        if self.at - start != size:
            raise Malformed(f"byte {self.at}: {vector['id']} has another length than stated")
        return vector


def read_flat(data):
    """The vectors of a flat file, in the shape of the JSON files."""
    flat = _Flat(data)
    if flat.raw(4) != b"TQVF" or flat.number(4) != FORMAT:
        raise Malformed("not a flat file of format 1")
    count = flat.number(4)
    if flat.string() != SPECIFICATION:
        raise Malformed("another specification")
    vectors = [flat.vector() for _ in range(count)]
    if flat.at != len(data):
        raise Malformed(f"byte {flat.at}: bytes after the last vector")
    return vectors


def meaning(vectors):
    """What the vectors say, free of any file syntax (TQ-VECT-014)."""
    lines = []
    for vector in vectors:

        def leaf(path, text):
            lines.append(f"{vector['id']}\t{path}\t{text}\n")

        def record(part, fields):
            for name, value in fields.items():
                leaf(f"{part}/{name}", value)

        expected = vector["expected"]
        leaf("operation", vector["operation"])
        for requirement in vector["requirements"]:
            leaf("requirement", requirement)
        leaf("reason", vector["reason"])
        if vector.get("smoke"):
            leaf("smoke", "true")
        record("input", vector["input"])
        for formula in vector.get("formulas", []):
            text = f"{formula['name']} {formula['seed']} {formula['count']}"
            leaf(f"formula/{formula['field']}", text)
        record("stage", expected.get("stages", {}))
        record("output", expected.get("output", {}))
        if "error" in expected:
            leaf("error", expected["error"])
        for slug in vector.get("accept", []):
            leaf("accept", slug)
        for interval in vector.get("intervals", []):
            for side in ("lower", "upper"):
                leaf(f"interval/{interval['field']}/{interval['profile']}/{side}", interval[side])
        for digest in vector.get("digests", []):
            leaf(f"digest/{digest['field']}", digest["sha256"])
        if vector.get("source"):
            leaf("source", vector["source"])
    return "".join(lines)


def _sha256(data):
    return hashlib.sha256(data).hexdigest()


def _paths(directory):
    """Every file of the tree: no caches, no names that begin with a dot."""
    paths = []
    for path in directory.rglob("*"):
        parts = path.relative_to(directory).parts
        if path.is_file() and not any(
            part.startswith(".") or part == "__pycache__" or part.endswith(".pyc") for part in parts
        ):
            paths.append("/".join(parts))
    return sorted(set(paths) - {"MANIFEST.json"}, key=lambda path: path.encode())


def check(directory=HERE):
    """Recomputes the manifest (TQ-VECT-008); returns its root or raises Malformed."""
    manifest = json.loads((directory / "MANIFEST.json").read_text("utf-8"))
    if manifest["format"] != FORMAT or manifest["specification"] != SPECIFICATION:
        raise Malformed("MANIFEST.json: another format or specification")
    if [entry["path"] for entry in manifest["files"]] != _paths(directory):
        raise Malformed("MANIFEST.json: its list is not the files of the tree")
    lines = ""
    for entry in manifest["files"]:
        data = (directory / entry["path"]).read_bytes()
        if len(data) != entry["bytes"] or _sha256(data) != entry["sha256"]:
            raise Malformed(f"{entry['path']}: size or SHA-256 differs from MANIFEST.json")
        lines += f"{entry['sha256']}  {entry['path']}\n"
        if "vectors" not in entry:
            continue
        is_flat = entry["path"].endswith(".tqv")
        vectors = read_flat(data) if is_flat else read_json(directory / entry["path"])
        found = (len(vectors), _sha256(meaning(vectors).encode()))
        if found != (entry["vectors"], entry["meaning"]):
            raise Malformed(f"{entry['path']}: number of vectors or meaning differs")
    if _sha256(lines.encode()) != manifest["root"]:
        raise Malformed("MANIFEST.json: the root does not follow from the files")
    flat = (directory / "core" / "core.tqv").read_bytes()
    if meaning(read_flat(flat)) != meaning(read_core(directory)):
        raise Malformed("core/core.tqv: says something else than the JSON files beside it")
    return manifest["root"]


def main(arguments):
    if arguments not in ([], ["--check"]):
        print("usage: read_vectors.py [--check]", file=sys.stderr)
        return 2
    try:
        core = read_core()
        if not arguments:
            for vector in core:
                print(vector["id"], vector["operation"], vector["reason"], sep="\t")
            return 0
        root = check()
    except (Malformed, OSError, KeyError, ValueError) as error:
        print(f"read_vectors.py: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    print(f"{len(core)} core vectors; all files agree; root {root}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
