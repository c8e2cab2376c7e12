// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "conformance/determinism/report.hpp"
#include "tools/verbs/testee_options.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

struct Options {
  std::string testee;
  std::uint64_t seed = 1;
  TesteeOptions common;
};

int determinism(const Options& options) {
  const auto testee = open(options.testee, options.common);
  const conformance::LoadedVectors vectors = load(options.common);
  const conformance::DeterminismContext context{TQC_VERSION, options.testee,
                                                vectors_option(options.common), vectors.root,
                                                filter_of(options.common)};
  if (conformance::select_inputs(vectors.files, context.filter).empty()) {
    throw std::runtime_error("no vector matches the filters");
  }
  ProgressLine line;
  const conformance::DeterminismOptions how{
      context.filter, options.seed,
      [&line](const std::string& phase, std::size_t done, std::size_t total,
              const std::string& call) {
        line.show(fmt::format("{}: {}/{} {}", phase, done + 1, total, call));
      }};
  const conformance::Determinism result = conformance::examine(*testee, vectors.files, how);
  line.clear();
  fmt::print("{}", conformance::determinism_text(result, context, wants_colour()));
  if (!options.common.json.empty()) {
    write_report(options.common.json, conformance::determinism_json(result, context));
  }
  return result.is_steady() ? 0 : 1;
}

}  // namespace

void add_determinism(CLI::App& app, int& exit_status) {
  CLI::App* verb = app.add_subcommand(
      "determinism", "Find answers that change with repetition, batch size or order of calls");
  const auto options = std::make_shared<Options>();
  verb->add_option("--testee", options->testee,
                   "what `tqc run --testee` takes: builtin:NAME or a command line")
      ->required();
  verb->add_option("--seed", options->seed, "of the shuffled order")
      ->check(CLI::Range(std::uint64_t{0}, (std::uint64_t{1} << 53) - 1, "INTEGER"))
      ->capture_default_str();
  add_testee_options(*verb, options->common);
  verb->footer(
      "Example:\n  tqc determinism --testee 'python3 my_adapter.py' --operation 'key.*'\n\n"
      "Exit status: 0 nothing changed, 1 something did or nothing was tested, 2 wrong usage.");
  verb->callback([options, &exit_status] { exit_status = determinism(*options); });
}

}  // namespace tq::tools
