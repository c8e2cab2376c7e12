// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/vectors/tree.hpp"

namespace tq::conformance {

// One thing that is wrong with a vectors/ tree.
struct Finding {
  std::string path;
  std::string check;    // "manifest", "file", "id", "requirement", "size", "invalid-page", "flat"
  std::string message;  // one line; starts with the vector id where there is one
  auto operator<=>(const Finding&) const = default;
};

using IdSet = std::set<std::string, std::less<>>;

// Every check that a vectors/ tree can fail without a verdict (chapter vectors): manifest, form of
// every file, ids, requirements, sizes, invalid pages, the flat file. Ascending.
std::vector<Finding> lint(const Tree& tree, const IdSet& requirements);

// The ids of paragraphs that start "**TQ-PACK-002** " in the chapters; a string is why not.
std::variant<IdSet, std::string> requirements_of(const std::filesystem::path& spec);

// The ids of retired.json (TQ-VECT-005), or one line.
std::variant<IdSet, std::string> read_retired(std::string_view text);

}  // namespace tq::conformance
