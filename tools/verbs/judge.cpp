// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "conformance/offline/answers_testee.hpp"
#include "conformance/wire.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/judging.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

struct Options {
  std::string answers;
  std::size_t max_line = conformance::kMaxLine;
  JudgingOptions judging;
};

int judge(const Options& options) {
  auto list = failure_list(options.judging);
  const conformance::LoadedVectors vectors = selected_vectors(options.judging.selection);
  std::error_code error;
  std::ifstream answers;
  // A directory opens and reads as empty, which would be a crash of the testee.
  if (!std::filesystem::is_directory(options.answers, error)) {
    answers.open(options.answers, std::ios::binary);
  }
  if (!answers.is_open()) throw std::runtime_error("cannot read " + options.answers);

  conformance::ReportContext context = report_context(options.judging, vectors);
  context.answers = options.answers;
  if (options.max_line != conformance::kMaxLine) {
    context.vectors_option += fmt::format(" --max-line {}", options.max_line);
  }
  conformance::AnswersTestee testee(answers, vectors.files, vectors.root, context.options,
                                    options.max_line);
  const conformance::Run run = run_with_progress(testee, vectors, context.options);
  if (const auto why = testee.why_no_verdict()) {
    throw std::runtime_error(fmt::format("{}: {}", options.answers, *why));
  }
  return report(run, vectors, std::move(list), context, options.judging);
}

}  // namespace

void add_judge(CLI::App& app, int& exit_status) {
  CLI::App* verb =
      app.add_subcommand("judge", "Judge answers that an adapter gave to the file of tqc requests");
  add_examples(*verb, {"tqc judge r.jsonl --json certificate.json"});
  const auto options = std::make_shared<Options>();
  verb->add_option("answers", options->answers, "what the adapter wrote")->required();
  add_judging_options(*verb, options->judging);
  verb->add_option("--max-line", options->max_line, "as it was given to tqc requests")
      ->check(CLI::Range(conformance::kMinTesteeLine, conformance::kMaxLine))
      ->capture_default_str();
  verb->callback([options, &exit_status] { exit_status = judge(*options); });
}

}  // namespace tq::tools
