// SPDX-License-Identifier: Apache-2.0
#include "reference/codebook.hpp"

#include "conformance/builtin/reference/performers.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using reference::Binary32;

Words to_words(std::span<const std::uint32_t> patterns) {
  return Words{{patterns.begin(), patterns.end()}};
}

// TQ-CODE-001
Answer table(const Record& input) {
  if (!reference::is_legal_codebook_width(input.integer("width"))) {
    return refuse(Error::kBadArgument);
  }
  const int width = static_cast<int>(input.integer("width"));
  return {.stages = {},
          .output = {{"levels", to_words(reference::codebook_levels(width))},
                     {"boundaries", to_words(reference::codebook_boundaries(width))}},
          .error = {}};
}

// TQ-CODE-002
Answer quantize(const Record& input) {
  if (!reference::is_legal_codebook_width(input.integer("width"))) {
    return refuse(Error::kBadArgument);
  }
  const auto z = numbers(input, "z");
  if (!reference::all_finite(z)) return refuse(Error::kNonFiniteInput);
  Bytes codes;
  for (const Binary32 value : z) {
    codes.values.push_back(
        reference::quantize(static_cast<int>(input.integer("width")), value).lowest);
  }
  return {.stages = {}, .output = {{"codes", codes}}, .error = {}};
}

// TQ-CODE-003
Answer dequantize(const Record& input) {
  if (!reference::is_legal_codebook_width(input.integer("width"))) {
    return refuse(Error::kBadArgument);
  }
  std::vector<Binary32> levels;
  for (const std::uint8_t code : input.bytes("codes")) {
    const auto level = reference::dequantize(static_cast<int>(input.integer("width")), code);
    if (!level) return refuse(level.error());
    levels.push_back(*level);
  }
  return {.stages = {}, .output = {{"levels", words(levels)}}, .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"codebook.table", table},
    {"codebook.quantize", quantize},
    {"codebook.dequantize", dequantize},
};

}  // namespace

PerformerTable codebook_performers() { return kPerformers; }

}  // namespace tq::conformance
