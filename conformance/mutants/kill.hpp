// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/mutants/mutants.hpp"
#include "conformance/vector.hpp"

// Whether the golden vectors tell each mutant from the reference (TQ-CONF-056).
namespace tq::conformance {

struct Kill {
  const Mutant* mutant;
  // What keeps the mutant alive, one plain line each; empty: it is killed.
  std::vector<std::string> survives_because;
  std::string first_divergence;      // as the runner reports it for the first listed vector
  std::vector<std::string> failing;  // ids of all vectors of its operation that fail
  std::size_t run = 0;               // how many vectors its operation has

  bool is_killed() const { return survives_because.empty(); }
};

// Judges each mutant against the vectors of its operation; `progress` (may be empty) is called
// before each. `files` is every vector there is.
std::vector<Kill> judge_mutants(std::span<const Mutant> mutants, std::span<const VectorFile> files,
                                const std::function<void(const Mutant&)>& progress);

// The kill matrix for people. `colour`: ANSI colours.
std::string kill_text(std::span<const Kill> kills, bool colour);
// {"killed":N,"of":M,"mutants":[...]} for programs.
std::string kill_json(std::span<const Kill> kills);

}  // namespace tq::conformance
