# SPDX-License-Identifier: Apache-2.0
"""check_install.py BUILD CMAKE COMPILER

Installs the build tree, moves the result, and uses it as a stranger would: builds a project against
it, runs the command from another folder, looks for what must not travel."""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent.parent
# Rounded binary32 or binary64 arithmetic of x86-64, fused or not.
ARITHMETIC = re.compile(r"^\s+v?(?:add|sub|mul|div|sqrt|fn?m(?:add|sub)\d*)[sp][sd]\s")


def run(command, status=0, **options):
    """Its output; ends the check when the exit status is another."""
    environment = {name: value for name, value in os.environ.items() if name != "TQC_VECTORS"}
    environment.update(options.pop("environment", {}))
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", env=environment, check=False, **options)
    if done.returncode != status:
        sys.exit(f"{command}: exit status {done.returncode}, not {status}\n{done.stdout}")
    return done.stdout


def demand(condition, message):
    if not condition:
        sys.exit(message)


def install_and_move(build, cmake, folder):
    """With DESTDIR, as packagers do, and then somewhere else."""
    run([cmake, "--install", build, "--prefix", "/opt/tqc-install-check"],
        environment={"DESTDIR": str(folder / "staged")})
    (folder / "staged" / "opt" / "tqc-install-check").rename(folder / "moved")
    return folder / "moved"


def check_nothing_leaks(prefix, build):
    packages = list(prefix.glob("lib*/**/turboquant-conformance-*.cmake"))
    headers = list((prefix / "include").rglob("*.*"))
    demand(len(packages) >= 6 and len(headers) >= 40,
           f"{len(packages)} CMake files, {len(headers)} headers")
    for path in packages + headers:
        text = path.read_text(encoding="ascii")
        for leak in (str(SOURCES), str(build), "tqc-install-check", "-ffp-contract", "-Werror"):
            demand(leak not in text, f"{path} holds {leak}")
        for name in re.findall(r"#include <([^>]+)>", text):
            demand(re.fullmatch("[a-z_0-9]+", name), f"{path} includes {name}")


def check_headers(prefix, compiler, folder):
    """Each header alone and in the company of all; none rounds anything in the consumer's flags."""
    include = prefix / "include" / "turboquant-conformance"
    headers = sorted(path.relative_to(include) for path in include.rglob("*.hpp"))
    source = folder / "headers.cpp"
    source.write_text("".join(f'#include "{header}"\n' for header in headers), encoding="ascii")
    assembly = folder / "headers.s"
    run([compiler, "-std=c++20", "-I", include, "-Wall", "-Wextra", "-Werror",
         "-fkeep-inline-functions", "-S", source, "-o", assembly])
    if platform.machine() not in ("x86_64", "AMD64"):
        return
    function = ""
    functions = set()
    for line in assembly.read_text(encoding="ascii", errors="replace").splitlines():
        if label := re.match(r"^(_Z\w+):", line):
            function = label.group(1)
        if "2tq" in function:
            functions.add(function)
            demand(not ARITHMETIC.match(line), f"a public header rounds: {function}: {line}")
    demand(len(functions) > 20, f"only {len(functions)} inline functions were compiled")


def check_consumers(prefix, cmake, compiler, folder):
    shutil.copytree(HERE / "consumer", folder / "consumer")
    run([cmake, "-S", folder / "consumer", "-B", folder / "built", "-G", "Ninja",
         f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_PREFIX_PATH={prefix}"])
    run([cmake, "--build", folder / "built"])
    demand("32 bytes agree" in run([folder / "built" / "encode"]), "encode says something else")
    text = run([folder / "built" / "judge", data(prefix) / "vectors"])
    demand("conforms to everything that it claims" in text, text)
    demand("fail packing/pack-" in text, text)


def data(prefix):
    return prefix / "share" / "turboquant-conformance"


def check_command(prefix, build, folder):
    """TQ-CONF-028: its own data, from any folder, unless told otherwise."""
    tqc = prefix / "bin" / "tqc"
    testee = prefix / "bin" / "tqc-testee"
    text = run([tqc, "run", "--tier", "core", "--testee", f"{testee} --target SCALAR"], cwd=folder)
    demand("conforms to everything that it claims" in text, text)
    adapter = data(prefix) / "conformance" / "testees" / "python" / "adapter.py"
    run([tqc, "run", "--testee", f"python3 {adapter}", "--only", "packing/pack-w3*"], cwd=folder)
    library = pathlib.Path(build) / "lib" / "testee_c.so"
    text = run([tqc, "run", "--tier", "core", "--testee", f"abi:{library.resolve()}"], cwd=folder)
    demand("conforms to everything that it claims" in text, text)
    text = run([tqc, "explain", "arithmetic/evaluate-add"], cwd=folder)
    demand("MUST" in text, "no text of a requirement:\n" + text)
    run([tqc, "lint"], cwd=folder)

    elsewhere = {"TQC_VECTORS": str(folder / "variable")}
    text = run([tqc, "run", "--testee", testee], status=2, cwd=folder, environment=elsewhere)
    demand(str(folder / "variable") in text, text)
    text = run([tqc, "run", "--testee", testee, "--vectors", folder / "option"], status=2,
               cwd=folder, environment=elsewhere)
    demand(str(folder / "option") in text, text)
    # Not those of the sources, which are whole.
    with open(data(prefix) / "vectors" / "core" / "packing.json", "a", encoding="ascii") as file:
        file.write(" ")
    text = run([tqc, "run", "--testee", testee], status=2, cwd=folder)
    demand(str(data(prefix)) in text, text)


def main(arguments):
    build, cmake, compiler = arguments
    cache = (pathlib.Path(build) / "CMakeCache.txt").read_text(encoding="utf-8")
    if "TQC_SANITIZE:BOOL=ON" in cache:
        print("skipped: a consumer would have to be built with the same sanitizer")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        prefix = install_and_move(build, cmake, folder)
        for path in ("vectors/MANIFEST.json", "spec/conformance.md",
                     "spec/schemas/vectors.schema.json",
                     "conformance/testees/python/adapter.py", "conformance/testees/c/testee.c",
                     "conformance/abi/tqc_testee.h", "conformance/abi/wasm_host.mjs",
                     "conformance/readers/python/tqc_vectors.py",
                     "conformance/readers/c/tqc_vectors.h", "conformance/readers/rust/Cargo.toml"):
            demand((data(prefix) / path).is_file(), f"{path} is not installed")
        for licence in ("LICENSE", "LICENSE-CC0"):
            demand((prefix / "share/doc/turboquant-conformance" / licence).is_file(), licence)
        check_nothing_leaks(prefix, build)
        check_headers(prefix, compiler, folder)
        check_consumers(prefix, cmake, compiler, folder)
        check_command(prefix, build, folder)
    print("the install tree works")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
