// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/vector.hpp"
#include "tools/explain/derivation.hpp"

namespace tq::tools {

// The sentence behind a requirement id; empty when the text is not at hand.
using RequirementText = std::function<std::string(std::string_view id)>;

// One golden vector derived from its input by the reference, in the order of its chapter.
struct Explanation {
  const conformance::VectorFile* file = nullptr;
  conformance::Vector vector;  // with its complete input
  std::vector<Step> steps;
  // Whether the derivation ends at the golden answer: every output, stage and digest, bit for bit,
  // or exactly the expected error. False means that the reference or the vector is wrong.
  bool lands = false;
  std::string landing;  // one line that says so
};

// Throws std::runtime_error when `focus` names an element that the vector does not have.
Explanation explain(const conformance::VectorFile& file, const conformance::Vector& vector,
                    const Focus& focus);

// For people: why the vector exists, what it requires, its input, the steps, the landing, what each
// class asks.
std::string explanation_text(const Explanation& explanation, const Focus& focus,
                             const RequirementText& requirement_text);
// For programs: {"vector", "operation", "reason", "requirements", "steps", "lands", "landing"}.
std::string explanation_json(const Explanation& explanation,
                             const RequirementText& requirement_text);

}  // namespace tq::tools
