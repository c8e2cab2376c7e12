// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/levels.hpp"
#include "conformance/runner.hpp"

namespace tq::conformance {

enum class Verdict {
  kPass,          // something passed, nothing failed, nothing was declined
  kPartial,       // nothing failed, but something was declined or is not claimed
  kFail,          // at least one fail, crash, timeout or protocol error
  kNotExercised,  // no vector could judge it in this run
};
std::string_view name_of(Verdict verdict);  // "not-exercised"

// How often each outcome came, indexed by Outcome.
struct Counts {
  std::array<std::size_t, 7> by_outcome{};
  std::size_t of(Outcome outcome) const { return by_outcome[static_cast<std::size_t>(outcome)]; }
  std::size_t total() const;
  std::size_t failures() const;
  void add(Outcome outcome) { ++by_outcome[static_cast<std::size_t>(outcome)]; }
  Verdict verdict() const;
};

// One row of a verdict table: a requirement id, a chapter or an operation.
struct Row {
  std::string name;
  std::string conformance_class;  // operations only: "bits", "bounds(fma)"
  Counts counts;
};

struct Verdicts {
  Counts totals;
  std::vector<Row> requirements;     // ascending id
  std::vector<Row> chapters;         // in the order of the run
  std::vector<Row> operations;       // claimed ones, in the order of the operation table
  std::vector<LevelVerdict> levels;  // in the order of levels()
  bool complete = false;             // it started, on the right target, and no vector was left out
  bool hollow = false;               // of a claimed operation all that could be judged was declined
  bool conforms = false;  // everything that was claimed passed, and something passed (TQ-CONF-019)
};

Verdicts reach_verdicts(const Run& run);

// What to do when smoke failed and none of the vectors that failed binds class bounds: one sentence
// (TQ-CONF-026). Else empty.
std::string smoke_advice(const Run& run);

// "bits" or "bounds(fma)".
std::string describe(const Claim& claim);

}  // namespace tq::conformance
