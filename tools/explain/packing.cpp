// SPDX-License-Identifier: Apache-2.0
#include "reference/packing.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "conformance/builtin/reference/performers.hpp"
#include "tools/explain/chapters.hpp"
#include "tools/explain/pieces.hpp"

namespace tq::tools {
namespace {

using conformance::numbers;
using conformance::Record;
using contract::Error;

Check legal_width(std::uint64_t width) {
  return {"TQ-PACK-003", "the width is 1 to 8", [width] { return outside("width", width, 1, 8); },
          Error::kBadArgument};
}

Check legal_count(std::uint64_t count) {
  return {"TQ-PACK-003", "there are at most 1048576 codes",
          [count] { return outside("the number of codes", count, 0, reference::kMaxPackedCodes); },
          Error::kBadArgument};
}

void show_length(Derivation& derivation, std::size_t codes, std::uint64_t width) {
  const std::size_t bytes = reference::packed_bytes(codes, static_cast<int>(width));
  derivation.step("TQ-PACK-002", "the length");
  derivation.line(
      fmt::format("{} codes of {} bits take ceil({} / 8) = {} bytes, {} zero bits behind", codes,
                  width, codes * width, bytes, 8 * bytes - codes * width));
}

void pack(Derivation& derivation, const Record& input) {
  const std::uint64_t width = input.integer("width");
  const auto& codes = input.bytes("codes");
  if (!derivation.passes({legal_width(width), legal_count(codes.size()),
                          codes_fit("TQ-PACK-003", width, codes)})) {
    return;
  }
  derivation.place(1, codes.size());
  show_length(derivation, codes.size(), width);
  const auto packed = *reference::pack(width, codes);
  derivation.step("TQ-PACK-001", "bit j of code i is bit i w + j of the stream");
  explain_packing(derivation, static_cast<int>(width), codes, packed);
  derivation.answer = {
      .stages = {}, .output = {{"packed", conformance::Bytes{packed}}}, .error = {}};
}

void unpack(Derivation& derivation, const Record& input) {
  const std::uint64_t width = input.integer("width");
  const std::uint64_t count = input.integer("count");
  const auto& packed = input.bytes("packed");
  const auto set_padding = [&]() -> std::string {
    for (std::size_t k = count * width; k < 8 * packed.size(); ++k) {
      if (((packed[k / 8] >> (k % 8)) & 1) != 0) {
        return fmt::format("bit {} of the stream, bit {} of byte {} = {:02x}, is set", k, k % 8,
                           k / 8, packed[k / 8]);
      }
    }
    return "";
  };
  if (!derivation.passes({legal_width(width),
                          legal_count(count),
                          {"TQ-PACK-004", "the byte string has the length of TQ-PACK-002",
                           [&] {
                             return other_length(
                                 "packed", packed.size(),
                                 reference::packed_bytes(count, static_cast<int>(width)));
                           },
                           Error::kBadLength},
                          {"TQ-PACK-004", "the bits behind the last code are zero", set_padding,
                           Error::kPaddingBits}})) {
    return;
  }
  derivation.place(1, count);
  show_length(derivation, count, width);
  const auto codes = *reference::unpack(width, count, packed);
  derivation.step("TQ-PACK-001", "bit i w + j of the stream is bit j of code i");
  explain_packing(derivation, static_cast<int>(width), codes, packed);
  derivation.answer = {.stages = {}, .output = {{"codes", conformance::Bytes{codes}}}, .error = {}};
}

void pack_signs(Derivation& derivation, const Record& input) {
  const auto values = numbers(input, "values");
  if (!derivation.passes(
          {legal_count(values.size()),
           {"TQ-ARITH-006", "every value is finite",
            [&] { return first_non_finite("values", values); }, Error::kNonFiniteInput}})) {
    return;
  }
  derivation.place(1, values.size());
  std::vector<std::uint8_t> bits;
  for (const Binary32 value : values) bits.push_back(value < Binary32() ? 0 : 1);
  derivation.step("TQ-PACK-005", "1 for values from zero on, -0 included; 0 below zero");
  derivation.elements(values.size(), [&](std::size_t i) {
    return fmt::format("[{}] {}: {}", i, number_text(values[i]), bits[i]);
  });
  const auto packed = *reference::pack(1, bits);
  derivation.step("TQ-PACK-001", "the sign bits as codes of width 1");
  explain_packing(derivation, 1, bits, packed);
  derivation.answer = {
      .stages = {}, .output = {{"packed", conformance::Bytes{packed}}}, .error = {}};
}

constexpr std::pair<std::string_view, Derive> kDerivations[] = {
    {"packing.pack", pack},
    {"packing.unpack", unpack},
    {"packing.pack_signs", pack_signs},
};

}  // namespace

DeriveTable packing_derivations() { return kDerivations; }

}  // namespace tq::tools
