// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "conformance/chapter_checkers.hpp"

namespace tq::conformance {
namespace {

constexpr FieldRule kRules[] = {
    {"key.quantize", "z", "TQ-KEYS-003"},   {"key.quantize", "codes", "TQ-KEYS-004"},
    {"key.encode", "norms", "TQ-GAIN-003"}, {"key.encode", "gains", "TQ-GAIN-005"},
    {"key.encode", "y", "TQ-KEYS-002"},     {"key.encode", "z", "TQ-KEYS-003"},
    {"key.encode", "codes", "TQ-KEYS-004"}, {"key.encode", "rows", "TQ-KEYS-006"},
    {"key.decode", "codes", "TQ-PACK-004"}, {"key.decode", "unscaled", "TQ-KEYS-008"},
    {"key.decode", "x", "TQ-KEYS-008"},
};

// Judged by the errors and bytes of vectors that name them, not by one field.
constexpr std::string_view kByVectors[] = {"TQ-KEYS-001", "TQ-KEYS-005", "TQ-KEYS-007",
                                           "TQ-KEYS-009", "TQ-KEYS-010", "TQ-KEYS-011",
                                           "TQ-KEYS-012"};

std::vector<Axis> axes(const Vector& vector, std::string_view field) {
  const Record& input = vector.input;
  const auto size = [&](std::string_view name) {
    return static_cast<std::size_t>(input.integer(name));
  };
  if (vector.operation == "key.quantize") return {{"coordinate", size("head_dim")}};
  std::vector<Axis> all = {{"token", size("tokens")}, {"kv_head", size("kv_heads")}};
  if (field == "gains") {
    all.push_back({"byte", input.text("gain_coding") == "binary32" ? 4u : 2u});
  } else if (field == "rows") {
    all.push_back({"byte", (size("head_dim") * size("width") + 7) / 8});
  } else if (field != "norms") {
    all.push_back({"coordinate", size("head_dim")});
  }
  return all;
}

// The rows of a testee that gives bytes only, read back as codes to say more than "a byte differs".
std::string hint(const Vector& vector, const Answer& actual, std::string_view field,
                 std::size_t index) {
  if (vector.operation != "key.encode" || field != "rows") return {};
  const auto* given = bytes_of(actual.output, field);
  const auto* expected = bytes_of(vector.expected.output, field);
  if (given == nullptr || expected == nullptr || given->size() != expected->size() ||
      index >= given->size() || (*given)[index] == (*expected)[index]) {
    return {};
  }
  const std::uint64_t width = vector.input.integer("width");
  const std::size_t row =
      (static_cast<std::size_t>(vector.input.integer("head_dim")) * width + 7) / 8;
  const std::size_t in_row = index % row;
  const auto difference = static_cast<std::uint8_t>((*given)[index] ^ (*expected)[index]);
  const auto bit = static_cast<std::size_t>(std::countr_zero(difference));
  return "the first code that differs is that of coordinate " +
         std::to_string((in_row * 8 + bit) / width);
}

}  // namespace

Checker keys_checker() {
  return {.chapter = "keys", .rules = kRules, .by_vectors = kByVectors, .axes = axes, .hint = hint};
}

}  // namespace tq::conformance
