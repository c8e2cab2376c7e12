// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/tree.hpp"

#include <cstdint>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

namespace tq::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxBytes = 256'000'000;

bool is_ignored(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with('.') || name == "__pycache__" || name.ends_with(".pyc");
}

}  // namespace

std::variant<Tree, std::string> read_tree(const fs::path& directory) {
  Tree tree;
  std::uintmax_t total = 0;
  std::error_code error;
  fs::recursive_directory_iterator entry(directory, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (is_ignored(entry->path())) {
      entry.disable_recursion_pending();
      continue;
    }
    if (!entry->is_regular_file(error)) continue;
    const std::uintmax_t size = entry->file_size(error);
    if (error) break;
    total += size;
    if (total > kMaxBytes) {
      return fmt::format("{}: more than {} bytes", directory.string(), kMaxBytes);
    }
    std::string content(size, '\0');
    std::ifstream stream(entry->path(), std::ios::binary);
    if (!stream.read(content.data(), static_cast<std::streamsize>(size))) {
      return fmt::format("{}: cannot be read", entry->path().string());
    }
    tree.emplace(entry->path().lexically_relative(directory).generic_string(), std::move(content));
  }
  if (error) return fmt::format("{}: {}", directory.string(), error.message());
  return tree;
}

}  // namespace tq::conformance
