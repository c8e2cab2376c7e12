// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/judging.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "conformance/open_testee.hpp"
#include "conformance/wire.hpp"
#include "tools/verbs/files.hpp"
#include "tools/verbs/locations.hpp"

namespace tq::tools {
namespace {

using conformance::FailureList;
using conformance::RunOptions;
using conformance::Tier;

// One line that overwrites itself, on a terminal only.
class ProgressLine {
 public:
  void show(const conformance::Progress& progress) {
    if (!is_terminal_) return;
    fmt::print(stderr, "\r\x1b[K{}/{} {}", progress.done + 1, progress.total, progress.vector.id);
    std::fflush(stderr);
  }
  void clear() {
    if (is_terminal_) fmt::print(stderr, "\r\x1b[K");
  }

 private:
  const bool is_terminal_ = ::isatty(2) != 0;
};

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return ::isatty(1) != 0 && (no_colour == nullptr || *no_colour == 0);
}

}  // namespace

void add_selection_options(CLI::App& verb, JudgingOptions& options) {
  verb.add_option("--vectors", options.vectors,
                  "the vectors directory (default: TQC_VECTORS, else the installed)");
  verb.add_option("--only", options.run.only, "vector ids, with * and ?")->capture_default_str();
  verb.add_option("--operation", options.run.operation, "operation names, with * and ?")
      ->capture_default_str();
  verb.add_option("--tier", options.tier, "core or all")
      ->check(CLI::IsMember({"core", "all"}))
      ->capture_default_str();
}

void add_judging_options(CLI::App& verb, JudgingOptions& options) {
  add_selection_options(verb, options);
  verb.add_option("--expect-target", options.run.target,
                  "the instruction set that must answer, as the testee's ready names it")
      ->check([](const std::string& name) {
        return conformance::is_target_name(name) ? std::string() : "not a target name: " + name;
      });
  verb.add_flag("--continue", options.run.continue_after_smoke,
                "run everything although a smoke vector failed");
  CLI::Option* failures = verb.add_option("--failures", options.failures,
                                          "a list of known failures; any difference from it fails");
  verb.add_flag("--fix", options.fix, "rewrite that list to what fails now")->needs(failures);
  verb.add_option("--json", options.json, "write the certificate to this file");
  verb.add_option("--junit", options.junit, "write JUnit XML to this file");
}

RunOptions run_options(const JudgingOptions& options) {
  RunOptions run = options.run;
  run.tier = options.tier == "core" ? Tier::kCore : Tier::kAll;
  return run;
}

conformance::LoadedVectors trusted_vectors(const JudgingOptions& options) {
  auto loaded = conformance::load_vectors(vectors_directory(options.vectors));
  if (const auto* why = std::get_if<std::string>(&loaded)) {
    throw std::runtime_error("the vectors cannot be trusted: " + *why);
  }
  auto& vectors = std::get<conformance::LoadedVectors>(loaded);
  if (select_vectors(vectors.files, run_options(options)).empty()) {
    throw std::runtime_error("no vector matches the filters");
  }
  return std::move(vectors);
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
  if (!options.vectors.empty()) {
    context.vectors_option = " --vectors " + conformance::quote_word(options.vectors);
  }
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
  shown.progress = [&line](const auto& progress) { line.show(progress); };
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
  fmt::print("{}", text_report(run, verdicts, context, wants_colour()));
  if (fix) {
    fmt::print("wrote {}: {} entries, {}\n{}", options.failures, list->entries.size(),
               changes.empty() ? "nothing changed" : "because of", changes);
  } else if (options.fix) {
    fmt::print("{} is unchanged: the run is not complete\n", options.failures);
  }
  if (!options.json.empty()) write_file(options.json, json_report(run, verdicts, context));
  if (!options.junit.empty()) write_file(options.junit, junit_report(run, verdicts, context));
  const bool good = list ? is_exact(check, verdicts) : verdicts.conforms;
  return good ? 0 : 1;
}

}  // namespace tq::tools
