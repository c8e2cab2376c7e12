// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <exception>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "conformance/data_directory.hpp"
#include "spec/contract/versions.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/locations.hpp"
#include "tools/verbs/position.hpp"
#include "tools/verbs/verbs.hpp"

namespace {

constexpr int kWrongUsage = 2;

int complain(const std::string& what) {
  fmt::print(stderr, "tqc: {}\n", what);
  return kWrongUsage;
}

void add_verbs(CLI::App& app, int& exit_status) {
  tq::tools::add_run(app, exit_status);
  tq::tools::add_requests(app, exit_status);
  tq::tools::add_judge(app, exit_status);
  tq::tools::add_explain(app, exit_status);
  tq::tools::add_gen(app, exit_status);
  tq::tools::add_verify(app, exit_status);
  tq::tools::add_lint(app, exit_status);
  tq::tools::add_page(app, exit_status);
  tq::tools::add_serve(app, exit_status);
  tq::tools::add_trace(app, exit_status);
  tq::tools::add_bench(app, exit_status);
  tq::tools::add_mutants(app, exit_status);
  tq::tools::add_diff(app, exit_status);
  tq::tools::add_determinism(app, exit_status);
  tq::tools::add_completion(app, exit_status);
}

// Verbs and options of each level, one line each.
int brief_help(const CLI::App& app) {
  fmt::print(stderr, "{}\n\n", app.get_description());
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    fmt::print(stderr, "  tqc {:<12} {}\n", verb->get_name(), verb->get_description());
  }
  fmt::print(stderr, "\ntqc VERB --help says more, with examples.\n");
  return kWrongUsage;
}

int run(int argc, char** argv) {
  tq::conformance::set_data_directory(tq::tools::data_directory());
  CLI::App app{"tqc: specification, golden vectors and conformance runs for TurboQuant KV caches"};
  app.set_version_flag("--version",
                       fmt::format("tqc (specification {}, vector format {}, protocol {})",
                                   tq::contract::kSpecificationVersion, tq::contract::kVectorFormat,
                                   tq::contract::kProtocol));
  app.require_subcommand(1);
  tq::tools::add_examples(app, {"tqc run --testee 'python3 my_adapter.py'",
                                "tqc explain keys/encode-one-hot-d128-w2", "tqc run --help"});
  int exit_status = 0;
  add_verbs(app, exit_status);

  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (words.empty()) return brief_help(app);
  // Before the parser, which would first miss a required option and cannot suggest a name.
  if (const auto complaint = tq::tools::follow(app, words).complaint) return complain(*complaint);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // CLI11 has one code per kind of mistake; users get one: 2.
    return app.exit(error) == 0 ? 0 : kWrongUsage;
  } catch (const std::system_error& error) {
    // Somebody stopped reading: nothing to say, and close_stdout finds the right status.
    if (error.code().value() == EPIPE) return exit_status;
    return complain(error.what());
  } catch (const std::exception& error) {
    return complain(error.what());
  }
  return exit_status;
}

}  // namespace

int main(int argc, char** argv) {
  const int exit_status = run(argc, argv);
  return tq::tools::close_stdout(exit_status);
}
