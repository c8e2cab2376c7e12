// SPDX-License-Identifier: Apache-2.0
#include "conformance/chapter_checkers.hpp"
#include "spec/contract/header.hpp"

namespace tq::conformance {
namespace {

constexpr FieldRule kRules[] = {
    {"page.write", "page", "TQ-PAGE-007"},      {"page.parse", "key_mode", "TQ-PAGE-002"},
    {"page.parse", "transform", "TQ-PAGE-002"}, {"page.parse", "gain_coding", "TQ-PAGE-002"},
    {"page.parse", "layer", "TQ-PAGE-001"},     {"page.parse", "kv_heads", "TQ-PAGE-001"},
    {"page.parse", "key_dim", "TQ-PAGE-001"},   {"page.parse", "capacity", "TQ-PAGE-001"},
    {"page.parse", "count", "TQ-PAGE-001"},     {"page.parse", "first_position", "TQ-PAGE-001"},
    {"page.parse", "seed", "TQ-PAGE-001"},      {"page.parse", "identity", "TQ-PAGE-001"},
    {"page.parse", "gains", "TQ-PAGE-012"},     {"page.parse", "rows", "TQ-PAGE-012"},
};

// Judged by the errors and bytes of vectors that name them, not by one field.
constexpr std::string_view kByVectors[] = {"TQ-PAGE-003", "TQ-PAGE-004", "TQ-PAGE-005",
                                           "TQ-PAGE-006", "TQ-PAGE-008", "TQ-PAGE-009",
                                           "TQ-PAGE-010", "TQ-PAGE-011"};

// Where in a page the first wrong byte lies.
std::string hint(const Vector& vector, const Answer&, std::string_view field, std::size_t index) {
  if (vector.operation != "page.write" || field != "page") return {};
  if (index >= contract::kHeaderBytes) return "the header agrees: a section differs";
  for (const contract::HeaderField& candidate : contract::kHeaderFields) {
    if (index >= candidate.offset && index < candidate.offset + candidate.size) {
      return "the byte belongs to header field " + std::string(candidate.name);
    }
  }
  return {};
}

}  // namespace

Checker page_checker() {
  return {
      .chapter = "page", .rules = kRules, .by_vectors = kByVectors, .axes = one_axis, .hint = hint};
}

}  // namespace tq::conformance
