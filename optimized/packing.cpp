// SPDX-License-Identifier: Apache-2.0
#include "optimized/packing.hpp"

#include <algorithm>

#include "optimized/arithmetic.hpp"

namespace tq::optimized {
namespace {

using contract::Error;

// TQ-PACK-003
bool is_legal(std::uint64_t width, std::uint64_t count) {
  return width >= 1 && width <= 8 && count <= 1048576;
}

}  // namespace

// TQ-PACK-001, TQ-PACK-002
contract::Result<std::vector<std::uint8_t>> pack(const Kernels& kernels, std::uint64_t width,
                                                 std::span<const std::uint8_t> codes) {
  if (!is_legal(width, codes.size())) return Error::kBadArgument;
  const auto too_large = [&](std::uint8_t code) { return code >> width != 0; };
  if (std::ranges::any_of(codes, too_large)) return Error::kCodeOutOfRange;
  const int w = static_cast<int>(width);
  std::vector<std::uint8_t> packed(packed_bytes(w, codes.size()));
  kernels.pack(w, codes.data(), codes.size(), packed.data());
  return packed;
}

// TQ-PACK-004
contract::Result<std::vector<std::uint8_t>> unpack(const Kernels& kernels, std::uint64_t width,
                                                   std::uint64_t count,
                                                   std::span<const std::uint8_t> packed) {
  if (!is_legal(width, count)) return Error::kBadArgument;
  const int w = static_cast<int>(width);
  const auto n = static_cast<std::size_t>(count);
  if (packed.size() != packed_bytes(w, n)) return Error::kBadLength;
  if (!packed.empty() && (packed.back() & padding_mask(w, n)) != 0) return Error::kPaddingBits;
  std::vector<std::uint8_t> codes(n);
  kernels.unpack(w, packed.data(), n, codes.data());
  return codes;
}

// TQ-PACK-005
contract::Result<std::vector<std::uint8_t>> pack_signs(const Kernels& kernels,
                                                       std::span<const float> values) {
  if (!is_legal(1, values.size())) return Error::kBadArgument;
  if (!all_finite(kernels, values)) return Error::kNonFiniteInput;
  std::vector<std::uint8_t> packed(packed_bytes(1, values.size()));
  kernels.pack_signs(values.data(), values.size(), packed.data());
  return packed;
}

std::size_t packed_bytes(int width, std::size_t count) {
  return (count * static_cast<std::size_t>(width) + 7) / 8;
}

std::uint8_t padding_mask(int width, std::size_t count) {
  const std::size_t used = count * static_cast<std::size_t>(width) % 8;
  return used == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(0xff << used);
}

}  // namespace tq::optimized
