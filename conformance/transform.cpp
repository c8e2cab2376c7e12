// SPDX-License-Identifier: Apache-2.0
#include "conformance/chapter_checkers.hpp"

namespace tq::conformance {
namespace {

constexpr FieldRule kRules[] = {
    {"transform.forward", "signed", "TQ-XFORM-002"},
    {"transform.forward", "round_1", "TQ-XFORM-003"},
    {"transform.forward", "y", "TQ-XFORM-004"},
    {"transform.inverse", "unscaled", "TQ-XFORM-007"},
    {"transform.inverse", "x", "TQ-XFORM-007"},
};

// Judged by the errors and bytes of vectors that name them, not by one field.
constexpr std::string_view kByVectors[] = {"TQ-XFORM-001", "TQ-XFORM-005", "TQ-XFORM-006",
                                           "TQ-XFORM-008", "TQ-XFORM-009"};

std::vector<Axis> axes(const Vector& vector, std::string_view) {
  return {{"coordinate", static_cast<std::size_t>(vector.input.integer("head_dim"))}};
}

std::string hint(const Vector& vector, const Answer& actual, std::string_view field,
                 std::size_t index) {
  if (vector.operation != "transform.forward" || field != "y") return {};
  const auto* expected = words_of(vector.expected.output, field);
  const auto* round_1 = words_of(vector.expected.stages, "round_1");
  const auto* given = words_of(actual.output, field);
  if (expected == nullptr || round_1 == nullptr || given == nullptr || index >= given->size() ||
      index >= expected->size()) {
    return {};
  }
  if (*given == *round_1) return "y equals the first round: the second step is missing";
  if (((*expected)[index] ^ (*given)[index]) == 0x80000000) {
    return "only the sign differs: another sign vector or order of steps";
  }
  return {};
}

}  // namespace

Checker transform_checker() {
  return {.chapter = "transform",
          .rules = kRules,
          .by_vectors = kByVectors,
          .axes = axes,
          .hint = hint};
}

}  // namespace tq::conformance
