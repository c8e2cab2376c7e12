// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "conformance/mutants/kill.hpp"
#include "conformance/runner.hpp"
#include "conformance/vectors/load.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/selection.hpp"
#include "tools/verbs/terminal.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

using conformance::Mutant;

struct Options {
  std::string only = "*";
  std::string vectors;
  std::string json;
};

// TQ-CONF-057
int run(const Options& options) {
  std::vector<Mutant> selected;
  for (const Mutant& mutant : conformance::all_mutants()) {
    if (conformance::matches_glob(options.only, mutant.name)) selected.push_back(mutant);
  }
  if (selected.empty()) throw std::runtime_error("no mutant matches " + options.only);
  const conformance::LoadedVectors vectors = trusted_vectors(options.vectors);

  ProgressLine line;
  const auto kills = conformance::judge_mutants(
      selected, vectors.files, [&](const Mutant& mutant) { line.show(std::string(mutant.name)); });
  line.clear();
  print_result(options.json, kill_text(kills, wants_colour()), [&] { return kill_json(kills); });
  for (const conformance::Kill& kill : kills) {
    if (!kill.is_killed()) return 1;
  }
  return 0;
}

}  // namespace

void add_mutants(CLI::App& app, int& exit_status) {
  CLI::App* verb = app.add_subcommand(
      "mutants", "Hold the vectors against implementations with one fault each: all must fail");
  const auto options = std::make_shared<Options>();
  verb->add_option("--only", options->only, "names of mutants, with * and ?")
      ->capture_default_str();
  add_vectors_option(*verb, options->vectors);
  add_json(*verb, options->json, "write the matrix");
  add_examples(*verb, {"tqc mutants --only 'packing/*'"});
  verb->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace tq::tools
