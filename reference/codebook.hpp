// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "reference/arithmetic.hpp"
#include "spec/contract/errors.hpp"

namespace tq::reference {

// Widths that have a table. Source: chapter codebook, TQ-CODE-001.
bool is_legal_codebook_width(std::uint64_t width);

// binary32 patterns in ascending order: 2^width levels, 2^width - 1 boundaries. Width is legal.
std::span<const std::uint32_t> codebook_levels(int width);
std::span<const std::uint32_t> codebook_boundaries(int width);

// The code of every zero: 2^(width - 1) - 1.
std::uint8_t code_of_zero(int width);

// The codes that an implementation may give; one code unless the value is Bounded and its interval
// crosses a boundary. TQ-CODE-002, TQ-ARITH-009.
struct CodeRange {
  std::uint8_t lowest = 0;
  std::uint8_t highest = 0;
  bool operator==(const CodeRange&) const = default;
};
template <Number N>
CodeRange quantize(int width, const N& value);

// The level of a code, or code-out-of-range. TQ-CODE-003.
contract::Result<Binary32> dequantize(int width, std::uint8_t code);

}  // namespace tq::reference
