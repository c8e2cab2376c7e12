// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/vectors/lint.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/locations.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

struct Options {
  std::string vectors;
  std::string spec;
  std::string json;
};

std::string findings_json(const std::vector<conformance::Finding>& findings) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const conformance::Finding& finding : findings) {
    list.push_back(
        {{"path", finding.path}, {"check", finding.check}, {"message", finding.message}});
  }
  const nlohmann::ordered_json report = {{"findings", list}};
  return report.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

int run(const Options& options) {
  const auto tree = conformance::read_tree(vectors_directory(options.vectors));
  const auto requirements = conformance::requirements_of(
      options.spec.empty() ? data_directory() / "spec" : std::filesystem::path(options.spec));
  for (const auto* error :
       {std::get_if<std::string>(&tree), std::get_if<std::string>(&requirements)}) {
    if (error == nullptr) continue;
    fmt::print(stderr, "tqc lint: {}\n", *error);
    return 2;
  }
  const auto findings = conformance::lint(std::get<conformance::Tree>(tree),
                                          std::get<conformance::IdSet>(requirements));
  std::string text;
  for (const conformance::Finding& finding : findings) {
    text += fmt::format("{}: {}: {}\n", finding.path, finding.check, finding.message);
  }
  text += fmt::format("{} files, {} findings\n", std::get<conformance::Tree>(tree).size(),
                      findings.size());
  print_result(options.json, text, [&] { return findings_json(findings); });
  return findings.empty() ? 0 : 1;
}

}  // namespace

void add_lint(CLI::App& app, int& exit_status) {
  CLI::App* verb = app.add_subcommand("lint", "Check every file under vectors/");
  const auto options = std::make_shared<Options>();
  verb->add_option("--vectors", options->vectors, "the tree to check (default: as for tqc run)");
  verb->add_option("--spec", options->spec, "the chapters (default: beside them)");
  add_json(*verb, options->json, "write the findings");
  add_examples(*verb, {"tqc lint", "tqc lint --vectors my_vectors --json -"});
  verb->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace tq::tools
