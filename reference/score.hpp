// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reference/arithmetic.hpp"
#include "reference/page.hpp"
#include "spec/contract/errors.hpp"

namespace tq::reference {

// The KV head that a query head is scored against. Source: chapter score, TQ-SCORE-001.
std::size_t kv_head_of(std::size_t query_head, std::size_t query_heads, std::size_t kv_heads);

// One score and its stage. TQ-SCORE-003, TQ-SCORE-004.
template <Number N>
struct Score {
  N sum;
  N score;
};
template <Number N>
Score<N> score_row(const N& sigma, const N& gain, std::span<const N> rotated,
                   std::span<const N> levels);

// Scores and stages of a call.
struct Scores {
  std::vector<Binary32> rotated;  // [query_heads, key_dim]
  std::vector<Binary32> sums;     // [query_heads, count]
  std::vector<Binary32> scores;   // [query_heads, count]
};
// Queries [query_heads, key_dim] against sealed page bytes. Errors: those of the page,
// bad-argument, bad-length, non-finite-input, result-overflow. TQ-SCORE-001 to -005.
contract::Result<Scores> score_page(std::span<const std::uint8_t> page, std::uint64_t query_heads,
                                    std::span<const Binary32> queries);

}  // namespace tq::reference
