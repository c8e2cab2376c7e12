# SPDX-License-Identifier: Apache-2.0
"""What clang-format does not see: characters, blanks, line ends and the licence line."""

import pathlib
import subprocess
import sys

LINE_LENGTH = 100  # of code
CODE = {".c", ".cpp", ".h", ".hpp", ".def", ".py", ".rs", ".cmake", ".bash", ".mjs"}
LONG_LINES = {".def", ".cmake"}  # an entry of a list stays on one line
ADAPTERS = "conformance/testees/"  # written by others, in the style of their language
TEXT = CODE | {".md", ".json", ".txt", ".tsv"}
EXECUTABLE_TEXT = {"tools/install_packages", "tools/quickstart", "tools/test", ".ci/run",
                   "tools/testee/aarch64", "tools/testee/s390x", "tools/testee/wasm",
                   "tools/testee/x86-64"}

# Anyone may copy these without a condition; everything else is Apache-2.0.
PUBLIC_DOMAIN = ("spec/", "vectors/", ADAPTERS, "conformance/readers/",
                 "conformance/abi/tqc_testee.h")


def needs_licence(path):
    return pathlib.PurePath(path).suffix in CODE - {".cmake"} or path in EXECUTABLE_TEXT


def faults_of(path, data):
    """One line per fault of the file `path` (relative to the repository) with the bytes `data`."""
    suffix = pathlib.PurePath(path).suffix
    is_code = suffix in CODE or path in EXECUTABLE_TEXT
    if not is_code and suffix not in TEXT:
        return []
    faults = []
    if data and not data.endswith(b"\n"):
        faults.append(f"{path}: no newline at the end")
    if data.endswith(b"\n\n"):
        faults.append(f"{path}: empty lines at the end")
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        where = f"{path}:{number}"
        if suffix != ".md" and any(byte > 126 or (byte < 32 and byte != 9) for byte in line):
            faults.append(f"{where}: a character outside ASCII")
        if b"\t" in line:
            faults.append(f"{where}: a tab")
        if line != line.rstrip():
            faults.append(f"{where}: blanks at the end")
        is_ours = suffix not in LONG_LINES and not path.startswith(ADAPTERS)
        if is_code and is_ours and len(line) > LINE_LENGTH:
            faults.append(f"{where}: longer than {LINE_LENGTH} characters")
    if needs_licence(path):
        head = b"\n".join(lines[:2])
        licences = [b"SPDX-License-Identifier: Apache-2.0"]
        if path.startswith(PUBLIC_DOMAIN):
            licences.append(b"SPDX-License-Identifier: CC0-1.0")
        if not any(licence in head for licence in licences):
            faults.append(f"{path}: no SPDX line that fits this folder")
    return faults


def main(root):
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"],
                            cwd=root, stdout=subprocess.PIPE, text=True, check=True)
    paths = [path for path in listed.stdout.splitlines() if (root / path).is_file()]
    faults = [fault for path in paths for fault in faults_of(path, (root / path).read_bytes())]
    for fault in faults:
        print(fault)
    print(f"{len(paths)} files, {len(faults)} faults")
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(__file__).resolve().parent.parent))
