// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <utility>

#include "conformance/open_testee.hpp"
#include "tools/verbs/asking.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/judging.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

struct Options {
  std::string testee;
  TimeLimitOptions limits;
  JudgingOptions judging;
};

int run(const Options& options) {
  const auto testee = open_testee(options.testee, options.limits);
  auto list = failure_list(options.judging);
  const conformance::LoadedVectors vectors = selected_vectors(options.judging.selection);
  conformance::ReportContext context = report_context(options.judging, vectors);
  context.testee = options.testee;
  if (context.options.target.empty()) {
    context.options.target = conformance::implied_target(options.testee);
  }
  const conformance::Run run = run_with_progress(*testee, vectors, context.options);
  return report(run, vectors, std::move(list), context, options.judging);
}

}  // namespace

void add_run(CLI::App& app, int& exit_status) {
  CLI::App* verb = app.add_subcommand("run", "Judge an implementation against the golden vectors");
  const auto options = std::make_shared<Options>();
  verb->add_option("--testee", options->testee, kTesteeHelp)->required();
  add_judging_options(*verb, options->judging);
  add_time_limits(*verb, options->limits);
  add_examples(*verb, {"tqc run --testee 'python3 my_adapter.py'",
                       "tqc run --testee builtin:optimized/AVX2 --operation 'key.*'",
                       "tqc run --testee ./adapter --tier core --json - | jq .conforms"});
  verb->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace tq::tools
