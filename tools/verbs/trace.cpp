// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "tools/trace/trace.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

struct Options {
  std::string root = ".";
  bool write = false;
  std::string json;
};

int run(const Options& options) {
  const Trace trace = trace_repository(options.root, conformance::all_mutants());
  const std::filesystem::path snapshot = std::filesystem::path(options.root) / "spec" / "TRACE.md";
  const std::string table = trace_markdown(trace);
  for (const std::string& problem : trace.problems) fmt::print(stderr, "{}\n", problem);

  bool is_current = true;
  if (options.write) {
    std::ofstream file(snapshot, std::ios::binary);
    if (!(file << table).flush()) {
      throw std::runtime_error("cannot write " + snapshot.string());
    }
  } else if (read_file(snapshot) != table) {
    is_current = false;
    fmt::print(stderr, "{} is not what the tree says; if the change is meant: tqc trace --write\n",
               snapshot.generic_string());
  }
  print_result(
      options.json,
      fmt::format("{} requirements, {} problems\n", trace.rows.size(), trace.problems.size()),
      [&] { return trace_json(trace); });
  return trace.problems.empty() && is_current ? 0 : 1;
}

}  // namespace

void add_trace(CLI::App& app, int& exit_status) {
  CLI::App* verb = app.add_subcommand(
      "trace",
      "Compare the table requirement -> code -> checker -> vectors -> mutants with spec/TRACE.md");
  const auto options = std::make_shared<Options>();
  verb->add_option("--root", options->root, "the repository")->capture_default_str();
  verb->add_flag("--write", options->write, "write spec/TRACE.md instead of comparing");
  add_json(*verb, options->json, "write the table");
  add_examples(*verb, {"tqc trace", "tqc trace --write", "tqc trace --json - | jq .requirements"});
  verb->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace tq::tools
