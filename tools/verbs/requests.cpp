// SPDX-License-Identifier: Apache-2.0
#include "conformance/offline/requests.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "conformance/wire.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/judging.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

struct Options {
  std::size_t max_line = conformance::kMaxLine;
  Selection selection;
};

int requests(const Options& options) {
  const conformance::LoadedVectors vectors = selected_vectors(options.selection);
  const auto write = [](std::string_view line) {
    return std::fwrite(line.data(), 1, line.size(), stdout) == line.size() &&
           std::fputc('\n', stdout) != EOF;
  };
  const auto counts = write_requests(vectors.files, vectors.root, filter_of(options.selection),
                                     options.max_line, write);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw std::runtime_error(fmt::format("cannot write the requests: {}", std::strerror(errno)));
  }
  if (counts.too_long > 0) {
    fmt::print(stderr,
               "tqc requests: {} requests longer than {} bytes are left out; give judge "
               "the same --max-line\n",
               counts.too_long, options.max_line);
  }
  return 0;
}

}  // namespace

void add_requests(CLI::App& app, int& exit_status) {
  CLI::App* verb = app.add_subcommand(
      "requests", "Write the requests of a run, for an adapter on another machine");
  add_examples(*verb, {"tqc requests > q.jsonl", "my_adapter < q.jsonl > r.jsonl    # anywhere",
                       "tqc judge r.jsonl"});
  const auto options = std::make_shared<Options>();
  add_selection_options(*verb, options->selection);
  verb->add_option("--max-line", options->max_line,
                   "leave out requests of more bytes, newline included")
      ->check(CLI::Range(conformance::kMinTesteeLine, conformance::kMaxLine))
      ->capture_default_str();
  verb->callback([options, &exit_status] { exit_status = requests(*options); });
}

}  // namespace tq::tools
