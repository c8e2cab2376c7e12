// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "tools/gen/generate.hpp"
#include "tools/gen/progress.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

struct Options {
  std::string root = ".";
  std::string out;
  std::string json;
  bool check = false;
};

std::string summary(const Generated& generated, const std::vector<Difference>& changes) {
  std::size_t bytes = 0;
  for (const auto& [path, content] : generated.files) bytes += content.size();
  std::size_t vectors = 0;
  for (const conformance::VectorFile& file : generated.vectors) vectors += file.vectors.size();
  std::string text;
  for (const Difference& change : changes) text += describe(change) + "\n";
  return text + fmt::format("{} vectors in {} files, {} files and {} bytes in all, {} changed\n",
                            vectors, generated.vectors.size(), generated.files.size(), bytes,
                            changes.size());
}

int run(const Options& options) {
  const auto result = generate_with_progress(options.root);
  if (const auto* error = std::get_if<std::string>(&result)) {
    fmt::print(stderr, "tqc gen: {}\nnothing was written\n", *error);
    return 1;
  }
  const Generated& generated = std::get<Generated>(result);
  const std::string out = options.out.empty() ? options.root : options.out;
  const auto changes = differences(out, generated);
  if (const auto* error = std::get_if<std::string>(&changes)) {
    fmt::print(stderr, "tqc gen: {}\n", *error);
    return 2;
  }
  const auto& list = std::get<std::vector<Difference>>(changes);
  print_result(options.json, summary(generated, list),
               [&] { return differences_json(generated, list); });
  if (options.check) return list.empty() ? 0 : 1;
  if (const auto error = apply(out, generated, list)) {
    fmt::print(stderr, "tqc gen: {}\n", *error);
    return 2;
  }
  return 0;
}

}  // namespace

void add_gen(CLI::App& app, int& exit_status) {
  CLI::App* verb = app.add_subcommand(
      "gen", "Write vectors/, spec/schemas/ and the codebook header from the reference");
  const auto options = std::make_shared<Options>();
  verb->add_option("--root", options->root, "the repository")->capture_default_str();
  verb->add_option("--out", options->out, "write below this directory instead of the repository");
  verb->add_flag("--check", options->check, "write nothing; exit 1 when something would change");
  add_json(*verb, options->json, "write the changes");
  add_examples(*verb, {"tqc gen", "tqc gen --check", "tqc gen --out /tmp/tree"});
  verb->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace tq::tools
