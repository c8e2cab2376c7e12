// SPDX-License-Identifier: Apache-2.0
#include "conformance/chapter_checkers.hpp"

namespace tq::conformance {
namespace {

constexpr FieldRule kRules[] = {
    {"arithmetic.evaluate", "values", "TQ-ARITH-001"},
    {"arithmetic.dot", "products", "TQ-ARITH-003"},
    {"arithmetic.dot", "lanes", "TQ-ARITH-002"},
    {"arithmetic.dot", "sum", "TQ-ARITH-002"},
    {"arithmetic.to_binary16", "halves", "TQ-ARITH-004"},
    {"arithmetic.from_binary16", "values", "TQ-ARITH-005"},
};

// Judged by the errors and bytes of vectors that name them, not by one field.
constexpr std::string_view kByVectors[] = {"TQ-ARITH-006", "TQ-ARITH-007", "TQ-ARITH-008",
                                           "TQ-ARITH-009", "TQ-ARITH-010", "TQ-ARITH-011",
                                           "TQ-ARITH-012", "TQ-ARITH-013"};

bool is_subnormal(std::uint32_t word) {
  return (word & 0x7f800000) == 0 && (word & 0x007fffff) != 0;
}

std::string hint(const Vector& vector, const Answer& actual, std::string_view field,
                 std::size_t index) {
  const auto* expected = words_of(vector.expected.output, field);
  const auto* given = words_of(actual.output, field);
  if (expected == nullptr || given == nullptr || index >= given->size() ||
      index >= expected->size()) {
    return {};
  }
  if (is_subnormal((*expected)[index]) && ((*given)[index] & 0x7fffffff) == 0) {
    return "a subnormal result came back as zero: is flush-to-zero on?";
  }
  if (vector.operation == "arithmetic.dot") {
    return "another summation order or a fused multiply-add gives such a difference";
  }
  return {};
}

}  // namespace

Checker arithmetic_checker() {
  return {.chapter = "arithmetic",
          .rules = kRules,
          .by_vectors = kByVectors,
          .axes = one_axis,
          .hint = hint};
}

}  // namespace tq::conformance
