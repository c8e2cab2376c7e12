// SPDX-License-Identifier: Apache-2.0
#include <exception>

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "conformance/data_directory.hpp"
#include "spec/contract/versions.hpp"
#include "tools/verbs/locations.hpp"
#include "tools/verbs/verbs.hpp"

int main(int argc, char** argv) {
  tq::conformance::set_data_directory(tq::tools::data_directory());
  CLI::App app{"tqc: specification, golden vectors and conformance runs for TurboQuant KV caches"};
  app.set_version_flag("--version",
                       fmt::format("tqc (specification {}, vector format {}, protocol {})",
                                   tq::contract::kSpecificationVersion, tq::contract::kVectorFormat,
                                   tq::contract::kProtocol));
  app.require_subcommand(1);

  int exit_status = 0;
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

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // CLI11 has one code per kind of mistake; users get one: 2.
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "tqc: {}\n", error.what());
    return 2;
  }
  return exit_status;
}
