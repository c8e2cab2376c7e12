// SPDX-License-Identifier: Apache-2.0
#include "tools/gen/progress.hpp"

#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

namespace tq::tools {

std::variant<Generated, std::string> generate_with_progress(const std::filesystem::path& root) {
  constexpr std::string_view kClearLine = "\r\x1b[K";
  if (isatty(STDERR_FILENO) == 0) return generate(root, {});
  std::size_t count = 0;
  auto result = generate(root, [&](std::string_view id) {
    fmt::print(stderr, "{}{} vectors, {}", kClearLine, ++count, id);
    std::fflush(stderr);
  });
  fmt::print(stderr, "{}", kClearLine);
  return result;
}

std::string describe(const Difference& difference) {
  switch (difference.kind) {
    case Difference::Kind::kMissing:
      return difference.path + ": missing";
    case Difference::Kind::kStale:
      return difference.path + ": stale";
    case Difference::Kind::kDiffers:
      break;
  }
  return fmt::format("{}: differs: {}", difference.path, difference.detail);
}

}  // namespace tq::tools
