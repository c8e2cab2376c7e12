// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "conformance/determinism/determinism.hpp"

namespace tq::conformance {

// What a report says beside the examination itself.
struct DeterminismContext {
  std::string suite_version;   // "0.1.0"
  std::string testee;          // as given with --testee
  std::string vectors_option;  // " --vectors DIR" when the user gave one, else empty
  std::string root;            // root hash of the vectors' manifest
  Filter filter;
};

// For people. `colour`: ANSI colours.
std::string determinism_text(const Determinism& result, const DeterminismContext& context,
                             bool colour);
// For programs; counterexamples hold the complete inputs of their calls, unless these are long.
std::string determinism_json(const Determinism& result, const DeterminismContext& context);

// "tqc determinism --testee '...' --seed 1"
std::string determinism_command(const Determinism& result, const DeterminismContext& context);

// One sentence: "the 2nd of 2 equal calls after a start gets another answer than the 1st".
std::string describe(const Counterexample& example);

}  // namespace tq::conformance
