// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/parity/generators.hpp"

namespace tq::conformance {
namespace {

std::uint64_t choose_width(Choices& choices) { return 1 + choices.below(4); }

Record table(Choices& choices) { return {{"width", choose_width(choices)}}; }

// TQ-CODE-002: most values lie on a boundary or 1 ulp off.
Record quantize(Choices& choices) {
  const std::uint64_t width = choose_width(choices);
  const std::size_t length = choose_length(choices, 300);
  Words z;
  if (choices.one_in(3)) {
    z = choose_row(choices, length);
  } else {
    for (std::size_t i = 0; i < length; ++i) {
      z.values.push_back(choose_boundary(choices, static_cast<int>(width)));
    }
  }
  return {{"width", width}, {"z", std::move(z)}};
}

// TQ-CODE-003
Record dequantize(Choices& choices) {
  const std::uint64_t width = choose_width(choices);
  const std::size_t length = choose_length(choices, 300);
  return {{"width", width}, {"codes", Bytes{choose_codes(choices, length, 1ull << width)}}};
}

constexpr std::pair<std::string_view, Generate> kGenerators[] = {
    {"codebook.table", table},
    {"codebook.quantize", quantize},
    {"codebook.dequantize", dequantize},
};

}  // namespace

GeneratorTable codebook_generators() { return kGenerators; }

}  // namespace tq::conformance
