// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "conformance/diff/report.hpp"
#include "tools/verbs/testee_options.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

struct Options {
  std::string a;
  std::string b;
  bool all = false;
  TesteeOptions common;
};

int diff(const Options& options) {
  const auto a = open(options.a, options.common);
  const auto b = open(options.b, options.common);
  const conformance::LoadedVectors vectors = load(options.common);

  conformance::DiffContext context;
  context.suite_version = TQC_VERSION;
  context.a = options.a;
  context.b = options.b;
  context.vectors_option = vectors_option(options.common);
  context.root = vectors.root;
  context.filter = filter_of(options.common);
  context.all = options.all;
  if (conformance::select_inputs(vectors.files, context.filter).empty()) {
    throw std::runtime_error("no vector matches the filters");
  }
  ProgressLine line;
  const conformance::Diff found = conformance::compare_testees(
      *a, *b, vectors.files, context.filter, [&line](const conformance::Progress& progress) {
        line.show(fmt::format("{}/{} {}", progress.done + 1, progress.total, progress.vector.id));
      });
  line.clear();
  fmt::print("{}", conformance::diff_text(found, context, wants_colour()));
  if (!options.common.json.empty()) {
    write_report(options.common.json, conformance::diff_json(found, context));
  }
  return found.agrees() ? 0 : 1;
}

}  // namespace

void add_diff(CLI::App& app, int& exit_status) {
  CLI::App* verb = app.add_subcommand(
      "diff", "Show where two implementations first part, without a verdict on either");
  const auto options = std::make_shared<Options>();
  const std::string what = "what `tqc run --testee` takes: builtin:NAME or a command line";
  verb->add_option("--a", options->a, what)->required();
  verb->add_option("--b", options->b, what)->required();
  verb->add_flag("--all", options->all, "show every difference, not the first of each operation");
  add_testee_options(*verb, options->common);
  verb->footer(
      "Example:\n  tqc diff --a builtin:optimized/SCALAR --b 'python3 my_adapter.py' "
      "--operation 'key.*'\n\nExit status: 0 equal, 1 different or nothing compared, 2 wrong "
      "usage.");
  verb->callback([options, &exit_status] { exit_status = diff(*options); });
}

}  // namespace tq::tools
