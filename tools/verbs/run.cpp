// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "conformance/open_testee.hpp"
#include "tools/verbs/judging.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

struct Options {
  std::string testee;
  double ready_timeout = 60;
  double first_timeout = 60;
  double timeout = 10;
  JudgingOptions judging;
};

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<long long>(seconds * 1000));
}

int run(const Options& options) {
  conformance::TimeLimits limits{milliseconds(options.ready_timeout),
                                 milliseconds(options.first_timeout),
                                 milliseconds(options.timeout)};
  auto opened = conformance::open_testee(options.testee, limits);
  if (const auto* why = std::get_if<std::string>(&opened)) throw std::runtime_error(*why);
  auto& testee = *std::get<std::unique_ptr<conformance::Testee>>(opened);

  auto list = failure_list(options.judging);
  const conformance::LoadedVectors vectors = trusted_vectors(options.judging);
  conformance::ReportContext context = report_context(options.judging, vectors);
  context.testee = options.testee;
  if (context.options.target.empty()) {
    context.options.target = conformance::implied_target(options.testee);
  }
  const conformance::Run run = run_with_progress(testee, vectors, context.options);
  return report(run, vectors, std::move(list), context, options.judging);
}

}  // namespace

void add_run(CLI::App& app, int& exit_status) {
  CLI::App* verb = app.add_subcommand("run", "Judge an implementation against the golden vectors");
  const auto options = std::make_shared<Options>();
  verb->add_option("--testee", options->testee,
                   "builtin:reference, builtin:optimized, builtin:optimized/TARGET, a library or "
                   "module with the C ABI (./mine.so, ./mine.wasm), or the command line of an "
                   "adapter")
      ->required();
  add_judging_options(*verb, options->judging);
  for (const auto& [name, value, what] :
       {std::tuple{"--ready-timeout", &options->ready_timeout, "seconds until ready"},
        std::tuple{"--first-timeout", &options->first_timeout,
                   "seconds for the first call of an operation"},
        std::tuple{"--timeout", &options->timeout, "seconds for every later call"}}) {
    verb->add_option(name, *value, what)->check(CLI::Range(0.001, 86400.0))->capture_default_str();
  }
  verb->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace tq::tools
