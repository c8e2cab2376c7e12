// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/nearest.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace tq::tools {
namespace {

constexpr std::size_t kShortestPrefix = 3;

// One mistake in short names, one in three characters of long ones.
std::size_t allowed_edits(std::string_view name) {
  return std::max<std::size_t>(1, name.size() / 3);
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows i - 2, i - 1 and i of the table of distances between prefixes.
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({substitution, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

std::optional<std::string> nearest(std::string_view unknown, std::span<const std::string> names) {
  const std::string* best = nullptr;
  std::size_t fewest = 0;
  for (const std::string& name : names) {
    // Lengths alone rule out most names, and every name when a user passes a megabyte.
    const std::size_t allowed = allowed_edits(name);
    if (unknown.size() > name.size() + allowed || name.size() > unknown.size() + allowed) continue;
    const std::size_t edits = edit_distance(unknown, name);
    if (edits <= allowed && (best == nullptr || edits < fewest)) {
      best = &name;
      fewest = edits;
    }
  }
  if (best == nullptr && unknown.size() >= kShortestPrefix) {
    const auto found = std::ranges::find_if(
        names, [unknown](const std::string& name) { return name.starts_with(unknown); });
    if (found != names.end()) best = &*found;
  }
  return best == nullptr ? std::nullopt : std::optional(*best);
}

std::string did_you_mean(std::string_view unknown, std::span<const std::string> names) {
  const auto name = nearest(unknown, names);
  return name ? fmt::format("; did you mean \"{}\"?", *name) : std::string();
}

}  // namespace tq::tools
