// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/arithmetic.hpp"
#include "spec/contract/errors.hpp"

// Attention over rows that are decoded already. The caller (operation `attend`)
//   1. checks the shape and plans each sequence (`plan_sequence`), which needs no rows;
//   2. decodes the planned tokens' K and V rows of each KV head, and nothing else;
//   3. for query head h takes the rows of KV head `kv_head_of(h, ...)` (chapter score), narrows
//      them to the query's visible range, and calls `head_scores`, then `attend_head`.
// Queries and K rows are in one domain, original or rotated; outputs are in the domain of the V
// rows, so that a caller with rotated V rows applies the inverse transform once to each output.
// Source: chapter attention.
namespace tq::reference {

// Sizes of one call. Every sequence of a call has the same.
struct AttentionShape {
  std::uint64_t q_len = 1;  // queries of a sequence, 1 to 8; they stand at its end
  std::uint64_t query_heads = 1;
  std::uint64_t kv_heads = 1;
  std::uint64_t key_dim = 1;
  std::uint64_t value_dim = 1;
  std::uint64_t block_size = 1;  // tokens of a block, 1 to 1024
  std::uint64_t window = 0;      // sliding window in tokens; 0: none
};

// `bad-argument` for a size that is out of range, or query_heads that are no multiple of kv_heads.
// TQ-ATTN-001.
std::optional<contract::Error> check_shape(const AttentionShape& shape);

// The binary32 pattern of RN(1 / RN(sqrt(key_dim))), the scale where a call names none.
// TQ-ATTN-002.
Binary32 default_scale(std::uint64_t key_dim);

// Where a token lies: slot `block` x block_size + `offset` of the cache. TQ-ATTN-004.
struct TokenPlace {
  std::uint64_t position;  // in its sequence
  std::uint64_t block;     // entry of the block table
  std::uint64_t offset;    // in the block
};

// Tokens [first, first + count) of `SequencePlan::tokens`.
struct VisibleRange {
  std::size_t first;
  std::size_t count;  // never 0
};

struct SequencePlan {
  std::vector<TokenPlace> tokens;     // those that some query sees, ascending positions
  std::vector<VisibleRange> visible;  // [q_len]
};

// Which tokens the queries of one sequence see, and where they lie in a cache of `cache_blocks`
// blocks. `length` counts the queries' own tokens. Errors, in this order: those of `check_shape`;
// `bad-argument` for a length below q_len or above 65536; `bad-length` for a block table that is
// too short (a longer one is padding); `bad-argument` for an entry of a block with a visible token
// that is negative or not below `cache_blocks`. Other entries are not read. TQ-ATTN-003 to -005.
contract::Result<SequencePlan> plan_sequence(const AttentionShape& shape,
                                             std::span<const std::int64_t> block_table,
                                             std::uint64_t length, std::uint64_t cache_blocks);

// One score per key: RN(dot(query, key) scale). `Bounded` admits the evaluations listed in
// chapter attention: any order, the scale on either factor or on the dot product, base e or 2.
// Throws std::invalid_argument when a key has not the size of the query. TQ-ATTN-006.
template <Number N>
std::vector<N> head_scores(std::span<const N> query, std::span<const std::vector<N>> keys,
                           const N& scale);

// Output of one query head, and its stages.
template <Number N>
struct HeadOutput {
  N maximum;               // of the scores
  std::vector<N> weights;  // [visible] exp(score - maximum)
  N sum;                   // of the weights
  std::vector<N> output;   // [value_dim]
};

// Softmax of `scores` over V rows `values` (the visible ones, ascending positions, so none is
// masked). `first_offset` is the offset of the first token in its block: blocks end where the
// offset reaches `block_size`. In `Binary32` a result too large is not finite, which the caller
// reports as `result-overflow`.
//
// `Bounded::output` admits every evaluation that chapter attention lists: two passes or running
// maxima, any number of splits in any order, weights normalised before or after. The stages are
// bounded for two passes alone. Proof: spec/proofs/attention.md.
// Throws std::invalid_argument when there is no score, when the lists differ in length, or for
// rows of different size. TQ-ATTN-007 to -011.
template <Number N>
HeadOutput<N> attend_head(std::span<const N> scores, std::span<const std::vector<N>> values,
                          std::uint64_t first_offset, std::uint64_t block_size);

// The smallest interval about the true value of `a` that holds the intervals of `a` and `b`: for
// implementations that may take either of two paths to one true value, as with rows decoded to the
// original domain before or after the sum. TQ-ATTN-012.
Bounded either_path(const Bounded& a, const Bounded& b);

}  // namespace tq::reference
