// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/vector.hpp"

namespace tq::conformance {

// One axis of an output: "token" of 3, "kv_head" of 2, "coordinate" of 64.
struct Axis {
  std::string_view name;
  std::size_t size;
};

// Which requirement is broken when this output or stage of this operation is wrong. Rules stand in
// the order in which an implementation computes them: the first diverging one is reported.
struct FieldRule {
  std::string_view operation;
  std::string_view field;
  std::string_view requirement;
};

// What one chapter knows about judging its operations (conformance/<chapter>.cpp).
struct Checker {
  std::string_view chapter;
  std::span<const FieldRule> rules;
  // Requirements that no single field stands for; together with `rules` all of the chapter's.
  std::span<const std::string_view> by_vectors;
  // The axes of a field's elements, outermost first; one unnamed axis when there is no more to say.
  std::vector<Axis> (*axes)(const Vector& vector, std::string_view field);
  // A guess in one sentence at what went wrong, from the wrong field; empty when nothing is known.
  std::string (*hint)(const Vector& vector, const Answer& actual, std::string_view field,
                      std::size_t index);
};

// All chapters with operations, in reading order.
std::span<const Checker> checkers();
const Checker* find_checker(std::string_view chapter);

}  // namespace tq::conformance
