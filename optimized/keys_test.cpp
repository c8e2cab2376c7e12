// SPDX-License-Identifier: Apache-2.0
#include "optimized/keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "optimized/packing.hpp"
#include "optimized/target.hpp"

namespace tq::optimized {
namespace {

using contract::Error;
using contract::GainCoding;
using contract::Transform;
using Bytes = std::vector<std::uint8_t>;
using Floats = std::vector<float>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The example of the chapter.
constexpr KeyShape kSmall = {2, Transform::kOneRound, GainCoding::kBinary16, 4, 1, 0, 1};

Floats spread_out(std::size_t n) {
  Floats values(n);
  std::uint32_t state = 1;
  for (float& value : values) {
    state = state * 1664525 + 1013904223;
    value = static_cast<float>(static_cast<std::int32_t>(state)) * 0x1p-29F;
  }
  return values;
}

class Keys : public testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& kernels() const { return *GetParam(); }
};

TEST_P(Keys, GiveTheExampleOfTheChapter) {
  const Floats x = {1, 2, 3, 4};
  const auto encoded = encode_keys(kernels(), kSmall, 1, x);
  ASSERT_TRUE(encoded);
  EXPECT_EQ(encoded->gains, (Bytes{0x7a, 0x45}));
  EXPECT_EQ(encoded->rows, Bytes{0x75});
  const auto stages = encode_stages(kernels(), kSmall, 1, x);
  ASSERT_TRUE(stages);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(stages->norms[0]), 0x40af456fU);
  EXPECT_EQ(stages->y, (Floats{-1, 0, 2.5, -0.5}));
  EXPECT_EQ(std::bit_cast<std::uint32_t>(stages->z[2]), 0x3fe9b927U);
  EXPECT_EQ(stages->codes, (Bytes{1, 1, 3, 1}));
  const auto decoded = decode_keys(kernels(), kSmall, 1, encoded->gains, encoded->rows);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(std::bit_cast<std::uint32_t>((*decoded)[0]), 0x3e553670U);
  EXPECT_EQ(std::bit_cast<std::uint32_t>((*decoded)[3]), 0x402c0673U);
  const auto between = decode_stages(kernels(), kSmall, 1, encoded->gains, encoded->rows);
  ASSERT_TRUE(between);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(between->unscaled[2]), 0x3ffb4a10U);
}

// TQ-KEYS-012: a token alone, many at once, and the kernels of the single chapters.
TEST_P(Keys, GiveTheSameBytesOneByOneInABatchAndInStages) {
  constexpr std::uint64_t kTokens = 3;
  for (const Transform transform :
       {Transform::kOneRound, Transform::kTwoRounds, Transform::kTwoSign}) {
    for (std::uint64_t width = 2; width <= 4; ++width) {
      for (std::uint64_t d = 2; d <= 1024; d *= 2) {
        const GainCoding coding = d % 3 == 1 ? GainCoding::kBinary32 : GainCoding::kBinary16;
        const KeyShape shape = {width, transform, coding, d, 2, 7, 0x0123456789abcdef};
        Floats x = spread_out(kTokens * 2 * d);
        std::fill_n(x.begin(), d, 0.0F);
        auto created = KeyEncoder::create(kernels(), shape);
        KeyEncoder& encoder = *created;
        const auto batch = encoder.encode(kTokens, x);
        ASSERT_TRUE(batch);
        Bytes gains(batch->gains.size());
        Bytes rows(batch->rows.size());
        const std::size_t token_gains = gains.size() / kTokens;
        const std::size_t token_rows = rows.size() / kTokens;
        for (std::size_t t = 0; t < kTokens; ++t) {
          ASSERT_EQ(encoder.append(std::span(x).subspan(t * 2 * d, 2 * d),
                                   std::span(gains).subspan(t * token_gains, token_gains),
                                   std::span(rows).subspan(t * token_rows, token_rows)),
                    std::nullopt);
        }
        EXPECT_EQ(gains, batch->gains);
        EXPECT_EQ(rows, batch->rows);
        const auto stages = encode_stages(kernels(), shape, kTokens, x);
        ASSERT_TRUE(stages);
        Bytes from_stages;
        for (std::size_t at = 0; at < x.size(); at += d) {
          const Bytes row = *pack(kernels(), width, std::span(stages->codes).subspan(at, d));
          from_stages.insert(from_stages.end(), row.begin(), row.end());
        }
        EXPECT_EQ(from_stages, rows) << d;
        const auto between = decode_stages(kernels(), shape, kTokens, gains, rows);
        ASSERT_TRUE(between);
        EXPECT_EQ(between->codes, stages->codes);
        EXPECT_TRUE(decode_keys(kernels(), shape, kTokens, gains, rows));
      }
    }
  }
}

