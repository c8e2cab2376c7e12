// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tq::tools {

// Requirement id -> its sentence, from the chapters below `root`: a line "**TQ-PACK-002** text".
// Empty when there are no chapters.
using RequirementTexts = std::map<std::string, std::string, std::less<>>;
RequirementTexts requirement_texts(const std::filesystem::path& root);

// A line that quotes an id, "reference/packing.cpp:14", with the line itself.
struct Quotation {
  std::string place;
  std::string line;
};

// Where one requirement lives. A part that is not at hand (an installed tool has no sources) is
// nothing, which is not the same as empty.
struct RequirementPlaces {
  std::string id;
  std::optional<std::string> text;
  std::string chapter;  // "spec/packing.md:9"
  // Quotations in reference and spec/contract, optimized, checkers, tests and elsewhere; in this
  // order.
  std::optional<std::vector<std::pair<std::string, std::vector<Quotation>>>> code;
  std::optional<std::vector<std::string>> vectors;
  std::vector<std::string> mutants;
};

// Throws std::runtime_error, with the nearest id, when the chapters or vectors at hand know no such
// requirement. `vectors`: the directory of the golden vectors.
RequirementPlaces find_requirement(const std::string& id, const std::filesystem::path& root,
                                   const std::filesystem::path& vectors);

std::string requirement_text(const RequirementPlaces& places, bool all);
std::string requirement_json(const RequirementPlaces& places);

// The mutants that break a requirement, each with its fault.
std::vector<std::string> mutants_of(std::string_view requirement);

}  // namespace tq::tools
