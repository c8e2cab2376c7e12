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
#include "tools/verbs/locations.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

using conformance::Mutant;

struct Options {
  std::string only = "*";
  std::string vectors;
  std::string json;
};

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return ::isatty(1) != 0 && (no_colour == nullptr || *no_colour == 0);
}

// TQ-CONF-057
int run(const Options& options) {
  std::vector<Mutant> selected;
  for (const Mutant& mutant : conformance::all_mutants()) {
    if (conformance::matches_glob(options.only, mutant.name)) selected.push_back(mutant);
  }
  if (selected.empty()) throw std::runtime_error("no mutant matches " + options.only);
  auto loaded = conformance::load_vectors(vectors_directory(options.vectors));
  if (const auto* why = std::get_if<std::string>(&loaded)) {
    throw std::runtime_error("the vectors cannot be trusted: " + *why);
  }
  const auto& files = std::get<conformance::LoadedVectors>(loaded).files;

  const bool shows_progress = ::isatty(2) != 0;
  const auto kills = conformance::judge_mutants(selected, files, [&](const Mutant& mutant) {
    if (shows_progress) fmt::print(stderr, "\r\x1b[K{}", mutant.name);
  });
  if (shows_progress) fmt::print(stderr, "\r\x1b[K");

  fmt::print("{}", kill_text(kills, wants_colour()));
  if (!options.json.empty()) {
    std::ofstream file(options.json, std::ios::binary);
    if (!(file << kill_json(kills)).flush()) {
      throw std::runtime_error("cannot write " + options.json);
    }
  }
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
  verb->add_option("--vectors", options->vectors,
                   "the vectors directory (default: TQC_VECTORS, else the installed)");
  verb->add_option("--json", options->json, "write the matrix to this file");
  verb->footer("Example: tqc mutants --only 'packing/*'");
  verb->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace tq::tools
