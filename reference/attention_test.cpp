// SPDX-License-Identifier: Apache-2.0
#include "reference/attention.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "reference/score.hpp"
#include "spec/contract/attention.hpp"

namespace tq::reference {
namespace {

using contract::Error;

Binary32 pattern(float value) { return Binary32::from_bits(std::bit_cast<std::uint32_t>(value)); }
float number(Binary32 value) { return std::bit_cast<float>(value.bits()); }

std::vector<Binary32> row(std::initializer_list<float> values) {
  std::vector<Binary32> result;
  for (const float value : values) result.push_back(pattern(value));
  return result;
}

AttentionShape shape(std::uint64_t q_len, std::uint64_t block_size, std::uint64_t window = 0) {
  AttentionShape result;
  result.q_len = q_len;
  result.block_size = block_size;
  result.window = window;
  return result;
}

// TQ-ATTN-001
TEST(AttentionShape, RefusesWhatIsOutOfRange) {
  AttentionShape good{.q_len = 8,
                      .query_heads = 28,
                      .kv_heads = 4,
                      .key_dim = 128,
                      .value_dim = 64,
                      .block_size = 16,
                      .window = 0};
  EXPECT_FALSE(check_shape(good));
  const auto refused = [&](std::uint64_t AttentionShape::*size, std::uint64_t value) {
    AttentionShape bad = good;
    bad.*size = value;
    return check_shape(bad) == Error::kBadArgument;
  };
  EXPECT_TRUE(refused(&AttentionShape::q_len, 0));
  EXPECT_TRUE(refused(&AttentionShape::q_len, 9));
  EXPECT_TRUE(refused(&AttentionShape::query_heads, 0));
  EXPECT_TRUE(refused(&AttentionShape::query_heads, 30));
  EXPECT_TRUE(refused(&AttentionShape::query_heads, 4100));
  EXPECT_TRUE(refused(&AttentionShape::kv_heads, 0));
  EXPECT_TRUE(refused(&AttentionShape::kv_heads, 257));
  EXPECT_TRUE(refused(&AttentionShape::key_dim, 0));
  EXPECT_TRUE(refused(&AttentionShape::key_dim, 1025));
  EXPECT_TRUE(refused(&AttentionShape::value_dim, 0));
  EXPECT_TRUE(refused(&AttentionShape::block_size, 0));
  EXPECT_TRUE(refused(&AttentionShape::block_size, 1025));
  EXPECT_TRUE(refused(&AttentionShape::window, contract::kMaxSequenceLength + 1));
  EXPECT_FALSE(refused(&AttentionShape::window, contract::kMaxSequenceLength));
}

// TQ-ATTN-002
TEST(Attention, DefaultScaleRoundsTwice) {
  EXPECT_EQ(default_scale(64).bits(), 0x3e000000u);
  EXPECT_EQ(number(default_scale(128)), 1 / std::sqrt(128.0f));
  EXPECT_EQ(number(default_scale(96)), 1 / std::sqrt(96.0f));
}

// TQ-ATTN-003, TQ-ATTN-004: lengths around the ends of blocks, blocks out of order.
TEST(SequencePlan, FindsEveryTokenOnce) {
  const std::vector<std::int64_t> table = {7, 2, 9, 0, 5};
  for (const std::uint64_t length : {1u, 31u, 32u, 33u, 127u, 128u, 129u}) {
    for (std::uint64_t q_len = 1; q_len <= 8; ++q_len) {
      const auto plan = plan_sequence(shape(q_len, 32), table, length, 10);
      if (length < q_len) {
        ASSERT_FALSE(plan);
        EXPECT_EQ(plan.error(), Error::kBadArgument);
        continue;
      }
      ASSERT_TRUE(plan);
      ASSERT_EQ(plan->tokens.size(), length);
      for (std::uint64_t position = 0; position < length; ++position) {
        const TokenPlace& place = plan->tokens[position];
        EXPECT_EQ(place.position, position);
        EXPECT_EQ(place.block, static_cast<std::uint64_t>(table[position / 32]));
        EXPECT_EQ(place.offset, position % 32);
      }
      ASSERT_EQ(plan->visible.size(), q_len);
      for (std::uint64_t query = 0; query < q_len; ++query) {
        EXPECT_EQ(plan->visible[query].first, 0u);
        EXPECT_EQ(plan->visible[query].count, length - q_len + query + 1) << "causal";
      }
    }
  }
}

// TQ-ATTN-005: position > query position - window.
TEST(SequencePlan, KeepsToTheWindow) {
  const std::vector<std::int64_t> table = {-1, 1, 2};
  const auto plan = plan_sequence(shape(3, 4, 5), table, 11, 3);
  ASSERT_TRUE(plan) << "the first block is behind every window: its entry is not read";
  // The queries stand at 8, 9, 10 and see from 4, 5, 6 on.
  ASSERT_EQ(plan->tokens.size(), 7u);
  EXPECT_EQ(plan->tokens[0].position, 4u);
  EXPECT_EQ(plan->tokens[6].position, 10u);
  for (std::size_t query = 0; query < 3; ++query) {
    EXPECT_EQ(plan->visible[query].first, query);
    EXPECT_EQ(plan->visible[query].count, 5u);
  }
  const auto one = plan_sequence(shape(2, 4, 1), table, 11, 3);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->tokens.size(), 2u) << "each query sees itself alone";
  EXPECT_EQ(one->visible[1].first, 1u);
  EXPECT_EQ(one->visible[1].count, 1u);
  const auto wide = plan_sequence(shape(1, 4, 11), std::vector<std::int64_t>{0, 1, 2}, 11, 3);
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->visible[0].count, 11u) << "a window as long as the sequence masks nothing";
}

