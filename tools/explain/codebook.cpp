// SPDX-License-Identifier: Apache-2.0
#include "reference/codebook.hpp"

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
  return {"TQ-CODE-001", "the width is 1 to 4", [width] { return outside("width", width, 1, 4); },
          Error::kBadArgument};
}

void table(Derivation& derivation, const Record& input) {
  const std::uint64_t width = input.integer("width");
  if (!derivation.passes({legal_width(width)})) return;
  const auto levels = reference::codebook_levels(static_cast<int>(width));
  const auto boundaries = reference::codebook_boundaries(static_cast<int>(width));
  derivation.place(1, levels.size());
  derivation.step("TQ-CODE-004", "each level rounded once, each midpoint rounded once");
  derivation.elements(levels.size(), [&](std::size_t i) {
    std::string text = fmt::format("code {}: level {}", i, number_text(levels[i]));
    if (i < boundaries.size()) {
      text += fmt::format(", up to the boundary {} included", number_text(boundaries[i]));
    }
    return text;
  });
  derivation.answer = {
      .stages = {},
      .output = {{"levels", conformance::Words{{levels.begin(), levels.end()}}},
                 {"boundaries", conformance::Words{{boundaries.begin(), boundaries.end()}}}},
      .error = {}};
}

void quantize(Derivation& derivation, const Record& input) {
  const std::uint64_t width = input.integer("width");
  const auto z = numbers(input, "z");
  if (!derivation.passes({legal_width(width),
                          {"TQ-ARITH-006", "every element of z is finite",
                           [&] { return first_non_finite("z", z); }, Error::kNonFiniteInput}})) {
    return;
  }
  const int w = static_cast<int>(width);
  derivation.place(1, z.size());
  derivation.step("TQ-CODE-002", "the number of boundaries strictly below each value");
  derivation.elements(z.size(), [&](std::size_t i) {
    return fmt::format("z[{}] = {} {}", i, number_text(z[i]), cell_text(w, z[i]));
  });
  conformance::Bytes codes;
  for (const Binary32 value : z) codes.values.push_back(reference::quantize(w, value).lowest);
  derivation.answer = {.stages = {}, .output = {{"codes", codes}}, .error = {}};
}

void dequantize(Derivation& derivation, const Record& input) {
  const std::uint64_t width = input.integer("width");
  const auto& codes = input.bytes("codes");
  if (!derivation.passes({legal_width(width), codes_fit("TQ-CODE-003", width, codes)})) {
    return;
  }
  derivation.place(1, codes.size());
  derivation.step("TQ-CODE-003", "the level whose index is the code");
  std::vector<Binary32> levels;
  for (const std::uint8_t code : codes) {
    levels.push_back(*reference::dequantize(static_cast<int>(width), code));
  }
  derivation.elements(codes.size(), [&](std::size_t i) {
    return fmt::format("code {} at [{}]: level {}", codes[i], i, number_text(levels[i]));
  });
  derivation.answer = {
      .stages = {}, .output = {{"levels", conformance::words(levels)}}, .error = {}};
}

constexpr std::pair<std::string_view, Derive> kDerivations[] = {
    {"codebook.table", table},
    {"codebook.quantize", quantize},
    {"codebook.dequantize", dequantize},
};

}  // namespace

DeriveTable codebook_derivations() { return kDerivations; }

}  // namespace tq::tools
