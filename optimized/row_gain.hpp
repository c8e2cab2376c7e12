// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "optimized/binary16.hpp"
#include "spec/contract/errors.hpp"
#include "spec/contract/modes.hpp"

// What is computed once a row between its norm and its codes; the same for every target.
namespace tq::optimized {

// 2^k as a binary32 number. Precondition: -126 <= k <= 127.
inline float power_of_two(int k) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(k + 127) << 23);
}

// c of TQ-GAIN-001. Precondition: `largest` is the pattern of a finite magnitude.
inline int scale_exponent(std::uint32_t largest) {
  return std::clamp(static_cast<int>(largest >> 23) - 127, -126, 126);
}

inline std::size_t gain_bytes(contract::GainCoding coding) {
  return coding == contract::GainCoding::kBinary32 ? 4 : 2;
}

// A norm as stored: bytes little-endian in `pattern`, and the number that a reader finds there.
struct StoredGain {
  std::uint32_t pattern;
  float value;
};

// TQ-GAIN-005. Precondition: norm is finite and not negative. Nothing when binary16 cannot hold it.
inline std::optional<StoredGain> store_gain(contract::GainCoding coding, float norm) {
  if (coding == contract::GainCoding::kBinary32) {
    return StoredGain{std::bit_cast<std::uint32_t>(norm), norm};
  }
  if (!fits_binary16(norm)) return std::nullopt;
  const std::uint16_t half = round_to_binary16(norm);
  return StoredGain{half, widen_binary16(half)};
}

inline void write_gain(contract::GainCoding coding, std::uint32_t pattern, std::uint8_t* bytes) {
  for (std::size_t i = 0; i < gain_bytes(coding); ++i) {
    bytes[i] = static_cast<std::uint8_t>(pattern >> (8 * i));
  }
}

inline bool is_finite(float value) {
  return (std::bit_cast<std::uint32_t>(value) & kMagnitude32) < kInfinity32;
}

// The gain of a row, and t of TQ-KEYS-003, by which its transformed coordinates are divided.
struct RowGain {
  StoredGain stored;
  float divisor;  // +0 when the stored gain is +0
};

// TQ-GAIN-003, TQ-GAIN-007, TQ-KEYS-003: from the root of the scaled row and its exponent c.
inline contract::Result<RowGain> row_gain(contract::GainCoding coding, float root, int c,
                                          float spread) {
  const float norm = root * power_of_two(c);
  if (!is_finite(norm)) return contract::Error::kBinary32Overflow;
  const auto stored = store_gain(coding, norm);
  if (!stored) return contract::Error::kBinary16Overflow;
  const float rescaled = stored->value * power_of_two(-c);
  return RowGain{*stored, rescaled * spread};
}

}  // namespace tq::optimized