// TQ-ATTN-004, TQ-ATTN-013
TEST(SequencePlan, RefusesBadTables) {
  const auto error = [](std::vector<std::int64_t> table, std::uint64_t length,
                        std::uint64_t blocks = 3) {
    const auto plan = plan_sequence(shape(1, 4), table, length, blocks);
    return plan ? std::optional<Error>() : plan.error();
  };
  EXPECT_FALSE(error({0, 1}, 8));
  EXPECT_FALSE(error({0, 1, -1, 99}, 8)) << "entries behind the sequence are padding";
  EXPECT_FALSE(error({1, 1}, 8)) << "a shared block";
  EXPECT_EQ(error({0, 1}, 9), Error::kBadLength);
  EXPECT_EQ(error({}, 1), Error::kBadLength);
  EXPECT_EQ(error({0, 3}, 8), Error::kBadArgument);
  EXPECT_EQ(error({0, -1}, 5), Error::kBadArgument);
  EXPECT_EQ(error({INT64_MIN}, 1), Error::kBadArgument);
  EXPECT_EQ(error({INT64_MAX}, 1), Error::kBadArgument);
  EXPECT_EQ(error({0}, 1, 0), Error::kBadArgument) << "an empty cache";
  EXPECT_EQ(error({0}, 0), Error::kBadArgument) << "a sequence without its query";
  EXPECT_EQ(error({0}, UINT64_MAX), Error::kBadArgument) << "the length wins over the table";
}

// TQ-ATTN-006
TEST(Attention, ScoresAreScaledAfterTheSum) {
  const auto query = row({1, 2, 3});
  const std::vector<std::vector<Binary32>> keys = {row({1, 1, 1}), row({0.1f, 0, 0})};
  const auto scores = head_scores<Binary32>(query, keys, pattern(0.3f));
  ASSERT_EQ(scores.size(), 2u);
  EXPECT_EQ(number(scores[0]), 6 * 0.3f);
  EXPECT_EQ(number(scores[1]), 0.1f * 0.3f);
  const std::vector<std::vector<Binary32>> other = {row({1, 1})};
  EXPECT_THROW(head_scores<Binary32>(query, other, pattern(1)), std::invalid_argument);
}

