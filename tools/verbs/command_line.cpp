// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/command_line.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "tools/verbs/files.hpp"

namespace tq::tools {
namespace {

// What a shell reports of a program that SIGPIPE ended.
constexpr int kEndedByPipe = 128 + 13;

// Why standard output lost something; 0 while it has not. Whoever prints first keeps the reason,
// since later calls overwrite errno.
int lost_output = 0;

void note_loss() {
  if (lost_output == 0) lost_output = errno == 0 ? EIO : errno;
}

}  // namespace

void add_examples(CLI::App& verb, std::initializer_list<std::string_view> examples) {
  std::string footer = examples.size() == 1 ? "Example:" : "Examples:";
  for (const std::string_view example : examples) footer += fmt::format("\n  {}", example);
  verb.footer(footer);
}

CLI::Option* add_json(CLI::App& verb, std::string& path, const std::string& what) {
  return verb.add_option("--json", path, what + " as JSON to this file; - is standard output")
      ->type_name("FILE");
}

bool json_owns_stdout(std::string_view path) { return path == "-"; }

void write_json(const std::string& path, std::string_view text) {
  if (path.empty()) return;
  if (json_owns_stdout(path)) {
    print_text(text);
    return;
  }
  write_file(path, text);
}

void print_result(const std::string& json_path, std::string_view text,
                  const std::function<std::string()>& json) {
  if (!json_owns_stdout(json_path)) print_text(text);
  if (!json_path.empty()) write_json(json_path, json());
}

void print_text(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) note_loss();
}

int close_stdout(int status) {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) note_loss();
  if (lost_output == 0) return status;
  if (lost_output == EPIPE) return kEndedByPipe;
  fmt::print(stderr, "tqc: cannot write standard output: {}\n", std::strerror(lost_output));
  return 2;
}

}  // namespace tq::tools
