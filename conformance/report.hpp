// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "conformance/failures/check.hpp"
#include "conformance/runner.hpp"
#include "conformance/verdict.hpp"

// The three reports of one run. Each is a text made from the same facts; writing it somewhere is
// the caller's business.
namespace tq::conformance {

// What a report says beside the run itself.
struct ReportContext {
  std::string suite_version;   // "0.1.0"
  std::string testee;          // as given with --testee
  std::string vectors_option;  // options that every command repeats: " --vectors DIR", or empty
  std::string root;            // root hash of the vectors' manifest
  std::string started;         // "2026-01-31T12:00:00Z"
  RunOptions options;
  std::string answers = {};                // the file of answers that was judged; else empty
  const FailureCheck* failures = nullptr;  // when the user gave a failure list
};

// For people. `colour`: ANSI colours.
std::string text_report(const Run& run, const Verdicts& verdicts, const ReportContext& context,
                        bool colour);
// The certificate (schema: chapter conformance, TQ-CONF-022).
std::string json_report(const Run& run, const Verdicts& verdicts, const ReportContext& context);
// For CI: one test suite per chapter.
std::string junit_report(const Run& run, const Verdicts& verdicts, const ReportContext& context);

// "tqc run --testee '...' --only ID" or "tqc judge FILE --only ID"
std::string reproduce_command(const ReportContext& context, std::string_view only);

// The entry of the failure list when this vector fails as the list expects; else nullptr.
const FailureEntry* expected_failure(const ReportContext& context, std::string_view id);

// "token 0, kv_head 1, coordinate 5 (element 69)"; empty where a field differs as a whole.
std::string describe_place(const Divergence& divergence);

// "1.0000001 = 0x1.000002p+0"; "NaN".
std::string describe_binary32(std::uint32_t pattern);

}  // namespace tq::conformance
