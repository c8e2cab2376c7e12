// SPDX-License-Identifier: Apache-2.0
#include "conformance/chapter_checkers.hpp"

namespace tq::conformance {
namespace {

constexpr FieldRule kRules[] = {
    {"random.philox", "words", "TQ-RAND-001"},
    {"random.signs", "signs", "TQ-RAND-004"},
};

// Judged by the errors and bytes of vectors that name them, not by one field.
constexpr std::string_view kByVectors[] = {"TQ-RAND-002", "TQ-RAND-003", "TQ-RAND-005"};

std::string hint(const Vector& vector, const Answer& actual, std::string_view field,
                 std::size_t index) {
  const auto* expected = bytes_of(vector.expected.output, field);
  const auto* given = bytes_of(actual.output, field);
  if (expected == nullptr || given == nullptr || index >= given->size() ||
      index >= expected->size()) {
    return {};
  }
  const std::uint8_t difference = (*expected)[index] ^ (*given)[index];
  return difference == 0xff ? "every bit of the byte is inverted: a set bit means minus" : "";
}

}  // namespace

Checker random_checker() {
  return {.chapter = "random",
          .rules = kRules,
          .by_vectors = kByVectors,
          .axes = one_axis,
          .hint = hint};
}

}  // namespace tq::conformance
