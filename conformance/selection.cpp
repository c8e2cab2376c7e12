// SPDX-License-Identifier: Apache-2.0
#include "conformance/selection.hpp"

#include <algorithm>
#include <cstddef>

#include "conformance/open_testee.hpp"
#include "conformance/vectors/rules.hpp"

namespace tq::conformance {

bool matches_glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;  // the last * seen, and where its text began
  std::size_t mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  return std::all_of(pattern.begin() + static_cast<std::ptrdiff_t>(p), pattern.end(),
                     [](char c) { return c == '*'; });
}

std::vector<Selected> select_in_file_order(std::span<const VectorFile> files,
                                           const Filter& filter) {
  std::vector<Selected> selected;
  for (const VectorFile& file : files) {
    if (filter.tier == Tier::kCore && !is_core_path(file.path)) continue;
    for (const Vector& vector : file.vectors) {
      if (matches_glob(filter.only, vector.id) &&
          matches_glob(filter.operation, vector.operation)) {
        selected.push_back({&vector, file.chapter});
      }
    }
  }
  return selected;
}

std::string filter_options(const Filter& filter) {
  std::string options;
  if (filter.only != "*") options += " --only " + quote_word(filter.only);
  if (filter.operation != "*") options += " --operation " + quote_word(filter.operation);
  if (filter.tier == Tier::kCore) options += " --tier core";
  return options;
}

}  // namespace tq::conformance
