# SPDX-License-Identifier: Apache-2.0
"""Who may include whom (CONTRIBUTING.md, "Directions")."""

import pathlib
import re
import sys

# Folder of the including file -> folders and headers it may include. The longest folder that
# matches decides. reference/ and optimized/ are two independent answers to one text: neither sees
# the other. The adapter of optimized/ goes into static programs without fmt and JSON: it may use
# two headers of conformance/ and nothing else there.
ALLOWED = {
    "spec/contract": {"spec/contract"},
    "reference": {"spec/contract", "reference"},
    "optimized": {"spec/contract", "optimized"},
    "conformance": {"spec/contract", "conformance"},
    "conformance/builtin": {"spec/contract", "conformance", "reference", "optimized"},
    "conformance/builtin/reference": {"spec/contract", "conformance", "reference"},
    "conformance/builtin/optimized": {"spec/contract", "conformance/record.hpp",
                                      "conformance/testee.hpp", "conformance/builtin/optimized",
                                      "optimized"},
    # The reference with one fault each, composed from its own steps.
    "conformance/mutants": {"spec/contract", "conformance", "reference"},
    # Programs with one fault each, which stand in for parts of optimized/ or of its testee.
    "conformance/wrong_builds": {"spec/contract", "optimized", "conformance/serve.hpp",
                                 "conformance/builtin/optimized"},
    # The sample in C++ puts the fast implementation behind the C ABI.
    "conformance/testees": {"spec/contract", "conformance", "optimized"},
    "tools": {"spec/contract", "conformance", "reference", "optimized", "tools"},
}
# A unit test may look at what it compares with.
ALLOWED_IN_TESTS = {"conformance": {"reference"}}

# Costly to parse (15 to 25 s each): only in .cpp files, so that they are parsed once.
HEAVY = re.compile(r"boost/(multiprecision|math)/|rapidcheck|nlohmann/json\.hpp|cereal/")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)


def rule_of(path):
    matches = [folder for folder in ALLOWED if path.startswith(folder + "/")]
    return max(matches, key=len) if matches else None


def faults_of(path, text):
    """One line per include of `path` (relative to the repository) that breaks a rule."""
    rule = rule_of(path)
    faults = []
    for quote, target in INCLUDE.findall(text):
        if quote == "<":
            # A *-inl.hpp is a piece of a few .cpp files, not a public header.
            public = path.endswith(".hpp") and not path.endswith("-inl.hpp")
            if public and HEAVY.match(target):
                faults.append(f"{path}: <{target}> is heavy; include it in a .cpp file")
            continue
        allowed = ALLOWED.get(rule, set())
        if path.endswith("_test.cpp"):
            allowed = allowed | ALLOWED_IN_TESTS.get(rule, set())
        if not any(target == name or target.startswith(name + "/") for name in allowed):
            faults.append(f'{path}: may not include "{target}"')
    return faults


def main(root):
    faults = []
    count = 0
    for folder in ("spec", "reference", "optimized", "conformance", "tools"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in (".hpp", ".cpp"):
                path = file.relative_to(root).as_posix()
                faults += faults_of(path, file.read_text(encoding="utf-8"))
                count += 1
    for fault in faults:
        print(fault)
    print(f"{count} files, {len(faults)} faults")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(__file__).resolve().parent.parent))
