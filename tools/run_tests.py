# SPDX-License-Identifier: Apache-2.0
"""Runs every check of the repository, stage by stage, and counts them in one closing line.

A check is one ctest test or one command. A failed check prints its output; the stages after it
still run, unless they need what failed to build.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import time
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTPUT_LINES = 60  # of a failed check
# Debian's own interpreter sees Debian's Python packages; another one first on PATH may not.
PYTHON = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable


class Results:
    """What passed, failed and was skipped so far; names of the last two."""

    def __init__(self):
        self.passed = 0
        self.failed = []
        self.skipped = []

    def passes(self, name):
        self.passed += 1

    def fails(self, name, output=""):
        self.failed.append(name)
        print(f"FAILED {name}")
        for line in output.strip().splitlines()[-OUTPUT_LINES:]:
            print(f"    {line}")

    def skips(self, name, reason=""):
        self.skipped.append(f"{name} ({reason})" if reason else name)

    def closing_line(self):
        line = f"{self.passed} passed, {len(self.failed)} failed"
        return line + (f", {len(self.skipped)} skipped" if self.skipped else "")


def run(results, name, command):
    """One command is one check. Returns whether it passed."""
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    if done.returncode == 0:
        results.passes(name)
        return True
    shown = textwrap.shorten(" ".join(command), 160, placeholder=" ...")
    results.fails(name, f"$ {shown}\n{done.stdout}(exit status {done.returncode})")
    return False


def read_junit(results, stage, path):
    """Counts the tests of one ctest run. A file that is missing or empty is a failed check."""
    try:
        cases = ElementTree.parse(path).getroot().findall("testcase")
    except (OSError, ElementTree.ParseError) as error:
        results.fails(f"{stage}: ctest", f"no JUnit report: {error}")
        return
    if not cases:
        results.fails(f"{stage}: ctest", "no tests were found")
    for case in cases:
        name = f"{stage}: {case.get('name')}"
        status = case.get("status")
        if case.find("skipped") is not None:
            # ctest writes a test that could not be started as skipped as well.
            reason = case.find("skipped").get("message") or ""
            if status == "notrun" and "SKIP" not in reason:
                results.fails(name, reason or "not run")
            else:
                results.skips(name)
        elif status == "run":
            results.passes(name)
        elif status == "disabled":
            results.skips(name, "disabled")
        else:
            results.fails(name, case.findtext("system-out") or "")


def build(results, preset, targets, check=None):
    """Configures and builds; both together are one check, since either failing ends the stage."""
    check = check or f"{preset}: build"
    build_command = ["cmake", "--build", "--preset", preset]
    if targets:
        build_command += ["--target", *targets]
    # Someone who watches sees the progress of a build of minutes; a log sees only what failed.
    stdout = None if sys.stdout.isatty() else subprocess.PIPE
    for command in (["cmake", "--preset", preset, "--log-level=WARNING"], build_command):
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=stdout,
                              stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        if done.returncode != 0:
            results.fails(check, done.stdout or "")
            return False
    results.passes(check)
    return True


def ctest(results, preset, full):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "junit.xml"
        command = ["ctest", "--test-dir", f"build/{preset}", "--output-junit", str(report),
                   "--parallel", str(os.cpu_count() or 1), "--quiet",
                   "--test-output-size-failed", "100000"]
        if not full:
            command += ["--label-exclude", "^full$"]
        subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        read_junit(results, preset, report)


def sources(*patterns):
    """Tracked and new files that match, relative, without what git ignores."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard",
                             "--", *patterns], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                            check=True).stdout.splitlines()
    return sorted(path for path in set(listed) if (ROOT / path).is_file())


def stage_style(results, _full):
    run(results, "style: text", ["python3", "tools/check_style.py"])
    run(results, "style: include directions", ["python3", "tools/check_includes.py"])
    run(results, "style: clang-format",
        ["clang-format", "--dry-run", "--Werror", *sources("*.c", "*.cpp", "*.h", "*.hpp")])
    # The sample test of the Python reader expects its vectors beside itself, or here.
    os.environ.setdefault("TQC_CORE", str(ROOT / "vectors" / "core" / "core.tqv"))
    for test in sources("*_test.py", "**/test_*.py"):
        run(results, f"python: {test}", [PYTHON, test])


def stage_gcc(results, full):
    if not build(results, "gcc", []):
        return
    ctest(results, "gcc", full)
    tqc = "build/gcc/bin/tqc"
    run(results, "gcc: tqc lint", [tqc, "lint"])
    run(results, "gcc: tqc verify", [tqc, "verify"])
    run(results, "gcc: tqc trace", [tqc, "trace"])
    for testee in ("builtin:reference", "python3 conformance/testees/python/adapter.py"):
        run(results, f"gcc: tqc run --testee {testee}", [tqc, "run", "--testee", testee])


