// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "optimized/kernels.hpp"
#include "spec/contract/errors.hpp"

// Chapter score over the kernels of one target.
namespace tq::optimized {

struct PageScores {
  std::vector<float> rotated;  // [query_heads, key_dim]
  std::vector<float> sums;     // [query_heads, count]
  std::vector<float> scores;   // [query_heads, count]
};

// score.page: queries [query_heads, key_dim] against the keys of a page, read in place. The errors
// of view_page, then kBadArgument, kBadLength, kNonFiniteInput, kResultOverflow (TQ-SCORE-005).
contract::Result<PageScores> score_page(const Kernels& kernels, std::span<const std::uint8_t> page,
                                        std::uint64_t query_heads, std::span<const float> queries);

}  // namespace tq::optimized
