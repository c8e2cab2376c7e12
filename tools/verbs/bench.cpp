// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "optimized/target.hpp"
#include "tools/bench/floors.hpp"
#include "tools/bench/measure.hpp"
#include "tools/bench/report.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

using optimized::Kernels;
using Targets = std::span<const Kernels* const>;

struct Options {
  bench::CaseOptions cases;
  std::optional<std::size_t> rows;
  std::string json;
  int repetitions = 9;
  bool quick = false;
  bool check_floors = false;
};

// Enough for the shape of the report; the times say nothing.
constexpr double kQuickSeconds = 1e-4;
constexpr int kQuickRepetitions = 2;

bench::Report measure(const Options& options, Targets targets) {
  const auto cases = bench::make_cases(options.cases, *targets.back());
  if (cases.empty()) throw std::runtime_error("no case matches " + options.cases.only);
  bench::require_same_output(cases, targets);

  bench::MeasureOptions how;
  how.repetitions = options.quick ? kQuickRepetitions : options.repetitions;
  if (options.quick) how.seconds = kQuickSeconds;
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  int loops = 0;
  if (is_terminal) {
    how.progress = [&loops](std::string_view name) {
      fmt::print(stderr, "\r\x1b[K{} {}", ++loops, name);
      std::fflush(stderr);
    };
  }
  bench::Report report{bench::this_machine(), options.cases.rows,
                       bench::measure(cases, targets, how)};
  if (is_terminal) fmt::print(stderr, "\r\x1b[K");
  return report;
}

int check_floors(Options options) {
  const Kernels* target = optimized::find_target(bench::kFloorTarget);
  if (target == nullptr) {
    throw std::runtime_error(fmt::format("this processor has no {}", bench::kFloorTarget));
  }
  options.cases.only = bench::kFloorCase;
  options.cases.rows = options.rows.value_or(bench::kFloorRows);
  const std::array<const Kernels*, 2> targets = {target, optimized::usable_targets().back()};
  const bench::Report report = measure(options, targets);
  const bench::FloorVerdict verdict = bench::judge_floors(report.cases.front());
  print_result(options.json, fmt::format("{}\n{}", bench::report_text(report), verdict.text),
               [&] { return bench::report_json(report); });
  return verdict.met ? 0 : 1;
}

int run(Options options) {
  if (options.check_floors) return check_floors(options);
  options.cases.rows = options.rows.value_or(options.cases.rows);
  const bench::Report report = measure(options, optimized::usable_targets());
  print_result(options.json, bench::report_text(report),
               [&] { return bench::report_json(report); });
  return 0;
}

}  // namespace

void add_bench(CLI::App& app, int& exit_status) {
  CLI::App* verb =
      app.add_subcommand("bench", "Time the inner loops on every target of this processor");
  const auto options = std::make_shared<Options>();
  verb->add_flag("--all", options->cases.all, "head dimensions 64 and 256 as well as 128");
  CLI::Option* only = verb->add_option("--only", options->cases.only, "case names, with * and ?")
                          ->capture_default_str();
  verb->add_option("--rows", options->rows,
                   fmt::format("rows that every pass goes through; more of them leave the caches "
                               "(default: {}, with --check-floors {})",
                               options->cases.rows, bench::kFloorRows))
      ->check(CLI::Range(1, 1 << 20));
  verb->add_option("--repetitions", options->repetitions, "how often every loop is timed")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  verb->add_flag("--quick", options->quick, "hardly measure; to try the command");
  add_json(*verb, options->json, "write every repetition");
  verb->add_flag("--check-floors", options->check_floors,
                 fmt::format("time {} on {} only; exit 1 when it is slower than it must be",
                             bench::kFloorCase, bench::kFloorTarget))
      ->excludes(only);
  add_examples(*verb, {"tqc bench --only 'append/*'", "tqc bench --quick --json - | jq .cases"});
  verb->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace tq::tools
