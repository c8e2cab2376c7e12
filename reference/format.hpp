// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "reference/binary32.hpp"

namespace tq::reference {

// Formats whose numbers are binary32 numbers too. tf32 is a binary32 with 10 explicit bits of
// fraction, bfloat16 one with 7; binary16 has 10 and a short exponent.
enum class Format { kBinary32, kTf32, kBfloat16, kBinary16 };

// Numbers of a format are multiples of 2^(exponent - precision + 1), where `exponent` is that of
// the number, but not below `min_exponent` (subnormals).
struct FormatShape {
  int precision;          // significant bits, the leading one included
  int min_exponent;       // of the smallest normal number
  std::uint32_t largest;  // the largest finite number, as a binary32 pattern
};

constexpr FormatShape shape_of(Format format) {
  switch (format) {
    case Format::kTf32:
      return {11, -126, 0x7f7fe000};
    case Format::kBfloat16:
      return {8, -126, 0x7f7f0000};
    case Format::kBinary16:
      return {11, -14, 0x477fe000};
    case Format::kBinary32:
      break;
  }
  return {24, -126, 0x7f7fffff};
}

// Whether the format holds this number exactly; never true of an infinity or a NaN.
bool is_exact_in(Format format, Binary32 value);

}  // namespace tq::reference