// TQ-ATTN-007: a token alone has weight 1, and its row comes back.
TEST(Attention, OneTokenReturnsItsRow) {
  const std::vector<Binary32> scores = row({-12.5f});
  const std::vector<std::vector<Binary32>> values = {row({0.1f, -3, -0.0f})};
  const auto head = attend_head<Binary32>(scores, values, 3, 16);
  EXPECT_EQ(head.maximum.bits(), scores[0].bits());
  EXPECT_EQ(number(head.weights[0]), 1.0f);
  EXPECT_EQ(number(head.sum), 1.0f);
  EXPECT_EQ(head.output[0].bits(), values[0][0].bits());
  EXPECT_EQ(head.output[1].bits(), values[0][1].bits());
  EXPECT_EQ(head.output[2].bits(), 0u) << "-0 never leaves";
}

// TQ-ATTN-008, TQ-ATTN-009: by hand, with weights of 1, where only the order of sums matters.
TEST(Attention, SumsEachBlockByItself) {
  constexpr float kHalfUlp = 0x1p-24f;
  const std::vector<Binary32> scores = row({0, 0, 0});
  const std::vector<std::vector<Binary32>> values = {row({1}), row({kHalfUlp}), row({kHalfUlp})};
  // One block: (1 + h) + h loses both. Blocks [1], [h, h]: 1 + (h + h) keeps them.
  const auto together = attend_head<Binary32>(scores, values, 0, 16);
  const auto apart = attend_head<Binary32>(scores, values, 1, 2);
  EXPECT_EQ(number(together.output[0]), 1.0f / 3);
  EXPECT_EQ(number(apart.output[0]), (1 + 0x1p-23f) / 3);
  EXPECT_EQ(number(together.sum), 3.0f);
}

// TQ-ATTN-008: a masked token leaves its lane empty; the others keep theirs.
TEST(Attention, LanesFollowTheOffset) {
  std::vector<Binary32> scores;
  std::vector<std::vector<Binary32>> values;
  std::vector<Binary32> weights(5);  // the masked tokens of the block
  for (int t = 0; t < 50; ++t) {
    scores.push_back(pattern(-0.173f * static_cast<float>(t * 7 % 31)));
    values.push_back(row({1}));
  }
  const auto head = attend_head<Binary32>(scores, values, 5, 64);
  weights.insert(weights.end(), head.weights.begin(), head.weights.end());
  EXPECT_EQ(head.sum.bits(), tree_sum<Binary32>(weights).bits());
  // Moving every term by five lanes pairs the same lanes in the tree: no bit depends on it.
  EXPECT_EQ(head.sum.bits(), tree_sum<Binary32>(head.weights).bits());
}

// TQ-ATTN-009, TQ-ATTN-010, TQ-ATTN-012: the specified order is admissible, whatever the blocks.
TEST(Attention, SpecifiedOrderIsWithinBounds) {
  std::mt19937_64 random(1);
  const auto uniform = [&] {
    return static_cast<float>(static_cast<double>(random() >> 40) * 0x1p-23 - 1);
  };
  constexpr std::size_t kTokens = 49;
  std::vector<Binary32> query(32);
  std::vector<std::vector<Binary32>> keys(kTokens, std::vector<Binary32>(32));
  std::vector<std::vector<Binary32>> values(kTokens, std::vector<Binary32>(3));
  for (Binary32& x : query) x = pattern(6 * uniform());
  for (auto& key : keys) {
    for (Binary32& x : key) x = pattern(uniform());
  }
  for (auto& value : values) {
    for (Binary32& x : value) x = pattern(uniform());
  }
  const auto as_real = [](const std::vector<Binary32>& list) {
    std::vector<Real> result;
    for (const Binary32 x : list) result.push_back(Real::from_bits(x.bits()));
    return result;
  };
  const auto as_bounded = [](const std::vector<Binary32>& list) {
    std::vector<Bounded> result;
    for (const Binary32 x : list) result.push_back(Bounded::from_bits(x.bits(), kIeee));
    return result;
  };
  std::vector<std::vector<Real>> real_keys, real_values;
  std::vector<std::vector<Bounded>> bounded_keys, bounded_values;
  for (std::size_t t = 0; t < kTokens; ++t) {
    real_keys.push_back(as_real(keys[t]));
    real_values.push_back(as_real(values[t]));
    bounded_keys.push_back(as_bounded(keys[t]));
    bounded_values.push_back(as_bounded(values[t]));
  }
  const Binary32 scale = default_scale(32);
  const auto scores = head_scores<Binary32>(query, keys, scale);
  const auto real_scores =
      head_scores<Real>(as_real(query), real_keys, Real::from_bits(scale.bits()));
  const auto bounded_scores =
      head_scores<Bounded>(as_bounded(query), bounded_keys, Bounded::from_bits(scale.bits()));
  const auto truth = attend_head<Real>(real_scores, real_values, 0, 16);
  const auto bounded = attend_head<Bounded>(bounded_scores, bounded_values, 0, 16);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_LE(abs(truth.output[j] - bounded.output[j].value()), Real::power_of_two(-590));
  }
  for (const std::uint64_t block_size : {1u, 3u, 16u, 17u, 49u, 64u}) {
    const auto head = attend_head<Binary32>(scores, values, 0, block_size);
    EXPECT_TRUE(bounded.maximum.contains(head.maximum));
    EXPECT_TRUE(bounded.sum.contains(head.sum));
    for (std::size_t t = 0; t < kTokens; ++t) {
      EXPECT_TRUE(bounded_scores[t].contains(scores[t]));
      EXPECT_TRUE(bounded.weights[t].contains(head.weights[t]));
    }
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_TRUE(bounded.output[j].contains(head.output[j])) << block_size;
      EXPECT_FALSE(bounded.output[j].contains(head.output[j] + pattern(0.001f)));
    }
  }
}

