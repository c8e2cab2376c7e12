// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/vector.hpp"

// Which vectors of the suite are asked: the filters that every verb with a testee has.
namespace tq::conformance {

enum class Tier { kCore, kAll };

struct Filter {
  std::string only = "*";       // vector ids, with * and ?
  std::string operation = "*";  // operation names, with * and ?
  Tier tier = Tier::kAll;
};

// `pattern` with * (any text) and ? (any character) matches all of `text`.
bool matches_glob(std::string_view pattern, std::string_view text);

// A vector that the filters left. Points into the files.
struct Selected {
  const Vector* vector;
  std::string_view chapter;
};

// What a filter leaves, in the order of the files.
std::vector<Selected> select_in_file_order(std::span<const VectorFile> files, const Filter& filter);

// The options that repeat this selection on a command line; empty for all vectors.
std::string filter_options(const Filter& filter);

}  // namespace tq::conformance
