// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "conformance/determinism/determinism.hpp"
#include "conformance/determinism/splits.hpp"

namespace tq::conformance {
namespace {

// Shorter sequences first, then fewer rows. Few elements, so that a sort in place that keeps the
// order of equals costs nothing.
void sort_by_size(std::vector<Counterexample>& examples) {
  const auto smaller = [](const Counterexample& a, const Counterexample& b) {
    return std::pair{a.before.size(), a.rows} < std::pair{b.before.size(), b.rows};
  };
  for (auto end = examples.begin(); end != examples.end(); ++end) {
    std::rotate(std::upper_bound(examples.begin(), end, *end, smaller), end, end + 1);
  }
}

std::string why_not_testable(const OperationSteadiness& one, Invariance invariance) {
  if (one.unanswered == one.inputs) return "no input was answered";
  if (!one.of(Invariance::kRepeat).examples.empty()) {
    return "equal calls already get different answers";
  }
  if (invariance == Invariance::kOrder) return "no call is left whose answer is steady by itself";
  if (invariance == Invariance::kRepeat) return "every answer changed with other calls";
  const auto rules = split_rules();
  const bool splits = std::any_of(rules.begin(), rules.end(), [&](const SplitRule& rule) {
    return rule.operation == one.operation;
  });
  return splits ? "no answered input has two rows that may be asked apart"
                : "a call is one row, or has no rows that stand for themselves";
}

}  // namespace

std::string_view name_of(Steadiness steadiness) {
  switch (steadiness) {
    case Steadiness::kPass:
      return "pass";
    case Steadiness::kFail:
      return "fail";
    case Steadiness::kNotTestable:
      return "not-testable";
  }
  return "";
}

void reach_verdicts(OperationSteadiness& operation) {
  const bool is_unsteady = !operation.of(Invariance::kRepeat).examples.empty();
  for (const Invariance invariance :
       {Invariance::kRepeat, Invariance::kBatch, Invariance::kOrder}) {
    Cell& cell = operation.of(invariance);
    sort_by_size(cell.examples);
    // What changes by itself says nothing about batches and orders.
    const bool is_void = cell.compared == cell.changed ||
                         operation.unanswered == operation.inputs ||
                         (is_unsteady && invariance != Invariance::kRepeat);
    if (!cell.examples.empty()) {
      cell.verdict = Steadiness::kFail;
    } else if (is_void) {
      cell.why = why_not_testable(operation, invariance);
    } else {
      cell.verdict = Steadiness::kPass;
    }
  }
}

bool Determinism::is_steady() const {
  if (lost || failures > 0) return false;
  bool passed = false;
  for (const OperationSteadiness& one : operations) {
    for (const Cell& cell : one.cells) {
      if (cell.verdict == Steadiness::kFail) return false;
      passed = passed || cell.verdict == Steadiness::kPass;
    }
  }
  return passed;
}

}  // namespace tq::conformance
