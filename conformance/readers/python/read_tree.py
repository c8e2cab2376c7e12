# SPDX-License-Identifier: CC0-1.0
"""Reads the JSON files of vectors/ and proves that all files there agree (spec/vectors.md).

    import read_tree
    for vector in read_tree.read_json(pathlib.Path("vectors/transform/sizes.json")):
        vector["operation"], vector["input"], vector["expected"]

Fields are kept in their text form: words(text), halves(text) and bytes.fromhex(text) give numbers.
`python3 read_tree.py VECTORS` proves that the JSON files, core.tqv and MANIFEST.json agree. Python
3.9 or later, standard library and tqc_vectors.py, which lies beside it and reads core.tqv.
"""

import hashlib
import json
import pathlib
import sys

import tqc_vectors
from tqc_vectors import FORMAT, SPECIFICATION, Malformed, text_of


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


def read_core(directory):
    """All core vectors, in the order of core.tqv."""
    paths = sorted((directory / "core").glob("*.json"))
    return [vector for path in paths for vector in read_json(path)]


def shape_of(vector):
    """A vector of tqc_vectors in the shape of the JSON files."""

    def record(fields):
        return {name: text_of(value) for name, value in fields.items()}

    shape = {name: getattr(vector, name)
             for name in ("id", "operation", "requirements", "reason", "smoke", "accept", "source")}
    shape["input"] = record(vector.input)
    shape["expected"] = {"stages": record(vector.stages), "output": record(vector.output)}
    if vector.error is not None:
        shape["expected"] = {"error": vector.error}
    shape["intervals"] = [
        {"field": interval.field, "profile": interval.profile,
         "lower": text_of(interval.lower), "upper": text_of(interval.upper)}
        for interval in vector.intervals
    ]
    return shape


def read_flat(data):
    """The vectors of a flat file, in the shape of the JSON files."""
    return [shape_of(vector) for vector in tqc_vectors.parse(data)]


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


def check(directory):
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
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: read_tree.py VECTORS", file=sys.stderr)
        return 2
    directory = pathlib.Path(arguments[0])
    try:
        core = read_core(directory)
        root = check(directory)
    except (Malformed, OSError, KeyError, ValueError) as error:
        print(f"read_tree.py: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    print(f"{len(core)} core vectors; all files agree; root {root}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
