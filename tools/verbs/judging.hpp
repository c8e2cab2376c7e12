// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <CLI/App.hpp>

#include "conformance/report.hpp"
#include "conformance/vectors/load.hpp"
#include "tools/verbs/selection.hpp"

// What `tqc run` and `tqc judge` have in common: filters, lists of failures, reports.
namespace tq::tools {

struct JudgingOptions {
  Selection selection;
  std::string expect_target;
  bool continue_after_smoke = false;
  std::string json;
  std::string junit;
  std::string failures;
  bool fix = false;
};

// The options of Selection, and --expect-target, --continue, --failures, --fix, --json, --junit.
void add_judging_options(CLI::App& verb, JudgingOptions& options);

conformance::RunOptions run_options(const JudgingOptions& options);

// The list that --failures names, if any; with --fix one that does not exist yet is empty. Throws
// std::runtime_error for a list that cannot be read: before a run that may take hours.
std::optional<conformance::FailureList> failure_list(const JudgingOptions& options);

// A context that lacks only what was judged (`testee` or `answers`).
conformance::ReportContext report_context(const JudgingOptions& options,
                                          const conformance::LoadedVectors& vectors);

// run_vectors with a line of progress on a terminal.
conformance::Run run_with_progress(conformance::Testee& testee,
                                   const conformance::LoadedVectors& vectors,
                                   const conformance::RunOptions& options);

// Holds the run against the failure list, prints and writes the reports, rewrites the list with
// --fix. Gives the exit status (TQ-CONF-019, TQ-CONF-048). Throws std::runtime_error when a file
// cannot be read or written.
int report(const conformance::Run& run, const conformance::LoadedVectors& vectors,
           std::optional<conformance::FailureList> list, conformance::ReportContext context,
           const JudgingOptions& options);

}  // namespace tq::tools
