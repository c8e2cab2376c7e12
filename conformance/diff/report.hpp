// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "conformance/diff/diff.hpp"

namespace tq::conformance {

// What a report says beside the comparison itself.
struct DiffContext {
  std::string suite_version;  // "0.1.0"
  std::string a;              // as given with --a
  std::string b;
  std::string vectors_option;  // " --vectors DIR" when the user gave one, else empty
  std::string root;            // root hash of the vectors' manifest
  Filter filter;
  bool all = false;  // every difference, not the first of each operation
};

// For people. `colour`: ANSI colours.
std::string diff_text(const Diff& diff, const DiffContext& context, bool colour);
// For programs.
std::string diff_json(const Diff& diff, const DiffContext& context);

// "tqc diff --a '...' --b '...' --only ID"
std::string diff_command(const DiffContext& context, const Filter& filter);

}  // namespace tq::conformance
