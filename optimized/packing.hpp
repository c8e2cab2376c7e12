// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "optimized/kernels.hpp"
#include "spec/contract/errors.hpp"

// Chapter packing over the kernels of one target. Widths are 1 to 8 and counts at most 1048576,
// else kBadArgument (TQ-PACK-003).
namespace tq::optimized {

// packing.pack: codes, one byte each, to a bitstream. kCodeOutOfRange.
contract::Result<std::vector<std::uint8_t>> pack(const Kernels& kernels, std::uint64_t width,
                                                 std::span<const std::uint8_t> codes);

// packing.unpack. kBadLength, kPaddingBits (TQ-PACK-004).
contract::Result<std::vector<std::uint8_t>> unpack(const Kernels& kernels, std::uint64_t width,
                                                   std::uint64_t count,
                                                   std::span<const std::uint8_t> packed);

// packing.pack_signs: bit i is 1 when values[i] >= 0 (TQ-PACK-005). kNonFiniteInput.
contract::Result<std::vector<std::uint8_t>> pack_signs(const Kernels& kernels,
                                                       std::span<const float> values);

// ceil(count width / 8) (TQ-PACK-002); count is below 2^28 and width at most 8.
std::size_t packed_bytes(int width, std::size_t count);

// The bits of the last byte of such a stream that lie behind the last code; 0 when there are none.
std::uint8_t padding_mask(int width, std::size_t count);

}  // namespace tq::optimized
