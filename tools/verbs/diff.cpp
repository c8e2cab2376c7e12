// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "conformance/diff/report.hpp"
#include "tools/verbs/asking.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/selection.hpp"
#include "tools/verbs/terminal.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

struct Options {
  std::string a;
  std::string b;
  bool all = false;
  std::string json;
  Selection selection;
  TimeLimitOptions limits;
};

int diff(const Options& options) {
  const auto a = open_testee(options.a, options.limits);
  const auto b = open_testee(options.b, options.limits);
  const conformance::LoadedVectors vectors = selected_vectors(options.selection);

  conformance::DiffContext context;
  context.suite_version = TQC_VERSION;
  context.a = options.a;
  context.b = options.b;
  context.vectors_option = vectors_option(options.selection);
  context.root = vectors.root;
  context.filter = filter_of(options.selection);
  context.all = options.all;
  ProgressLine line;
  const conformance::Diff found = conformance::compare_testees(
      *a, *b, vectors.files, context.filter, [&line](const conformance::Progress& progress) {
        line.show(fmt::format("{}/{} {}", progress.done + 1, progress.total, progress.vector.id));
      });
  line.clear();
  print_result(options.json, conformance::diff_text(found, context, wants_colour()),
               [&] { return conformance::diff_json(found, context); });
  return found.agrees() ? 0 : 1;
}

}  // namespace

void add_diff(CLI::App& app, int& exit_status) {
  CLI::App* verb = app.add_subcommand(
      "diff", "Show where two implementations first part, without a verdict on either");
  const auto options = std::make_shared<Options>();
  verb->add_option("--a", options->a, kTesteeHelp)->required();
  verb->add_option("--b", options->b, kTesteeHelp)->required();
  verb->add_flag("--all", options->all, "show every difference, not the first of each operation");
  add_selection_options(*verb, options->selection);
  add_json(*verb, options->json, "write the report");
  add_time_limits(*verb, options->limits);
  add_examples(*verb, {"tqc diff --a builtin:optimized/SCALAR --b 'python3 my_adapter.py'"});
  verb->callback([options, &exit_status] { exit_status = diff(*options); });
}

}  // namespace tq::tools
