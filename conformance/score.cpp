// SPDX-License-Identifier: Apache-2.0
#include "conformance/chapter_checkers.hpp"

namespace tq::conformance {
namespace {

constexpr FieldRule kRules[] = {
    {"score.page", "rotated", "TQ-SCORE-002"},
    {"score.page", "sums", "TQ-SCORE-003"},
    {"score.page", "scores", "TQ-SCORE-004"},
};

// Judged by the errors and bytes of vectors that name them, not by one field.
constexpr std::string_view kByVectors[] = {"TQ-SCORE-001", "TQ-SCORE-005"};

std::vector<Axis> axes(const Vector& vector, std::string_view field) {
  const auto heads = static_cast<std::size_t>(vector.input.integer("query_heads"));
  const Value* expected = vector.expected.output.find(field);
  if (expected == nullptr) expected = vector.expected.stages.find(field);
  if (heads == 0 || expected == nullptr) return {};
  const auto* list = std::get_if<Words>(expected);
  if (list == nullptr) return {};
  return {{"query_head", heads},
          {field == "rotated" ? "coordinate" : "token", list->values.size() / heads}};
}

std::string hint(const Vector& vector, const Answer& actual, std::string_view field,
                 std::size_t index) {
  const auto* sums = words_of(actual.stages, "sums");
  const auto* expected = words_of(vector.expected.stages, "sums");
  if (field == "scores" && sums != nullptr && expected != nullptr && *sums == *expected) {
    return "the sums agree: the scale, the gain or their order of multiplication differs";
  }
  if (field == "sums" && index < (sums == nullptr ? 0 : sums->size())) {
    return "the rotated query agrees: the levels or the order of the sum differ";
  }
  return {};
}

}  // namespace

Checker score_checker() {
  return {
      .chapter = "score", .rules = kRules, .by_vectors = kByVectors, .axes = axes, .hint = hint};
}

}  // namespace tq::conformance
