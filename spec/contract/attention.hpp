// SPDX-License-Identifier: CC0-1.0
#pragma once

#include <cstdint>

// Largest sizes of one call of `attend` (chapter attention, TQ-ATTN-001). The smallest is 1 for
// each; heads and dimensions have the limits of modes.hpp.
namespace tq::contract {

inline constexpr std::uint64_t kMaxQueryLength = 8;         // queries of one sequence
inline constexpr std::uint64_t kMaxBlockSize = 1024;        // tokens of one block
inline constexpr std::uint64_t kMaxSequenceLength = 65536;  // tokens of one sequence

}  // namespace tq::contract
