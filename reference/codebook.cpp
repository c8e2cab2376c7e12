// SPDX-License-Identifier: Apache-2.0
#include "reference/codebook.hpp"

#include <type_traits>

#include "reference/bounded_model.hpp"
#include "spec/contract/codebook_gaussian.hpp"

namespace tq::reference {
namespace {

// The number of boundaries strictly below `value`. TQ-CODE-002
template <Number N>
std::uint8_t boundaries_below(int width, const N& value) {
  std::uint8_t code = 0;
  for (const std::uint32_t boundary : codebook_boundaries(width)) {
    if (N::from_bits(boundary) < value) ++code;
  }
  return code;
}

}  // namespace

// TQ-CODE-001
bool is_legal_codebook_width(std::uint64_t width) { return width >= 1 && width <= 4; }

// TQ-CODE-001, TQ-CODE-004
std::span<const std::uint32_t> codebook_levels(int width) {
  return contract::gaussian_codebook(width)->levels;
}
std::span<const std::uint32_t> codebook_boundaries(int width) {
  return contract::gaussian_codebook(width)->boundaries;
}

std::uint8_t code_of_zero(int width) { return static_cast<std::uint8_t>((1 << (width - 1)) - 1); }

template <Number N>
CodeRange quantize(int width, const N& value) {
  if constexpr (std::is_same_v<N, Bounded>) {
    const Bounded read = flushed(value, value.profile());
    return {boundaries_below(width, read.lower()), boundaries_below(width, read.upper())};
  } else {
    const std::uint8_t code = boundaries_below(width, value);
    return {code, code};
  }
}

// TQ-CODE-003
contract::Result<Binary32> dequantize(int width, std::uint8_t code) {
  const auto levels = codebook_levels(width);
  if (code >= levels.size()) return contract::Error::kCodeOutOfRange;
  return Binary32::from_bits(levels[code]);
}

template CodeRange quantize(int, const Binary32&);
template CodeRange quantize(int, const Real&);
template CodeRange quantize(int, const Bounded&);

}  // namespace tq::reference
