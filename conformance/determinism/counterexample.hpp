// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/determinism/session.hpp"
#include "conformance/diff/answers.hpp"

namespace tq::conformance {

// What a change of an answer depends on (TQ-CONF-051, TQ-CONF-052).
enum class Invariance { kRepeat, kBatch, kOrder };
std::string_view name_of(Invariance invariance);  // "repeat"

// The shortest demonstration found that one call has two answers (TQ-CONF-053).
struct Counterexample {
  Invariance invariance = Invariance::kRepeat;
  AskedCall call;  // whose answer changes
  // Made between a start and `call`, in this order. Repeat: the same call, or nothing when the
  // answer changes from start to start. Order: the calls that change the answer.
  std::vector<AskedCall> before;
  std::optional<AskedCall> whole;  // batch: the larger call that holds `call`
  std::size_t rows = 0;            // batch: of the larger call
  std::string along;               // batch: what a row is
  // a: the answer without `before`, or what the larger call says; b: the answer of `call`.
  Difference difference;
  bool reproduced = true;   // false: seen once in a longer run and not again
  bool is_smallest = true;  // false: the search ended at its limit of calls
};

// An answer that changed from one place of a run to another.
struct Change {
  AskedCall call;
  std::vector<AskedCall> before_first;  // calls since the start, for both places
  std::vector<AskedCall> before_second;
  Reply first;
  Reply second;
};

// What the change depends on, shown with as few calls as possible. Starts the testee many times.
// The answer of a lone call after a start is the yardstick: when it changes by itself, or when
// equal calls in a row get two answers, the invariance is repeat, and only otherwise order.
Counterexample explain_change(Session& session, const Change& change);

}  // namespace tq::conformance