def stage_clang(results, _full):
    """A second compiler at -O2: the same golden bytes, from reference and fast implementation. The
    unit tests run under it in stage asan."""
    if not build(results, "clang", ["tqc", "tqc-testee"]):
        return
    tqc = "build/clang/bin/tqc"
    run(results, "clang: tqc verify", [tqc, "verify"])
    run(results, "clang: tqc mutants", [tqc, "mutants"])
    run_on_every_target(results, "clang", tqc, "build/clang/bin/tqc-testee", ["SCALAR"])


def stage_asan(results, _full):
    if build(results, "asan", []):
        ctest(results, "asan", False)


def built_tqc(results, stage):
    """The runner, brought up to date for a stage that runs without those before; else nothing."""
    if build(results, "gcc", ["tqc"], f"{stage}: build of the runner"):
        return "build/gcc/bin/tqc"
    return None


def targets_of(results, name, command):
    """The instruction sets that a testee can run here. None at all is a failed check."""
    done = subprocess.run([*command, "--list-targets"], cwd=ROOT, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    targets = done.stdout.split()
    if done.returncode != 0 or "SCALAR" not in targets:
        results.fails(name, done.stdout + done.stderr)
        return []
    results.passes(name)
    return targets


def run_on_every_target(results, stage, tqc, command, expected):
    """Every vector on each target of one testee; `expected` must be among them."""
    targets = targets_of(results, f"{stage}: {command} --list-targets", [command])
    for target in sorted({*expected, *targets}):
        run(results, f"{stage}: {command} --target {target}",
            [tqc, "run", "--expect-target", target, "--testee", f"{command} --target {target}"])


# What each machine must offer; the processor may offer more.
MACHINES = {"x86-64": ["SCALAR"], "aarch64": ["NEON", "SCALAR"], "s390x": ["SCALAR"],
            "wasm": ["WASM", "SCALAR"]}


def run_modules(results, tqc):
    """The sample testees behind the C ABI as WebAssembly modules, in Node."""
    folder = "build/testee-wasm/bin"
    modules = {"testee_cpp": ["cmake", "--build", "build/testee-wasm", "--target",
                              "tqc_testee_cpp"],
               "testee_c": ["clang-19", "--target=wasm32-wasi", "-mexec-model=reactor",
                            "-Wl,--export=tqc_answer", "-O2", "-o", f"{folder}/testee_c.wasm",
                            *sources("conformance/testees/c/*.c")]}
    for name, command in modules.items():
        if run(results, f"cross: build of {name}.wasm", command) and tqc:
            testee = f"{folder}/{name}.wasm"
            run(results, f"cross: tqc run --testee {testee}", [tqc, "run", "--testee", testee])


def stage_cross(results, _full):
    """Small static programs for four machines, through the pipe."""
    tqc = built_tqc(results, "cross")
    for machine, expected in MACHINES.items():
        testee = f"tools/testee/{machine}"
        if run(results, f"cross: {testee} --build", [testee, "--build"]) and tqc:
            run_on_every_target(results, "cross", tqc, testee, expected)
    run_modules(results, tqc)
    if tqc:
        run(results, "cross: tools/matrix.py --check", ["python3", "tools/matrix.py", "--check"])


def stage_msan(results, _full):
    """No answer of the fast implementation depends on memory that nobody wrote."""
    tqc = built_tqc(results, "msan")
    if build(results, "msan", []) and tqc:
        run_on_every_target(results, "msan", tqc, "build/msan/bin/tqc-testee", ["SCALAR"])


STAGES = {"style": stage_style, "gcc": stage_gcc, "cross": stage_cross, "clang": stage_clang,
          "asan": stage_asan, "msan": stage_msan}


def main():
    parser = argparse.ArgumentParser(prog="tools/test", description=__doc__.splitlines()[0])
    parser.add_argument("--full", action="store_true", help="add the exhaustive suites")
    parser.add_argument("stages", nargs="*", metavar="STAGE", help=f"some of: {', '.join(STAGES)}")
    options = parser.parse_args()
    unknown = [stage for stage in options.stages if stage not in STAGES]
    if unknown:
        parser.error(f"no stage {unknown[0]}; there are {', '.join(STAGES)}")

    results = Results()
    for name in options.stages or STAGES:
        print(f"{name} ...", flush=True)
        begin = time.monotonic()
        STAGES[name](results, options.full)
        print(f"{name}: {time.monotonic() - begin:.0f} s", flush=True)
    for name in results.skipped:
        print(f"skipped {name}")
    for name in results.failed:
        print(f"failed {name}")
    print(results.closing_line())
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
