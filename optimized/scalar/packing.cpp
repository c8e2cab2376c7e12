// SPDX-License-Identifier: Apache-2.0
#include "optimized/scalar/kernels.hpp"

namespace tq::optimized::scalar {

// TQ-PACK-001, TQ-PACK-002
void pack(int width, const std::uint8_t* codes, std::size_t n, std::uint8_t* packed) {
  std::uint32_t pending = 0;  // bits that wait for a full byte, lowest first
  int bits = 0;
  for (std::size_t i = 0; i < n; ++i) {
    pending |= static_cast<std::uint32_t>(codes[i]) << bits;
    bits += width;
    if (bits >= 8) {
      *packed++ = static_cast<std::uint8_t>(pending);
      pending >>= 8;
      bits -= 8;
    }
  }
  if (bits > 0) *packed = static_cast<std::uint8_t>(pending);
}

// TQ-PACK-001
void unpack(int width, const std::uint8_t* packed, std::size_t n, std::uint8_t* codes) {
  const std::uint32_t mask = (std::uint32_t{1} << width) - 1;
  std::uint32_t pending = 0;
  int bits = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (bits < width) {
      pending |= static_cast<std::uint32_t>(*packed++) << bits;
      bits += 8;
    }
    codes[i] = static_cast<std::uint8_t>(pending & mask);
    pending >>= width;
    bits -= width;
  }
}

// TQ-PACK-005
void pack_signs(const float* values, std::size_t n, std::uint8_t* packed) {
  for (std::size_t i = 0; i < n; i += 8) {
    unsigned byte = 0;
    for (std::size_t j = i; j < n && j < i + 8; ++j) byte |= (values[j] >= 0 ? 1U : 0U) << (j - i);
    packed[i / 8] = static_cast<std::uint8_t>(byte);
  }
}

}  // namespace tq::optimized::scalar
