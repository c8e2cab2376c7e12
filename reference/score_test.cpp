// SPDX-License-Identifier: Apache-2.0
#include "reference/score.hpp"

#include <gtest/gtest.h>

#include "reference/gain.hpp"

namespace tq::reference {
namespace {

using contract::Error;

std::vector<Binary32> values(std::size_t count, std::uint32_t step) {
  std::vector<Binary32> list;
  for (std::size_t i = 0; i < count; ++i) {
    const auto pattern = static_cast<std::uint32_t>(i * step % 0x00ffffff);
    list.push_back(Binary32::from_bits(0x3e800000 + pattern + (i % 2 == 0 ? 0x80000000 : 0)));
  }
  return list;
}

struct Fixture {
  Page page;
  std::vector<std::uint8_t> bytes;
};
Fixture make_page(contract::Transform transform) {
  Fixture fixture;
  fixture.page.fields = {.layer = 0,
                         .kv_heads = 2,
                         .key_dim = 32,
                         .capacity = 4,
                         .count = 3,
                         .first_position = 0,
                         .seed = 5,
                         .key_mode = contract::KeyMode::kLloydMax4,
                         .transform = transform,
                         .gain_coding = contract::GainCoding::kBinary16,
                         .identity = {}};
  const auto keys = encode_keys(key_shape(fixture.page.fields), values(192, 2654435761u));
  fixture.page.gains = keys->gains;
  fixture.page.rows = keys->rows;
  fixture.bytes = *write_page(fixture.page);
  return fixture;
}

// TQ-SCORE-001
TEST(KvHead, RepeatsOverQueryHeads) {
  EXPECT_EQ(kv_head_of(0, 8, 2), 0u);
  EXPECT_EQ(kv_head_of(3, 8, 2), 0u);
  EXPECT_EQ(kv_head_of(4, 8, 2), 1u);
  EXPECT_EQ(kv_head_of(27, 28, 4), 3u);
}

// TQ-SCORE-002 to -004: a score is the inner product with the decoded key, up to rounding.
TEST(Score, IsTheInnerProductWithTheDecodedKey) {
  for (const auto transform : {contract::Transform::kOneRound, contract::Transform::kTwoRounds,
                               contract::Transform::kTwoSign}) {
    const Fixture fixture = make_page(transform);
    const auto queries = values(4 * 32, 1640531527u);
    const auto scores = score_page(fixture.bytes, 4, queries);
    ASSERT_TRUE(scores);
    const auto decoded =
        decode_keys(key_shape(fixture.page.fields), fixture.page.gains, fixture.page.rows);
    for (std::size_t head = 0; head < 4; ++head) {
      for (std::size_t token = 0; token < 3; ++token) {
        Real truth;
        Real magnitude;
        for (std::size_t i = 0; i < 32; ++i) {
          const Real term = Real::from_bits(queries[head * 32 + i].bits()) *
                            Real::from_bits(decoded->x[(token * 2 + head / 2) * 32 + i].bits());
          truth = truth + term;
          magnitude = magnitude + abs(term);
        }
        const Real score = Real::from_bits(scores->scores[head * 3 + token].bits());
        // gamma of the transform, the dot product and the decode together is below 2^-17.
        EXPECT_LT(abs(score - truth), magnitude * Real::power_of_two(-17));
      }
    }
  }
}

// TQ-SCORE-005
TEST(Score, FindsErrorsInTheSpecifiedOrder) {
  const Fixture fixture = make_page(contract::Transform::kOneRound);
  auto queries = values(64, 1);
  queries[0] = Binary32::from_bits(0x7f800000);
  auto broken = fixture.bytes;
  broken[28] ^= 1;
  EXPECT_EQ(score_page(broken, 3, queries).error(), Error::kCrcMismatch);
  EXPECT_EQ(score_page(fixture.bytes, 3, queries).error(), Error::kBadArgument);
  EXPECT_EQ(score_page(fixture.bytes, 4, queries).error(), Error::kBadLength);
  EXPECT_EQ(score_page(fixture.bytes, 2, queries).error(), Error::kNonFiniteInput);
  const std::vector<Binary32> large(64, Binary32::from_bits(0x7f000000));
  EXPECT_EQ(score_page(fixture.bytes, 2, large).error(), Error::kResultOverflow);
}

}  // namespace
}  // namespace tq::reference
