// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/binary32.hpp"
#include "spec/contract/errors.hpp"

namespace tq::reference {

inline constexpr std::uint64_t kMaxPackedCodes = 1048576;

// Bytes of `count` codes of `width` bits. Source: chapter packing, TQ-PACK-002.
std::size_t packed_bytes(std::size_t count, int width);

// Codes, one per byte, to an LSB-first bitstream. Errors: bad-argument, code-out-of-range.
// TQ-PACK-001 to -003.
contract::Result<std::vector<std::uint8_t>> pack(std::uint64_t width,
                                                 std::span<const std::uint8_t> codes);

// A bitstream to codes, one per byte. Errors: bad-argument, bad-length, padding-bits. TQ-PACK-004.
contract::Result<std::vector<std::uint8_t>> unpack(std::uint64_t width, std::uint64_t count,
                                                   std::span<const std::uint8_t> packed);

// Sign bits of values, 1 for value >= 0 and for -0. Error: non-finite-input. TQ-PACK-005.
contract::Result<std::vector<std::uint8_t>> pack_signs(std::span<const Binary32> values);

}  // namespace tq::reference
