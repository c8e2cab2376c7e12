# SPDX-License-Identifier: Apache-2.0
"""The checks of the house find the faults they are for."""

import contextlib
import io
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_includes  # noqa: E402
import check_style  # noqa: E402
import run_tests  # noqa: E402


class Includes(unittest.TestCase):
    def faults(self, path, target):
        return check_includes.faults_of(path, f"#include {target}\n")

    def test_allowed_directions(self):
        for path, target in (
                ("reference/page.cpp", '"reference/gain.hpp"'),
                ("reference/page.cpp", '"spec/contract/header.hpp"'),
                ("conformance/builtin/reference/page.cpp", '"reference/page.hpp"'),
                ("conformance/builtin/optimized/page.cpp", '"optimized/page.hpp"'),
                ("conformance/builtin/optimized/page.cpp", '"conformance/record.hpp"'),
                ("conformance/builtin/peers_test.cpp", '"reference/page.hpp"'),
                ("conformance/page_test.cpp", '"reference/page.hpp"'),
                ("tools/verbs/page.cpp", '"conformance/record.hpp"'),
                ("reference/real.cpp", "<boost/multiprecision/cpp_bin_float.hpp>"),
                ("conformance/record_json.hpp", "<nlohmann/json_fwd.hpp>")):
            self.assertEqual(self.faults(path, target), [], (path, target))

    def test_refused_directions(self):
        for path, target in (
                ("reference/page.cpp", '"conformance/record.hpp"'),
                ("reference/page.cpp", '"optimized/page.hpp"'),
                ("reference/page_test.cpp", '"conformance/record.hpp"'),
                ("optimized/page.cpp", '"reference/page.hpp"'),
                ("conformance/page.cpp", '"reference/page.hpp"'),
                ("conformance/builtin/reference/page.cpp", '"optimized/page.hpp"'),
                ("conformance/builtin/optimized/page.cpp", '"reference/page.hpp"'),
                ("conformance/builtin/optimized/page.cpp", '"conformance/wire.hpp"'),
                ("conformance/page_test.cpp", '"tools/verbs/verbs.hpp"'),
                ("spec/contract/header.hpp", '"reference/page.hpp"'),
                ("reference/page.cpp", '"gain.hpp"'),
                ("reference/real.hpp", "<boost/multiprecision/cpp_int.hpp>"),
                ("conformance/record_json.hpp", "<nlohmann/json.hpp>")):
            self.assertEqual(len(self.faults(path, target)), 1, (path, target))


class Style(unittest.TestCase):
    LICENCE = b"// SPDX-License-Identifier: Apache-2.0\n"

    def test_clean_files(self):
        for path, data in (("tools/a.cpp", self.LICENCE + b"int a;\n"),
                           ("spec/contract/a.hpp", b"// SPDX-License-Identifier: CC0-1.0\n"),
                           ("README.md", b"# Title\n"), ("vectors/core.tqv", b"\xff\t")):
            self.assertEqual(check_style.faults_of(path, data), [], path)

    def test_faults(self):
        for data in (b"int a; \n", b"\tint a;\n", b"// \xc3\xa9\n", b"int a;", b"int a;\n\n",
                     b"//" + b"x" * 99 + b"\n", b"int a;\r\n"):
            self.assertTrue(check_style.faults_of("tools/a.cpp", self.LICENCE + data), data)
        self.assertTrue(check_style.faults_of("tools/a.cpp", b"int a;\n"))
        self.assertTrue(check_style.faults_of("reference/a.cpp",
                                              b"// SPDX-License-Identifier: CC0-1.0\n"))


class Packages(unittest.TestCase):
    def test_each_has_its_reason(self):
        root = pathlib.Path(__file__).resolve().parent.parent
        script = (root / "tools" / "install_packages").read_text(encoding="utf-8")
        packages = re.search(r"packages=\((.*?)\)", script, re.DOTALL).group(1).split()
        reasons = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
        self.assertEqual([name for name in packages if name not in reasons], [])
        self.assertIn("cmake", packages)


class Counting(unittest.TestCase):
    def read(self, body):
        results = run_tests.Results()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            path = pathlib.Path(folder) / "junit.xml"
            path.write_text(f"<testsuite>{body}</testsuite>", encoding="utf-8")
            run_tests.read_junit(results, "gcc", path)
        return results

    def test_each_status(self):
        results = self.read('<testcase name="a" status="run"/>'
                            '<testcase name="b" status="fail"><failure/></testcase>'
                            '<testcase name="c" status="notrun">'
                            '<skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase>'
                            '<testcase name="d_NOT_BUILT" status="notrun">'
                            '<skipped message="Unable to find executable"/></testcase>')
        self.assertEqual(results.closing_line(), "1 passed, 2 failed, 1 skipped")
        self.assertEqual(results.skipped, ["gcc: c"])
        self.assertEqual(results.failed, ["gcc: b", "gcc: d_NOT_BUILT"])

    def test_a_run_without_tests_fails(self):
        self.assertEqual(self.read("").closing_line(), "0 passed, 1 failed")
        self.assertEqual(self.read("<").closing_line(), "0 passed, 1 failed")

    def test_a_failing_command_is_a_failed_check(self):
        results = run_tests.Results()
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertTrue(run_tests.run(results, "true", ["true"]))
            self.assertFalse(run_tests.run(results, "false", ["false"]))
        self.assertEqual(results.closing_line(), "1 passed, 1 failed")


if __name__ == "__main__":
    unittest.main()
