// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

// Reading of the chapters in spec/, for the tests that hold their text against the code.
namespace tq::conformance {

// The chapters with operations, in reading order.
inline constexpr std::string_view kOperationChapters[] = {
    "arithmetic", "random", "transform", "codebook", "packing", "gain", "keys", "page", "score",
};

// The text of spec/<chapter>.md below the current directory; throws std::runtime_error when there
// is none.
std::string read_chapter(std::string_view chapter);

struct Example {
  std::size_t line = 0;  // of the opening fence, from 1
  std::vector<std::string> lines;
};

// The fenced blocks with the info string `tqc-example`.
std::vector<Example> examples_of(std::string_view text);

// The rows of the first table whose column names include all of `columns`: name -> cell, without
// blanks and back quotes around it. Empty when there is no such table.
std::vector<std::map<std::string, std::string>> table_rows(std::string_view text,
                                                           const std::vector<std::string>& columns);

}  // namespace tq::conformance
