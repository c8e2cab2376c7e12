// SPDX-License-Identifier: Apache-2.0
#include "conformance/serve.hpp"

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "conformance/open_testee.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/names.hpp"
#include "tools/verbs/nearest.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

int serve(const std::string& name) {
  auto opened = conformance::open_testee(name, {});
  if (const auto* why = std::get_if<std::string>(&opened)) {
    throw std::runtime_error(*why + did_you_mean(name, builtin_names()));
  }
  return conformance::serve(*std::get<std::unique_ptr<conformance::Testee>>(opened), stdin, stdout,
                            stderr);
}

}  // namespace

void add_serve(CLI::App& app, int& exit_status) {
  CLI::App* verb =
      app.add_subcommand("serve", "Answer the pipe protocol on standard input and output");
  const auto name = std::make_shared<std::string>("builtin:reference");
  verb->add_option("--testee", *name, "what answers")->capture_default_str();
  add_examples(*verb, {"tqc serve", "tqc run --testee 'tqc serve --testee builtin:optimized'"});
  verb->callback([name, &exit_status] { exit_status = serve(*name); });
}

}  // namespace tq::tools
