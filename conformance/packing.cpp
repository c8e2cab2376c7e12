// SPDX-License-Identifier: Apache-2.0
#include "conformance/chapter_checkers.hpp"

namespace tq::conformance {
namespace {

constexpr FieldRule kRules[] = {
    {"packing.pack", "packed", "TQ-PACK-001"},
    {"packing.unpack", "codes", "TQ-PACK-004"},
    {"packing.pack_signs", "packed", "TQ-PACK-005"},
};

// Judged by the errors and bytes of vectors that name them, not by one field.
constexpr std::string_view kByVectors[] = {"TQ-PACK-002", "TQ-PACK-003"};

// The same codes, most significant bit first, for recognising that packer.
std::vector<std::uint8_t> pack_msb_first(const std::vector<std::uint8_t>& codes,
                                         std::uint64_t width) {
  std::vector<std::uint8_t> packed((codes.size() * width + 7) / 8);
  std::size_t bit = 0;
  for (const std::uint8_t code : codes) {
    for (std::uint64_t j = width; j-- > 0; ++bit) {
      if (((code >> j) & 1) != 0) {
        packed[bit / 8] = static_cast<std::uint8_t>(packed[bit / 8] | (0x80u >> (bit % 8)));
      }
    }
  }
  return packed;
}

std::string hint(const Vector& vector, const Answer& actual, std::string_view field, std::size_t) {
  const auto* given = bytes_of(actual.output, field);
  const auto* expected = bytes_of(vector.expected.output, field);
  if (given == nullptr || expected == nullptr) return {};
  if (vector.operation == "packing.pack" &&
      *given == pack_msb_first(vector.input.bytes("codes"), vector.input.integer("width"))) {
    return "the bytes are the codes packed most significant bit first";
  }
  return {};
}

}  // namespace

Checker packing_checker() {
  return {.chapter = "packing",
          .rules = kRules,
          .by_vectors = kByVectors,
          .axes = one_axis,
          .hint = hint};
}

}  // namespace tq::conformance
