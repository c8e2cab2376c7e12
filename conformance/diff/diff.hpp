// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/diff/answers.hpp"
#include "conformance/runner.hpp"
#include "conformance/selection.hpp"

namespace tq::conformance {

// One input on which the two did not agree, or could not be compared.
struct Disagreement {
  const Vector* vector;
  std::optional<Difference> first;  // nothing: one of the two gave no answer
  std::string kind_a;               // kind_of each reply
  std::string kind_b;
  std::string detail_a;  // why there is no answer; empty when there is one
  std::string detail_b;
  std::vector<FieldTally> fields;  // that both gave for this input
};

// What one operation gave. Every input is equal, different or not compared.
struct OperationDiff {
  std::string operation;
  std::size_t inputs = 0;
  std::size_t equal = 0;
  std::size_t different = 0;
  std::size_t not_compared = 0;  // no answer from one or both
  std::size_t refused_by_a = 0;  // of `different`: an error against an output
  std::size_t refused_by_b = 0;
  std::size_t other_error = 0;  // of `different`: both refuse, by different names
  // Inputs without an answer, by Trouble.
  std::array<std::size_t, 4> no_answer_a{};
  std::array<std::size_t, 4> no_answer_b{};
  std::vector<FieldTally> fields;   // over all inputs, in the order of the operation table
  std::vector<std::string> only_a;  // stages that one testee gives and the other never
  std::vector<std::string> only_b;
  std::vector<Disagreement> disagreements;
};

struct Diff {
  std::optional<Identity> a;  // nothing: it did not get ready, and nothing was compared
  std::optional<Identity> b;
  std::string trouble_a;  // why it did not get ready
  std::string trouble_b;
  std::size_t selected = 0;               // inputs that the filter left
  std::size_t not_shared = 0;             // of these, inputs of operations that not both claim
  std::vector<OperationDiff> operations;  // that both claim and that have inputs
  std::vector<std::string> claimed_by_a_only;
  std::vector<std::string> claimed_by_b_only;
  std::chrono::milliseconds time{0};

  std::size_t compared() const;
  std::size_t different() const;
  // Something was compared, nothing differs, and nobody crashed, hung or broke the protocol.
  bool agrees() const;
};

// Asks both testees for every input of the operations that both claim (TQ-CONF-050). The golden
// answers are not looked at. `progress` may be empty. Never throws for what a testee does; `files`
// must outlive the result.
Diff compare_testees(Testee& a, Testee& b, std::span<const VectorFile> files, const Filter& filter,
                     const std::function<void(const Progress&)>& progress);

}  // namespace tq::conformance