// TQ-KEYS-007
TEST_P(Keys, ARefusedTokenChangesNothing) {
  KeyShape shape = kSmall;
  shape.kv_heads = 2;
  auto created = KeyEncoder::create(kernels(), shape);
  KeyEncoder& encoder = *created;
  Bytes gains(4, 0xaa);
  Bytes rows(2, 0xaa);
  const auto refusal = [&](const Floats& x) { return encoder.append(x, gains, rows); };
  EXPECT_EQ(refusal({1, 2, 3, 4, 70000, 0, 0, 0}), Error::kBinary16Overflow);
  EXPECT_EQ(refusal({1, 2, 3, 4, 1, 1, kInfinity, 0}), Error::kNonFiniteInput);
  EXPECT_EQ(refusal({70000, 0, 0, 0, 1, 1, 1, kInfinity}), Error::kNonFiniteInput);
  EXPECT_EQ(refusal({1, 2, 3, 4}), Error::kBadLength);
  EXPECT_EQ(gains, Bytes(4, 0xaa));
  EXPECT_EQ(rows, Bytes(2, 0xaa));
  EXPECT_EQ(refusal({1, 2, 3, 4, 1, 2, 3, 4}), std::nullopt);
  EXPECT_EQ(gains, (Bytes{0x7a, 0x45, 0x7a, 0x45}));
}

// TQ-KEYS-001, TQ-KEYS-007
TEST_P(Keys, RefuseInTheOrderOfTheText) {
  const float largest = std::numeric_limits<float>::max();
  KeyShape shape = kSmall;
  const auto error = [&](std::uint64_t tokens, const Floats& x) {
    const auto fast = encode_keys(kernels(), shape, tokens, x).error();
    EXPECT_EQ(encode_stages(kernels(), shape, tokens, x).error(), fast);
    return fast;
  };
  EXPECT_EQ(error(1025, {}), Error::kBadArgument);
  EXPECT_EQ(error(1, {kInfinity}), Error::kBadLength);
  EXPECT_EQ(error(2, {70000, 0, 0, 0, 0, 0, 0, kInfinity}), Error::kNonFiniteInput);
  EXPECT_EQ(error(2, {70000, 0, 0, 0, largest, largest, 0, 0}), Error::kBinary16Overflow);
  EXPECT_EQ(error(2, {largest, largest, 0, 0, 70000, 0, 0, 0}), Error::kBinary32Overflow);
  shape.kv_heads = 257;
  EXPECT_EQ(error(0, {}), Error::kBadArgument);
  shape = kSmall;
  shape.width = (std::uint64_t{1} << 32) + 2;
  EXPECT_EQ(error(0, {}), Error::kBadArgument);
}

// TQ-KEYS-011: gains of all rows, then padding of all rows, then rows of gain +0.
TEST_P(Keys, CheckStoredBytesInTheOrderOfTheText) {
  KeyShape shape = kSmall;
  shape.width = 3;  // 12 bits in two bytes, 011011011011 for +0
  const auto error = [&](const Bytes& gains, const Bytes& rows) {
    const auto fast = decode_keys(kernels(), shape, 2, gains, rows).error();
    EXPECT_EQ(decode_stages(kernels(), shape, 2, gains, rows).error(), fast);
    return fast;
  };
  EXPECT_EQ(error({0, 0, 0, 0x80}, {0, 0, 0, 0xf0}), Error::kGainNegative);
  EXPECT_EQ(error({0, 0xfc, 0, 0x80}, {0, 0, 0, 0xf0}), Error::kGainNotFinite);
  EXPECT_EQ(error({0, 0, 0, 0}, {0, 0, 0xdb, 0x16}), Error::kPaddingBits);
  EXPECT_EQ(error({0, 0, 0, 0}, {0xdb, 0x06, 0xdb, 0x07}), Error::kZeroGainCodes);
  EXPECT_EQ(error({0, 0, 0}, {0, 0, 0, 0}), Error::kBadLength);
  EXPECT_EQ(*decode_keys(kernels(), shape, 2, Bytes(4), Bytes{0xdb, 0x06, 0xdb, 0x06}), Floats(8));
}

// TQ-KEYS-010
TEST_P(Keys, RefuseADecodedOverflow) {
  KeyShape shape = kSmall;
  shape.gain_coding = GainCoding::kBinary32;
  EXPECT_EQ(decode_keys(kernels(), shape, 1, Bytes{0xff, 0xff, 0x7f, 0x7f}, Bytes{0xff}).error(),
            Error::kResultOverflow);
}

// TQ-KEYS-003, TQ-KEYS-005
TEST_P(Keys, QuantizeARow) {
  const auto quantized = [&](const Floats& gain, const Floats& y) {
    return quantize_row(kernels(), 2, Transform::kOneRound, 4, gain, y);
  };
  EXPECT_EQ(quantized({1}, {-1, 0, 2.5, -0.5})->codes, (Bytes{0, 1, 3, 1}));
  EXPECT_EQ(quantized({0}, {-1, 0, 2.5, -0.5})->z, Floats(4));
  EXPECT_EQ(quantized({1, 1}, {0, 0, 0, kInfinity}).error(), Error::kBadLength);
  EXPECT_EQ(quantized({-1}, {0, 0, 0, kInfinity}).error(), Error::kNonFiniteInput);
  EXPECT_EQ(quantized({-0.0F}, {0, 0, 0, 0}).error(), Error::kBadArgument);
  EXPECT_EQ(quantized({0x1p-126F}, {0, 0, 0, 4}).error(), Error::kResultOverflow);
}

INSTANTIATE_TEST_SUITE_P(Targets, Keys, testing::ValuesIn(usable_targets()),
                         [](const auto& target) { return std::string(target.param->target); });

}  // namespace
}  // namespace tq::optimized
