// SPDX-License-Identifier: Apache-2.0
#include "reference/attention.hpp"

#include <algorithm>
#include <stdexcept>
#include <type_traits>

#include "reference/attention_bounds.hpp"
#include "reference/exponential.hpp"
#include "spec/contract/attention.hpp"
#include "spec/contract/modes.hpp"

namespace tq::reference {
namespace {

using contract::Error;

bool in_range(std::uint64_t value, std::uint64_t largest) { return value >= 1 && value <= largest; }

// The position of query `query`: the queries stand at the end of the sequence. TQ-ATTN-003.
std::uint64_t query_position(const AttentionShape& shape, std::uint64_t length,
                             std::uint64_t query) {
  return length - shape.q_len + query;
}

// The first position that a query at `position` sees. TQ-ATTN-005.
std::uint64_t first_visible(const AttentionShape& shape, std::uint64_t position) {
  if (shape.window == 0 || position < shape.window) return 0;
  return position - shape.window + 1;
}

template <Number N>
N maximum_of(std::span<const N> scores) {
  N maximum = scores[0];
  for (const N& score : scores) {
    if (maximum < score) maximum = score;
  }
  if constexpr (std::is_same_v<N, Bounded>) {
    // |max a' - max a| is at most the largest of all |a' - a|, not that of the largest a.
    for (const N& score : scores) {
      if (!score.is_finite()) return score;
      if (maximum.bound() < score.bound()) {
        if (score.profile() == nullptr) {
          throw std::logic_error("attention of literals: give an input a profile");
        }
        maximum = Bounded::from_value(maximum.value(), score.bound(), *score.profile());
      }
    }
  }
  return maximum;
}

// Where the tokens of one block lie in the list of visible ones.
struct Block {
  std::size_t begin;
  std::size_t end;
  std::uint64_t offset;  // of its first visible token
};

std::vector<Block> blocks_of(std::size_t tokens, std::uint64_t first_offset,
                             std::uint64_t block_size) {
  std::vector<Block> blocks;
  std::uint64_t offset = first_offset;
  for (std::size_t begin = 0; begin < tokens;) {
    const std::uint64_t count = std::min<std::uint64_t>(tokens - begin, block_size - offset);
    const std::size_t end = begin + static_cast<std::size_t>(count);
    blocks.push_back({begin, end, offset});
    begin = end;
    offset = 0;
  }
  return blocks;
}

// TQ-ATTN-008
template <Number N>
N sum_of_weights(std::span<const N> weights, const std::vector<Block>& blocks) {
  N total;
  for (const Block& block : blocks) {
    // A masked token adds nothing to the lane of its offset, as if its weight were +0.
    std::vector<N> terms(static_cast<std::size_t>(block.offset));
    terms.insert(terms.end(), weights.begin() + static_cast<std::ptrdiff_t>(block.begin),
                 weights.begin() + static_cast<std::ptrdiff_t>(block.end));
    total = total + tree_sum<N>(terms);
  }
  return total;
}

// TQ-ATTN-009, TQ-ATTN-010
template <Number N>
std::vector<N> weighted_rows(std::span<const N> weights, const N& sum,
                             std::span<const std::vector<N>> values,
                             const std::vector<Block>& blocks) {
  std::vector<N> output(values[0].size());
  for (std::size_t j = 0; j < output.size(); ++j) {
    N total;
    for (const Block& block : blocks) {
      N of_block;
      for (std::size_t t = block.begin; t < block.end; ++t) {
        of_block = of_block + weights[t] * values[t][j];
      }
      total = total + of_block;
    }
    output[j] = without_negative_zero(total / sum);
  }
  return output;
}

}  // namespace

// TQ-ATTN-001
std::optional<Error> check_shape(const AttentionShape& shape) {
  constexpr auto kLargestDim = static_cast<std::uint64_t>(contract::kMaxHeadDim);
  const bool sizes = in_range(shape.q_len, contract::kMaxQueryLength) &&
                     in_range(shape.query_heads, contract::kMaxQueryHeads) &&
                     in_range(shape.kv_heads, contract::kMaxKvHeads) &&
                     in_range(shape.key_dim, kLargestDim) &&
                     in_range(shape.value_dim, kLargestDim) &&
                     in_range(shape.block_size, contract::kMaxBlockSize) &&
                     shape.window <= contract::kMaxSequenceLength;
  if (!sizes || shape.query_heads % shape.kv_heads != 0) return Error::kBadArgument;
  return std::nullopt;
}

// TQ-ATTN-002
Binary32 default_scale(std::uint64_t key_dim) {
  return Binary32::from_integer(1) /
         sqrt(Binary32::from_integer(static_cast<std::int64_t>(key_dim)));
}

// TQ-ATTN-003, TQ-ATTN-004, TQ-ATTN-005; the part of TQ-ATTN-013 that needs no numbers
contract::Result<SequencePlan> plan_sequence(const AttentionShape& shape,
                                             std::span<const std::int64_t> block_table,
                                             std::uint64_t length, std::uint64_t cache_blocks) {
  if (const auto error = check_shape(shape)) return *error;
  if (length < shape.q_len || length > contract::kMaxSequenceLength) return Error::kBadArgument;
  const std::uint64_t needed = (length + shape.block_size - 1) / shape.block_size;
  if (block_table.size() < needed) return Error::kBadLength;

  SequencePlan plan;
  // The first query sees farthest back, the last one up to the end.
  const std::uint64_t first = first_visible(shape, query_position(shape, length, 0));
  for (std::uint64_t position = first; position < length; ++position) {
    const std::int64_t block = block_table[static_cast<std::size_t>(position / shape.block_size)];
    if (block < 0 || static_cast<std::uint64_t>(block) >= cache_blocks) {
      return Error::kBadArgument;
    }
    plan.tokens.push_back(
        {position, static_cast<std::uint64_t>(block), position % shape.block_size});
  }
  for (std::uint64_t query = 0; query < shape.q_len; ++query) {
    const std::uint64_t position = query_position(shape, length, query);
    const std::uint64_t begin = first_visible(shape, position);
    plan.visible.push_back(
        {static_cast<std::size_t>(begin - first), static_cast<std::size_t>(position + 1 - begin)});
  }
  return plan;
}

// TQ-ATTN-006
template <Number N>
std::vector<N> head_scores(std::span<const N> query, std::span<const std::vector<N>> keys,
                           const N& scale) {
  for (const std::vector<N>& key : keys) {
    if (key.size() != query.size() || key.empty()) {
      throw std::invalid_argument("head_scores: a key has another size than the query");
    }
  }
  if constexpr (std::is_same_v<N, Bounded>) {
    return bounded_scores(query, keys, scale);
  } else {
    std::vector<N> scores;
    for (const std::vector<N>& key : keys) scores.push_back(dot<N>(query, key) * scale);
    return scores;
  }
}

// TQ-ATTN-007
template <Number N>
HeadOutput<N> attend_head(std::span<const N> scores, std::span<const std::vector<N>> values,
                          std::uint64_t first_offset, std::uint64_t block_size) {
  if (scores.empty() || scores.size() != values.size() || first_offset >= block_size) {
    throw std::invalid_argument("attend_head: needs one row per score, and an offset in a block");
  }
  for (const std::vector<N>& row : values) {
    if (row.size() != values[0].size()) {
      throw std::invalid_argument("attend_head: rows of different size");
    }
  }
  HeadOutput<N> head;
  head.maximum = maximum_of(scores);
  for (const N& score : scores) head.weights.push_back(exp(score - head.maximum));
  if constexpr (std::is_same_v<N, Bounded>) {
    head.sum = sum_in_any_order(head.weights);
    head.output = bounded_output(scores, values);
  } else {
    const std::vector<Block> blocks = blocks_of(scores.size(), first_offset, block_size);
    head.sum = sum_of_weights<N>(head.weights, blocks);
    head.output = weighted_rows<N>(head.weights, head.sum, values, blocks);
  }
  return head;
}

// TQ-ATTN-011, TQ-ATTN-012
Bounded either_path(const Bounded& a, const Bounded& b) {
  const ArithmeticProfile* profile = a.profile() == nullptr ? b.profile() : a.profile();
  if (!a.is_finite() || !b.is_finite()) return Bounded::unbounded(profile);
  const Real reach = abs(b.value() - a.value()) + b.bound();
  if (reach <= a.bound()) return a;
  if (profile == nullptr) throw std::logic_error("two paths of literals: give an input a profile");
  return Bounded::from_value(a.value(), reach, *profile);
}

template std::vector<Binary32> head_scores(std::span<const Binary32>,
                                           std::span<const std::vector<Binary32>>, const Binary32&);
template std::vector<Real> head_scores(std::span<const Real>, std::span<const std::vector<Real>>,
                                       const Real&);
template std::vector<Bounded> head_scores(std::span<const Bounded>,
                                          std::span<const std::vector<Bounded>>, const Bounded&);
template HeadOutput<Binary32> attend_head(std::span<const Binary32>,
                                          std::span<const std::vector<Binary32>>, std::uint64_t,
                                          std::uint64_t);
template HeadOutput<Real> attend_head(std::span<const Real>, std::span<const std::vector<Real>>,
                                      std::uint64_t, std::uint64_t);
template HeadOutput<Bounded> attend_head(std::span<const Bounded>,
                                         std::span<const std::vector<Bounded>>, std::uint64_t,
                                         std::uint64_t);

}  // namespace tq::reference
