// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "conformance/open_testee.hpp"
#include "conformance/report.hpp"
#include "conformance/vectors/load.hpp"
#include "conformance/wire.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/locations.hpp"
#include "tools/verbs/names.hpp"
#include "tools/verbs/nearest.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

using conformance::RunOptions;
using conformance::Tier;

struct Options {
  std::string testee;
  std::string vectors;
  std::string json;
  std::string junit;
  std::string tier = "all";
  double ready_timeout = 60;
  double first_timeout = 60;
  double timeout = 10;
  RunOptions run;
};

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<long long>(seconds * 1000));
}

// One line that overwrites itself, on a terminal only.
class ProgressLine {
 public:
  void show(const conformance::Progress& progress) {
    if (!is_terminal_) return;
    fmt::print(stderr, "\r\x1b[K{}/{} {}", progress.done + 1, progress.total, progress.vector.id);
    std::fflush(stderr);
  }
  void clear() {
    if (is_terminal_) fmt::print(stderr, "\r\x1b[K");
  }

 private:
  const bool is_terminal_ = ::isatty(2) != 0;
};

void write_junit(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  if (!(file << text).flush()) throw std::runtime_error("cannot write " + path);
}

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return ::isatty(1) != 0 && (no_colour == nullptr || *no_colour == 0);
}

// Behind the complaint about a builtin testee that does not exist.
std::string other_testee(const std::string& testee) {
  return testee.starts_with("builtin:") ? did_you_mean(testee, builtin_names()) : "";
}

// A filter without wildcards that matches nothing may be a misspelt name.
std::string other_filter(const RunOptions& options,
                         const std::vector<conformance::VectorFile>& files) {
  if (is_plain_name(options.only)) return did_you_mean(options.only, vector_ids(files));
  if (is_plain_name(options.operation)) return did_you_mean(options.operation, operation_names());
  return "";
}

int run(const Options& options) {
  conformance::TimeLimits limits{milliseconds(options.ready_timeout),
                                 milliseconds(options.first_timeout),
                                 milliseconds(options.timeout)};
  auto opened = conformance::open_testee(options.testee, limits);
  if (const auto* why = std::get_if<std::string>(&opened)) {
    throw std::runtime_error(*why + other_testee(options.testee));
  }
  auto& testee = *std::get<std::unique_ptr<conformance::Testee>>(opened);

  // Damaged vectors stop the run before any verdict.
  auto loaded = conformance::load_vectors(vectors_directory(options.vectors));
  if (const auto* why = std::get_if<std::string>(&loaded)) {
    throw std::runtime_error("the vectors cannot be trusted: " + *why);
  }
  const auto& vectors = std::get<conformance::LoadedVectors>(loaded);

  conformance::ReportContext context;
  context.suite_version = TQC_VERSION;
  context.testee = options.testee;
  if (!options.vectors.empty()) {
    context.vectors_option = " --vectors " + conformance::quote_word(options.vectors);
  }
  context.root = vectors.root;
  context.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  context.options = options.run;
  if (context.options.target.empty()) {
    context.options.target = conformance::implied_target(options.testee);
  }
  context.options.tier = options.tier == "core" ? Tier::kCore : Tier::kAll;
  ProgressLine line;
  context.options.progress = [&line](const auto& progress) { line.show(progress); };

  const conformance::Run run = run_vectors(testee, vectors.files, context.options);
  line.clear();
  const conformance::Verdicts verdicts = conformance::reach_verdicts(run);
  if (run.selected == 0) {
    throw std::runtime_error("no vector matches the filters" +
                             other_filter(context.options, vectors.files));
  }
  print_result(options.json, text_report(run, verdicts, context, wants_colour()),
               [&] { return json_report(run, verdicts, context); });
  if (!options.junit.empty()) write_junit(options.junit, junit_report(run, verdicts, context));
  return verdicts.conforms ? 0 : 1;
}

}  // namespace

void add_run(CLI::App& app, int& exit_status) {
  CLI::App* verb = app.add_subcommand("run", "Judge an implementation against the golden vectors");
  const auto options = std::make_shared<Options>();
  verb->add_option("--testee", options->testee,
                   "builtin:reference, builtin:optimized, builtin:optimized/TARGET, or the command "
                   "line of an adapter")
      ->required();
  verb->add_option("--vectors", options->vectors,
                   "the vectors directory (default: TQC_VECTORS, else beside the sources)");
  verb->add_option("--only", options->run.only, "vector ids, with * and ?")->capture_default_str();
  verb->add_option("--operation", options->run.operation, "operation names, with * and ?")
      ->capture_default_str();
  verb->add_option("--expect-target", options->run.target,
                   "the instruction set that must answer, as the testee's ready names it")
      ->check([](const std::string& name) {
        return conformance::is_target_name(name) ? std::string() : "not a target name: " + name;
      })
      ->type_name("TARGET");
  verb->add_option("--tier", options->tier, "core or all")
      ->check([](const std::string& name) {
        const auto tiers = tier_names();
        return std::ranges::count(tiers, name) != 0
                   ? std::string()
                   : fmt::format("\"{}\" is not core or all{}", name, did_you_mean(name, tiers));
      })
      ->capture_default_str();
  verb->add_flag("--continue", options->run.continue_after_smoke,
                 "run everything although a smoke vector failed");
  add_json(*verb, options->json, "write the certificate");
  verb->add_option("--junit", options->junit, "write JUnit XML to this file");
  for (const auto& [name, value, what] :
       {std::tuple{"--ready-timeout", &options->ready_timeout, "seconds until ready"},
        std::tuple{"--first-timeout", &options->first_timeout,
                   "seconds for the first call of an operation"},
        std::tuple{"--timeout", &options->timeout, "seconds for every later call"}}) {
    verb->add_option(name, *value, what)->check(CLI::Range(0.001, 86400.0))->capture_default_str();
  }
  add_examples(*verb, {"tqc run --testee 'python3 my_adapter.py'",
                       "tqc run --testee builtin:optimized/AVX2 --operation 'key.*'",
                       "tqc run --testee ./adapter --tier core --json - | jq .conforms"});
  verb->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace tq::tools
