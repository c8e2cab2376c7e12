// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

// One binary16 number at a time, in integers: no machine conversion instruction takes part, since
// not every machine has one that keeps subnormals.
namespace tq::optimized {

inline constexpr std::uint32_t kMagnitude32 = 0x7fffffff;
inline constexpr std::uint32_t kInfinity32 = 0x7f800000;

// Whether |value| rounds to a finite binary16 number: below 65520 (TQ-ARITH-004).
inline bool fits_binary16(float value) {
  return (std::bit_cast<std::uint32_t>(value) & kMagnitude32) < 0x477ff000;
}

// TQ-ARITH-004. Precondition: fits_binary16(value).
inline std::uint16_t round_to_binary16(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000;
  const std::uint32_t magnitude = bits & kMagnitude32;
  if (magnitude >= 0x38800000) {  // 2^-14: normal in binary16, 13 bits leave
    const std::uint32_t rebiased = magnitude - (std::uint32_t{127 - 15} << 23);
    const std::uint32_t odd = (rebiased >> 13) & 1;
    return static_cast<std::uint16_t>(sign | ((rebiased + 0xfff + odd) >> 13));
  }
  // Subnormal: a whole number of 2^-24. Below a quarter of it everything rounds to zero.
  const std::uint32_t exponent = magnitude >> 23;
  if (exponent < 127 - 25) return static_cast<std::uint16_t>(sign);
  const std::uint32_t significand = (magnitude & 0x7fffff) | 0x800000;
  const std::uint32_t shift = 126 - exponent;  // 14 to 24 bits leave
  const std::uint32_t odd = (significand >> shift) & 1;
  const std::uint32_t below_half = (std::uint32_t{1} << (shift - 1)) - 1;
  return static_cast<std::uint16_t>(sign | ((significand + below_half + odd) >> shift));
}

// TQ-ARITH-005. An infinity or a NaN stays one.
inline float widen_binary16(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16;
  std::uint32_t exponent = (half >> 10) & 0x1f;
  std::uint32_t fraction = half & 0x3ff;
  if (exponent == 0x1f) return std::bit_cast<float>(sign | kInfinity32 | (fraction << 13));
  if (exponent == 0) {
    if (fraction == 0) return std::bit_cast<float>(sign);
    const auto shift = static_cast<std::uint32_t>(std::countl_zero(fraction)) - 21;
    fraction = (fraction << shift) & 0x3ff;  // the leading one moves to the hidden bit
    exponent = 1 - shift;                    // modulo 2^32; the sum below is at least 103
  }
  return std::bit_cast<float>(sign | ((exponent + 127 - 15) << 23) | (fraction << 13));
}

}  // namespace tq::optimized
