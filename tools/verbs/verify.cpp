// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include <fmt/format.h>

#include "tools/gen/generate.hpp"
#include "tools/gen/progress.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

int run(const std::string& root, const std::string& json) {
  const auto result = generate_with_progress(root);
  if (const auto* error = std::get_if<std::string>(&result)) {
    fmt::print(stderr, "tqc verify: {}\n", *error);
    return 1;
  }
  const Generated& generated = std::get<Generated>(result);
  const auto found = differences(root, generated);
  if (const auto* error = std::get_if<std::string>(&found)) {
    fmt::print(stderr, "tqc verify: {}\n", *error);
    return 2;
  }
  const auto& list = std::get<std::vector<Difference>>(found);
  std::string text;
  for (const Difference& difference : list) text += describe(difference) + "\n";
  text += list.empty() ? fmt::format("{} files are byte for byte what the reference generates\n",
                                     generated.files.size())
                       : fmt::format("{} of {} files differ; if the change is meant: tqc gen\n",
                                     list.size(), generated.files.size());
  print_result(json, text, [&] { return differences_json(generated, list); });
  return list.empty() ? 0 : 1;
}

}  // namespace

void add_verify(CLI::App& app, int& exit_status) {
  CLI::App* verb =
      app.add_subcommand("verify", "Regenerate everything in memory and compare it with the files");
  const auto root = std::make_shared<std::string>(".");
  verb->add_option("--root", *root, "the repository")->capture_default_str();
  const auto json = std::make_shared<std::string>();
  add_json(*verb, *json, "write the differences");
  add_examples(*verb, {"tqc verify", "tqc verify --root ../other_checkout"});
  verb->callback([root, json, &exit_status] { exit_status = run(*root, *json); });
}

}  // namespace tq::tools
