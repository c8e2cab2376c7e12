# SPDX-License-Identifier: Apache-2.0
"""The files under vectors/ as a stranger sees them: the published JSON Schemas accept them and
refuse broken ones, and the reader in Python agrees with the manifest and refuses broken trees.
"""

import copy
import json
import pathlib
import shutil
import sys
import tempfile
import unittest

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
VECTORS = ROOT / "vectors"
sys.path.insert(0, str(ROOT / "conformance" / "readers" / "python"))
import read_tree  # noqa: E402  the path comes first


def validator(name):
    schema = json.loads((ROOT / "spec" / "schemas" / name).read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def vector_files():
    manifest = json.loads((VECTORS / "MANIFEST.json").read_text("utf-8"))
    return [
        entry["path"]
        for entry in manifest["files"]
        if "vectors" in entry and entry["path"].endswith(".json")
    ]


class Schemas(unittest.TestCase):
    def test_every_vector_file_is_valid(self):
        schema = validator("vectors.schema.json")
        paths = vector_files()
        self.assertGreater(len(paths), 0)
        for path in paths:
            with self.subTest(path):
                schema.validate(json.loads((VECTORS / path).read_text("utf-8")))

    def test_manifest_and_retired_list_are_valid(self):
        for name in ("MANIFEST", "retired"):
            file = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
            validator(f"{name.lower()}.schema.json").validate(file)

    def test_broken_vectors_are_invalid(self):
        """TQ-VECT-003, TQ-VECT-004, TQ-VECT-006"""
        schema = validator("vectors.schema.json")
        file = json.loads((VECTORS / "core" / "packing.json").read_text("utf-8"))
        pack = next(
            vector
            for vector in file["vectors"]
            if vector["operation"] == "packing.pack" and "output" in vector["expected"]
        )

        def break_by(change):
            vector = copy.deepcopy(pack)
            change(vector)
            return {**file, "vectors": [vector]}

        self.assertTrue(schema.is_valid(break_by(lambda vector: None)))
        faults = {
            "no id": lambda v: v.pop("id"),
            "bad id": lambda v: v.update(id="packing/Pack"),
            "unknown operation": lambda v: v.update(operation="packing.wrap"),
            "unknown member": lambda v: v.update(colour="red"),
            "no requirement": lambda v: v.update(requirements=[]),
            "missing input": lambda v: v["input"].pop("width"),
            "unknown input": lambda v: v["input"].update(colour=1),
            "integer as text": lambda v: v["input"].update(width="3"),
            "integer too large": lambda v: v["input"].update(width=2**53),
            "uppercase hex": lambda v: v["input"].update(codes="0A"),
            "missing output": lambda v: v["expected"]["output"].pop("packed"),
            "no output": lambda v: v["expected"].pop("output"),
            "error and output": lambda v: v["expected"].update(error="bad-argument"),
            "unknown error": lambda v: v.update(expected={"error": "bad-luck"}),
            "unknown formula": lambda v: v.update(
                formulas=[{"field": "codes", "name": "uniform", "seed": "0" * 16, "count": 1}]
            ),
        }
        for name, change in faults.items():
            with self.subTest(name):
                self.assertFalse(schema.is_valid(break_by(change)))


class FailureLists(unittest.TestCase):
    """TQ-CONF-046"""

    GOOD = [
        {"id": "keys/a-b", "outcome": "fail", "kind": "element", "part": "stage", "field": "norms"},
        {"id": "page/a", "outcome": "fail", "kind": "error", "got": "bad-crc"},
        {"id": "page/b", "outcome": "crash", "note": "why", "wont_fix": "https://example.org/7"},
    ]
    BAD = [
        {"id": "keys", "outcome": "crash"},
        {"id": "keys/a", "outcome": "pass"},
        {"id": "keys/a"},
        {"id": "keys/a", "outcome": "fail"},
        {"id": "keys/a", "outcome": "fail", "kind": "element"},
        {"id": "keys/a", "outcome": "fail", "kind": "error", "got": "output", "part": "stage"},
        {"id": "keys/a", "outcome": "crash", "kind": "error", "got": "output"},
        {"id": "keys/a", "outcome": "crash", "wont_fix": "https://example.org/7"},
        {"id": "keys/a", "outcome": "crash", "note": "why", "wont_fix": "ticket 7"},
        {"id": "keys/a", "outcome": "crash", "note": "two\nlines"},
        {"id": "keys/a", "outcome": "crash", "colour": "red"},
    ]

    def test_entries(self):
        schema = validator("failures.schema.json")
        schema.validate({"format": 1, "note": "ours", "failures": self.GOOD})
        for entry in self.BAD:
            with self.subTest(entry):
                self.assertFalse(schema.is_valid({"format": 1, "failures": [entry]}))
        self.assertFalse(schema.is_valid({"failures": []}))
        self.assertFalse(schema.is_valid({"format": 2, "failures": []}))


class Reader(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tree = pathlib.Path(self.folder.name) / "vectors"

    def copy_tree(self):
        shutil.rmtree(self.tree, ignore_errors=True)
        ignored = shutil.ignore_patterns("__pycache__", ".*")
        shutil.copytree(VECTORS, self.tree, ignore=ignored)

    def test_all_files_agree(self):
        """TQ-VECT-008, TQ-VECT-009, TQ-VECT-014"""
        manifest = json.loads((VECTORS / "MANIFEST.json").read_text("utf-8"))
        self.assertEqual(read_tree.check(VECTORS), manifest["root"])

    def test_broken_trees_are_refused(self):
        def flip(path):
            data = bytearray(path.read_bytes())
            data[len(data) // 2] ^= 1
            path.write_bytes(data)

        for name, change in {
            "changed file": lambda: flip(self.tree / "core" / "packing.json"),
            "changed flat file": lambda: flip(self.tree / "core" / "core.tqv"),
            "missing file": lambda: (self.tree / "core" / "gain.json").unlink(),
            "unlisted file": lambda: (self.tree / "core" / "more.json").write_text("{}"),
        }.items():
            with self.subTest(name):
                self.copy_tree()
                change()
                with self.assertRaises(read_tree.Malformed):
                    read_tree.check(self.tree)

    def test_truncated_flat_files_are_refused(self):
        data = (VECTORS / "core" / "core.tqv").read_bytes()
        for size in range(0, len(data), max(1, len(data) // 100)):
            with self.assertRaises(read_tree.Malformed):
                read_tree.read_flat(data[:size])


if __name__ == "__main__":
    unittest.main()
