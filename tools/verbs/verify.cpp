// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include <fmt/format.h>

#include "tools/gen/generate.hpp"
#include "tools/gen/progress.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

int run(const std::string& root) {
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
  if (list.empty()) {
    fmt::print("{} files are byte for byte what the reference generates\n", generated.files.size());
    return 0;
  }
  for (const Difference& difference : list) fmt::print("{}\n", describe(difference));
  fmt::print("{} of {} files differ; if the change is meant: tqc gen\n", list.size(),
             generated.files.size());
  return 1;
}

}  // namespace

void add_verify(CLI::App& app, int& exit_status) {
  CLI::App* verb =
      app.add_subcommand("verify", "Regenerate everything in memory and compare it with the files");
  const auto root = std::make_shared<std::string>(".");
  verb->add_option("--root", *root, "the repository")->capture_default_str();
  verb->callback([root, &exit_status] { exit_status = run(*root); });
}

}  // namespace tq::tools