// TQ-ATTN-001 with TQ-SCORE-001: 1111 2222 ..., not 1234 1234.
TEST(Attention, QueryHeadsShareTheirKvHead) {
  struct Heads {
    std::size_t query_heads;
    std::size_t kv_heads;
  };
  for (const Heads& heads :
       {Heads{32, 32}, Heads{32, 8}, Heads{28, 4}, Heads{16, 2}, Heads{8, 1}}) {
    const std::size_t group = heads.query_heads / heads.kv_heads;
    for (std::size_t head = 0; head < heads.query_heads; ++head) {
      const std::size_t kv_head = kv_head_of(head, heads.query_heads, heads.kv_heads);
      EXPECT_EQ(kv_head, head / group);
      // V of KV head g is g + 1, so the output names the head that was read.
      const std::vector<std::vector<Binary32>> values(
          3, {Binary32::from_integer(static_cast<std::int64_t>(kv_head) + 1)});
      const auto output = attend_head<Binary32>(row({0, 0, 0}), values, 0, 16).output;
      EXPECT_EQ(number(output[0]), static_cast<float>(head / group + 1));
    }
  }
}

// TQ-ATTN-013: a result too large is not finite, which the caller turns into an error.
TEST(Attention, TooLargeIsNotFinite) {
  const std::vector<std::vector<Binary32>> keys = {row({3e38f}), row({1})};
  const auto scores = head_scores<Binary32>(row({3}), keys, pattern(1));
  EXPECT_FALSE(all_finite(scores));
  const std::vector<std::vector<Binary32>> values = {row({3e38f}), row({3e38f})};
  EXPECT_FALSE(all_finite(attend_head<Binary32>(row({0, 0}), values, 0, 2).output));
}

TEST(Attention, RefusesListsThatDoNotFit) {
  const std::vector<std::vector<Binary32>> two = {row({1}), row({1})};
  const std::vector<std::vector<Binary32>> ragged = {row({1}), row({1, 2})};
  const std::vector<Binary32> scores = row({0, 0});
  EXPECT_THROW(attend_head<Binary32>({}, {}, 0, 16), std::invalid_argument) << "none is visible";
  EXPECT_THROW(attend_head<Binary32>(row({0}), two, 0, 16), std::invalid_argument);
  EXPECT_THROW(attend_head<Binary32>(scores, ragged, 0, 16), std::invalid_argument);
  EXPECT_THROW(attend_head<Binary32>(scores, two, 16, 16), std::invalid_argument);
}

}  // namespace
}  // namespace tq::reference
