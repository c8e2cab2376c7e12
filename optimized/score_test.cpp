// SPDX-License-Identifier: Apache-2.0
#include "optimized/score.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <string>

#include "optimized/arithmetic.hpp"
#include "optimized/codebook.hpp"
#include "optimized/packing.hpp"
#include "optimized/page.hpp"
#include "optimized/target.hpp"
#include "optimized/transform.hpp"

namespace tq::optimized {
namespace {

using contract::Error;
using contract::GainCoding;
using contract::KeyMode;
using contract::Transform;
using Bytes = std::vector<std::uint8_t>;
using Floats = std::vector<float>;

// One KV head and one token; the example of the chapters page and score.
constexpr PageFields kSmall = {
    KeyMode::kLloydMax2, Transform::kOneRound, GainCoding::kBinary16, 0, 1, 4, 2, 1, 7, 1};

Bytes page_of(const PageFields& fields, const Bytes& gains, const Bytes& rows) {
  return *write_page(fields, Bytes(kIdentityBytes), gains, rows);
}

class Score : public testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& kernels() const { return *GetParam(); }
};

TEST_P(Score, GivesTheExampleOfTheChapter) {
  const Bytes page = page_of(kSmall, {0x7a, 0x45}, {0x75});
  const auto scored = score_page(kernels(), page, 1, Floats{1, 0, 0, 0});
  ASSERT_TRUE(scored);
  EXPECT_EQ(scored->rotated, Floats(4, 1.0F));
  EXPECT_EQ(std::bit_cast<std::uint32_t>(scored->sums[0]), 0x3e1bba34U);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(scored->scores[0]), 0x3e553670U);
}

// TQ-SCORE-001 to TQ-SCORE-004: each score from the operations of the other chapters.
TEST_P(Score, AgreesWithTheDotProductOfTheLevels) {
  PageFields fields = kSmall;
  fields.key_mode = KeyMode::kLloydMax3;
  fields.transform = Transform::kTwoRounds;
  fields.gain_coding = GainCoding::kBinary32;
  fields.kv_heads = 2;
  fields.key_dim = 32;
  fields.capacity = 7;
  fields.count = 5;
  Bytes gains;
  for (std::uint8_t row = 0; row < 10; ++row) gains.insert(gains.end(), {row, 0x11, 0xc0, 0x3f});
  Bytes rows(10 * 12);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint8_t>(i * 151 + 7);
  Floats queries(4 * 32);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    queries[i] = static_cast<float>(i * 29 % 37) / 7 - 2;
  }
  const auto scored = score_page(kernels(), page_of(fields, gains, rows), 4, queries);
  ASSERT_TRUE(scored);
  const float sigma = return_scale(Transform::kTwoRounds, 32);
  for (std::size_t h = 0; h < 4; ++h) {
    for (std::size_t token = 0; token < 5; ++token) {
      const std::size_t row = token * 2 + h / 2;
      const Bytes codes = *unpack(kernels(), 3, 32, std::span(rows).subspan(row * 12, 12));
      const auto sum = dot(kernels(), std::span(scored->rotated).subspan(h * 32, 32),
                           *dequantize(kernels(), 3, codes));
      EXPECT_EQ(scored->sums[h * 5 + token], sum->sum);
      const float gain = std::bit_cast<float>(0x3fc01100 + static_cast<std::uint32_t>(row));
      const float scaled = sum->sum * sigma;
      EXPECT_EQ(scored->scores[h * 5 + token], scaled * gain);
    }
  }
}

// TQ-SCORE-005
TEST_P(Score, RefusesInTheOrderOfTheText) {
  const float infinity = std::numeric_limits<float>::infinity();
  const float largest = std::numeric_limits<float>::max();
  PageFields fields = kSmall;
  fields.kv_heads = 2;
  fields.count = 0;
  const Bytes page = page_of(fields, {}, {});
  const auto error = [&](std::uint64_t query_heads, const Floats& queries) {
    return score_page(kernels(), page, query_heads, queries).error();
  };
  EXPECT_EQ(score_page(kernels(), {}, 3, {}).error(), Error::kTruncatedHeader);
  EXPECT_EQ(error(0, {}), Error::kBadArgument);
  EXPECT_EQ(error(3, {infinity}), Error::kBadArgument);
  EXPECT_EQ(error(4098, {}), Error::kBadArgument);
  EXPECT_EQ(error(2, {infinity}), Error::kBadLength);
  EXPECT_EQ(error(2, {0, 0, 0, 0, largest, largest, 0, infinity}), Error::kNonFiniteInput);
  EXPECT_EQ(error(2, {0, 0, 0, 0, largest, largest, 0, 0}), Error::kResultOverflow);
  const auto empty = score_page(kernels(), page, 2, Floats(8));
  ASSERT_TRUE(empty);
  EXPECT_TRUE(empty->scores.empty());
}

INSTANTIATE_TEST_SUITE_P(Targets, Score, testing::ValuesIn(usable_targets()),
                         [](const auto& target) { return std::string(target.param->target); });

}  // namespace
}  // namespace tq::optimized
