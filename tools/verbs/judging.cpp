// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/judging.hpp"

#include <ctime>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "conformance/open_testee.hpp"
#include "conformance/wire.hpp"
#include "tools/gen/intervals.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/files.hpp"
#include "tools/verbs/terminal.hpp"

namespace tq::tools {
namespace {

using conformance::FailureList;
using conformance::RunOptions;

}  // namespace

void add_judging_options(CLI::App& verb, JudgingOptions& options) {
  add_selection_options(verb, options.selection);
  verb.add_option("--expect-target", options.expect_target,
                  "the instruction set that must answer, as the testee's ready names it")
      ->check([](const std::string& name) {
        return conformance::is_target_name(name) ? std::string() : "not a target name: " + name;
      })
      ->type_name("TARGET");
  verb.add_flag("--continue", options.continue_after_smoke,
                "run everything although a smoke vector failed");
  CLI::Option* failures = verb.add_option("--failures", options.failures,
                                          "a list of known failures; any difference from it fails");
  verb.add_flag("--fix", options.fix, "rewrite that list to what fails now")->needs(failures);
  add_json(verb, options.json, "write the certificate");
  verb.add_option("--junit", options.junit, "write JUnit XML to this file");
}

RunOptions run_options(const JudgingOptions& options) {
  RunOptions run;
  static_cast<conformance::Filter&>(run) = filter_of(options.selection);
  run.target = options.expect_target;
  run.continue_after_smoke = options.continue_after_smoke;
  run.derive_intervals = derive_intervals;
  return run;
}

std::optional<FailureList> failure_list(const JudgingOptions& options) {
  if (options.failures.empty()) return std::nullopt;
  if (options.fix && !std::filesystem::exists(options.failures)) return FailureList{};
  auto list = conformance::read_failure_list(read_small_file(options.failures));
  if (const auto* why = std::get_if<std::string>(&list)) {
    throw std::runtime_error(fmt::format("{}: {}", options.failures, *why));
  }
  return std::move(std::get<FailureList>(list));
}

conformance::ReportContext report_context(const JudgingOptions& options,
                                          const conformance::LoadedVectors& vectors) {
  conformance::ReportContext context;
  context.suite_version = TQC_VERSION;
  context.vectors_option = vectors_option(options.selection);
  context.root = vectors.root;
  context.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  context.options = run_options(options);
  return context;
}

conformance::Run run_with_progress(conformance::Testee& testee,
                                   const conformance::LoadedVectors& vectors,
                                   const RunOptions& options) {
  ProgressLine line;
  RunOptions shown = options;
  shown.progress = [&line](const conformance::Progress& progress) {
    line.show(fmt::format("{}/{} {}", progress.done + 1, progress.total, progress.vector.id));
  };
  conformance::Run run = run_vectors(testee, vectors.files, shown);
  line.clear();
  return run;
}

int report(const conformance::Run& run, const conformance::LoadedVectors& vectors,
           std::optional<FailureList> list, conformance::ReportContext context,
           const JudgingOptions& options) {
  const conformance::Verdicts verdicts = conformance::reach_verdicts(run);
  const auto check_list = [&] {
    return check_failures(*list, run, vectors.files, vectors.retired, context.options);
  };
  // TQ-CONF-047: a run that left something out cannot say what fails.
  const bool fix = options.fix && verdicts.complete;
  std::string changes;
  if (fix) {
    for (const auto& [id, what] : check_list().problems) {
      changes += fmt::format("  {}: {}\n", id, what);
    }
    list = fixed_list(*list, run, vectors.files, context.options);
    replace_file(options.failures, write_failure_list(*list));
  }
  conformance::FailureCheck check;
  if (list) {
    check = check_list();
    check.file = options.failures;
    context.failures = &check;
  }
  std::string text = text_report(run, verdicts, context, wants_colour());
  if (fix) {
    text += fmt::format("wrote {}: {} entries, {}\n{}", options.failures, list->entries.size(),
                        changes.empty() ? "nothing changed" : "because of", changes);
  } else if (options.fix) {
    text += fmt::format("{} is unchanged: the run is not complete\n", options.failures);
  }
  print_result(options.json, text, [&] { return json_report(run, verdicts, context); });
  if (!options.junit.empty()) write_file(options.junit, junit_report(run, verdicts, context));
  const bool good = list ? is_exact(check, verdicts) : verdicts.conforms;
  return good ? 0 : 1;
}

}  // namespace tq::tools
