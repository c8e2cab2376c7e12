// SPDX-License-Identifier: Apache-2.0
#include "conformance/chapter_checkers.hpp"

namespace tq::conformance {
namespace {

constexpr FieldRule kRules[] = {
    {"gain.norm", "scaled", "TQ-GAIN-001"},  {"gain.norm", "sum", "TQ-GAIN-002"},
    {"gain.norm", "root", "TQ-GAIN-002"},    {"gain.norm", "norm", "TQ-GAIN-003"},
    {"gain.store", "stored", "TQ-GAIN-005"}, {"gain.load", "gains", "TQ-GAIN-006"},
};

// Judged by the errors and bytes of vectors that name them, not by one field.
constexpr std::string_view kByVectors[] = {"TQ-GAIN-004", "TQ-GAIN-007"};

std::string hint(const Vector& vector, const Answer& actual, std::string_view field, std::size_t) {
  if (vector.operation != "gain.norm" || field != "norm") return {};
  const auto* given = words_of(actual.output, field);
  if (given == nullptr || given->size() != 1) return {};
  if ((*given)[0] == 0) return "a tiny row lost its norm: squares were taken without scaling";
  return {};
}

}  // namespace

Checker gain_checker() {
  return {
      .chapter = "gain", .rules = kRules, .by_vectors = kByVectors, .axes = one_axis, .hint = hint};
}

}  // namespace tq::conformance
