// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "conformance/determinism/report.hpp"
#include "tools/verbs/asking.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/selection.hpp"
#include "tools/verbs/terminal.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

struct Options {
  std::string testee;
  std::uint64_t seed = 1;
  std::string json;
  Selection selection;
  TimeLimitOptions limits;
};

int determinism(const Options& options) {
  const auto testee = open_testee(options.testee, options.limits);
  const conformance::LoadedVectors vectors = selected_vectors(options.selection);
  const conformance::DeterminismContext context{TQC_VERSION, options.testee,
                                                vectors_option(options.selection), vectors.root,
                                                filter_of(options.selection)};
  ProgressLine line;
  const conformance::DeterminismOptions how{
      context.filter, options.seed,
      [&line](const std::string& phase, std::size_t done, std::size_t total,
              const std::string& call) {
        line.show(fmt::format("{}: {}/{} {}", phase, done + 1, total, call));
      }};
  const conformance::Determinism result = conformance::examine(*testee, vectors.files, how);
  line.clear();
  print_result(options.json, conformance::determinism_text(result, context, wants_colour()),
               [&] { return conformance::determinism_json(result, context); });
  return result.is_steady() ? 0 : 1;
}

}  // namespace

void add_determinism(CLI::App& app, int& exit_status) {
  CLI::App* verb = app.add_subcommand(
      "determinism", "Find answers that change with repetition, batch size or order of calls");
  const auto options = std::make_shared<Options>();
  verb->add_option("--testee", options->testee, kTesteeHelp)->required();
  verb->add_option("--seed", options->seed, "of the shuffled order")
      ->check(CLI::Range(std::uint64_t{0}, (std::uint64_t{1} << 53) - 1, "INTEGER"))
      ->capture_default_str();
  add_selection_options(*verb, options->selection);
  add_json(*verb, options->json, "write the report");
  add_time_limits(*verb, options->limits);
  add_examples(*verb, {"tqc determinism --testee 'python3 my_adapter.py' --operation 'key.*'"});
  verb->callback([options, &exit_status] { exit_status = determinism(*options); });
}

}  // namespace tq::tools
