// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace tq::optimized {

// CRC-32C (TQ-PAGE-006) of `bytes` behind bytes whose CRC-32C is `before`; 0 for none.
std::uint32_t crc32c(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);

}  // namespace tq::optimized
