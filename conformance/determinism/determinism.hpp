// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/determinism/counterexample.hpp"
#include "conformance/selection.hpp"

namespace tq::conformance {

enum class Steadiness { kPass, kFail, kNotTestable };
std::string_view name_of(Steadiness steadiness);  // "not-testable"

// One operation under one invariance.
struct Cell {
  Steadiness verdict = Steadiness::kNotTestable;
  std::size_t compared = 0;              // pairs of answers
  std::size_t changed = 0;               // of these, pairs that differ
  std::string why;                       // not testable: the reason, one line
  std::vector<Counterexample> examples;  // smallest first
};

struct OperationSteadiness {
  std::string operation;
  std::size_t inputs = 0;
  std::size_t unanswered = 0;  // of these, declined, crashed, timed out or without a message
  std::array<Cell, 3> cells;   // by Invariance
  Cell& of(Invariance invariance) { return cells[static_cast<std::size_t>(invariance)]; }
  const Cell& of(Invariance invariance) const {
    return cells[static_cast<std::size_t>(invariance)];
  }
};

// The verdicts of an operation from what was counted and found; examples in the order of their
// size.
void reach_verdicts(OperationSteadiness& operation);

struct DeterminismOptions {
  Filter filter;
  std::uint64_t seed = 1;  // of the shuffled order
  // What goes on, and how much of it is done; may be empty.
  std::function<void(const std::string& phase, std::size_t done, std::size_t total,
                     const std::string& call)>
      progress;
};

struct Determinism {
  std::optional<Identity> identity;  // nothing: it did not get ready
  std::optional<NoAnswer> lost;      // why it could not be started, or not again
  std::uint64_t seed = 0;
  std::size_t selected = 0;
  std::size_t not_claimed = 0;
  std::vector<OperationSteadiness> operations;  // claimed ones with inputs, in table order
  std::size_t calls = 0;
  std::size_t starts = 0;
  std::size_t failures = 0;  // calls that crashed, timed out or broke the protocol
  std::chrono::milliseconds time{0};

  // Nothing failed, something passed, and every call came back (TQ-CONF-053).
  bool is_steady() const;
};

// Asks a testee for the suite's inputs again and again and compares it with itself (TQ-CONF-051,
// TQ-CONF-052). The golden answers are not looked at. Never throws for what a testee does.
Determinism examine(Testee& testee, std::span<const VectorFile> files,
                    const DeterminismOptions& options);

}  // namespace tq::conformance
