// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "optimized/codebook_tables.hpp"

// The codes of a row without its divisions. TQ-KEYS-003 and -004 want, for a coordinate y and the
// divisor t of its row, the number of boundaries b with b < RN(y / t). Rounding is monotone, so
// this is the number of thresholds below y, where the threshold of b is the largest binary32 number
// whose quotient still rounds to b or less.
//
// Let m be the midpoint of b and the next binary32 number above b. RN(y / t) <= b exactly when
// y / t < m, or y / t = m and the tie goes to b: y < m t or y <= m t, since t > 0. m has at most 25
// significant bits and t has 24, so m t is exact in binary64.
//
// Ties need no thought. Where b is not 0, m has exactly 25 significant bits, the last one set; then
// m t has 25 or more for every t, and no binary32 number y equals it. Where b is +0, m is 2^-150,
// and the tie goes to +0, whose pattern is even. So the threshold is the largest y <= m t always.
namespace tq::optimized {

// Midpoints in the order of CodebookTable::heap.
using Midpoints = std::array<double, 16>;

constexpr Midpoints make_midpoints(int width) {
  Midpoints midpoints;
  midpoints.fill(std::numeric_limits<double>::infinity());
  for (std::size_t i = 1; i < std::size_t{1} << width; ++i) {
    const float boundary = codebook_table(width).heap[i];
    const auto pattern = std::bit_cast<std::uint32_t>(boundary);
    const auto above = std::bit_cast<float>(pattern >> 31 != 0 ? pattern - 1 : pattern + 1);
    midpoints[i] = (static_cast<double>(boundary) + static_cast<double>(above)) / 2;
  }
  return midpoints;
}

inline constexpr std::array kMidpoints = {make_midpoints(1), make_midpoints(2), make_midpoints(3),
                                          make_midpoints(4)};

// The first 16 entries of a heap of thresholds, ordered like CodebookTable::heap. Precondition: t
// is finite and 0 or at least 2^-60, so that m t is a normal binary64 number where it counts; for t
// = 0 the thresholds are without meaning.
//
// The divisor of a row that has one is at least 2^-30: either the largest scaled magnitude is at
// least 1, and the root with it, or c = -126 and it is at least 2^-23; what is stored is not below
// half the norm unless it is 0; and rho is at least 1.
[[gnu::always_inline]] inline void row_thresholds(int width, float t, float* heap) {
  const Midpoints& midpoints = kMidpoints[static_cast<std::size_t>(width) - 1];
  for (std::size_t i = 0; i < midpoints.size(); ++i) {
    const double limit = midpoints[i] * static_cast<double>(t);
    const auto nearest = static_cast<float>(limit);
    const auto pattern = std::bit_cast<std::int32_t>(nearest);
    // No branch: which way it rounds is a coin toss.
    const std::int32_t away_from_zero = (pattern >> 31) | 1;
    const std::int32_t is_above = static_cast<double>(nearest) > limit ? -1 : 0;
    heap[i] = std::bit_cast<float>(pattern - (away_from_zero & is_above));
  }
}

}  // namespace tq::optimized
