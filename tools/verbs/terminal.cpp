// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/terminal.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

namespace tq::tools {

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return ::isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == 0);
}

ProgressLine::ProgressLine() : is_terminal_(::isatty(STDERR_FILENO) != 0) {}

void ProgressLine::show(const std::string& text) {
  if (!is_terminal_) return;
  fmt::print(stderr, "\r\x1b[K{}", text);
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (is_terminal_) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace tq::tools
