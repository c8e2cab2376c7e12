// SPDX-License-Identifier: Apache-2.0
#include "reference/packing.hpp"

#include "reference/arithmetic.hpp"

namespace tq::reference {
namespace {

using contract::Error;

bool get_bit(std::span<const std::uint8_t> bytes, std::size_t k) {
  return ((bytes[k / 8] >> (k % 8)) & 1) != 0;  // TQ-PACK-001
}

void set_bit(std::vector<std::uint8_t>& bytes, std::size_t k) {
  bytes[k / 8] = static_cast<std::uint8_t>(bytes[k / 8] | (1u << (k % 8)));  // TQ-PACK-001
}

// TQ-PACK-003
bool is_legal(std::uint64_t width, std::uint64_t count) {
  return width >= 1 && width <= 8 && count <= kMaxPackedCodes;
}

}  // namespace

// TQ-PACK-002
std::size_t packed_bytes(std::size_t count, int width) {
  return (count * static_cast<std::size_t>(width) + 7) / 8;
}

contract::Result<std::vector<std::uint8_t>> pack(std::uint64_t width,
                                                 std::span<const std::uint8_t> codes) {
  if (!is_legal(width, codes.size())) return Error::kBadArgument;
  const auto w = static_cast<std::size_t>(width);
  std::vector<std::uint8_t> packed(packed_bytes(codes.size(), static_cast<int>(width)));
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] >= (1u << w)) return Error::kCodeOutOfRange;  // TQ-PACK-003
    for (std::size_t j = 0; j < w; ++j) {
      if (((codes[i] >> j) & 1) != 0) set_bit(packed, i * w + j);
    }
  }
  return packed;
}

// TQ-PACK-004
contract::Result<std::vector<std::uint8_t>> unpack(std::uint64_t width, std::uint64_t count,
                                                   std::span<const std::uint8_t> packed) {
  if (!is_legal(width, count)) return Error::kBadArgument;
  const auto w = static_cast<std::size_t>(width);
  const auto n = static_cast<std::size_t>(count);
  if (packed.size() != packed_bytes(n, static_cast<int>(width))) return Error::kBadLength;
  for (std::size_t k = n * w; k < 8 * packed.size(); ++k) {
    if (get_bit(packed, k)) return Error::kPaddingBits;
  }
  std::vector<std::uint8_t> codes(n);
  for (std::size_t k = 0; k < n * w; ++k) {
    if (get_bit(packed, k))
      codes[k / w] = static_cast<std::uint8_t>(codes[k / w] | (1u << (k % w)));
  }
  return codes;
}

// TQ-PACK-005
contract::Result<std::vector<std::uint8_t>> pack_signs(std::span<const Binary32> values) {
  if (!all_finite(values)) return Error::kNonFiniteInput;
  std::vector<std::uint8_t> bits;
  for (const Binary32 value : values) bits.push_back(value < Binary32() ? 0 : 1);
  return pack(1, bits);
}

}  // namespace tq::reference
