// SPDX-License-Identifier: Apache-2.0
#include "conformance/chapter_checkers.hpp"

namespace tq::conformance {
namespace {

constexpr FieldRule kRules[] = {
    {"codebook.table", "levels", "TQ-CODE-001"},
    {"codebook.table", "boundaries", "TQ-CODE-004"},
    {"codebook.quantize", "codes", "TQ-CODE-002"},
    {"codebook.dequantize", "levels", "TQ-CODE-003"},
};

// Judged by the errors and bytes of vectors that name them, not by one field.
constexpr std::string_view kByVectors[] = {"TQ-CODE-005"};

std::string hint(const Vector& vector, const Answer& actual, std::string_view field,
                 std::size_t index) {
  if (vector.operation != "codebook.quantize") return {};
  const auto* expected = bytes_of(vector.expected.output, field);
  const auto* given = bytes_of(actual.output, field);
  if (expected == nullptr || given == nullptr || index >= given->size() ||
      index >= expected->size()) {
    return {};
  }
  if ((*given)[index] == (*expected)[index] + 1) {
    return "one code too high: a value on a boundary takes the lower cell";
  }
  return {};
}

}  // namespace

Checker codebook_checker() {
  return {.chapter = "codebook",
          .rules = kRules,
          .by_vectors = kByVectors,
          .axes = one_axis,
          .hint = hint};
}

}  // namespace tq::conformance
