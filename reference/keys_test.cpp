// SPDX-License-Identifier: Apache-2.0
#include "reference/keys.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "reference/gain.hpp"

namespace tq::reference {
namespace {

using contract::Error;
using contract::GainCoding;
using contract::Transform;

std::vector<Binary32> row_of(std::size_t d, std::uint32_t step) {
  std::vector<Binary32> x;
  for (std::size_t i = 0; i < d; ++i) {
    const auto pattern = static_cast<std::uint32_t>(i * step % 0x00ffffff);
    x.push_back(Binary32::from_bits(0x3f000000 + pattern + (i % 3 == 0 ? 0x80000000 : 0)));
  }
  return x;
}

KeyShape one_row(std::uint64_t width, std::uint64_t head_dim, Transform transform) {
  return {.width = width,
          .transform = transform,
          .gain_coding = GainCoding::kBinary32,
          .head_dim = head_dim,
          .tokens = 1,
          .kv_heads = 1,
          .layer = 2,
          .seed = 11};
}

// Relative squared error of a row through encode and decode.
double relative_error(const KeyShape& shape, const std::vector<Binary32>& x) {
  const auto encoded = encode_keys(shape, x);
  const auto decoded = decode_keys(shape, encoded->gains, encoded->rows);
  Real error;
  Real energy;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Real value = Real::from_bits(x[i].bits());
    const Real difference = value - Real::from_bits(decoded->x[i].bits());
    error = error + difference * difference;
    energy = energy + value * value;
  }
  return std::stod((error / energy).to_decimal(8));
}

// The exact worst case of one round (facts of the rationale): all |z| = 1.
TEST(OneRound, LosesTheKnownEnergyOnAOneHotRow) {
  std::vector<Binary32> x(128);
  x[0] = Binary32::from_integer(5);
  EXPECT_NEAR(relative_error(one_row(2, 128, Transform::kOneRound), x), 0.2605259, 1e-6);
  EXPECT_NEAR(relative_error(one_row(3, 128, Transform::kOneRound), x), 0.0595, 1e-4);
  EXPECT_NEAR(relative_error(one_row(4, 128, Transform::kOneRound), x), 0.0033, 1e-4);
}

// More bits lose less, for every transform.
TEST(Keys, DistortionFallsWithTheWidth) {
  for (const Transform transform :
       {Transform::kOneRound, Transform::kTwoRounds, Transform::kTwoSign}) {
    const auto x = row_of(128, 2654435761u);
    const double two = relative_error(one_row(2, 128, transform), x);
    const double three = relative_error(one_row(3, 128, transform), x);
    const double four = relative_error(one_row(4, 128, transform), x);
    EXPECT_LT(three, two);
    EXPECT_LT(four, three);
    EXPECT_LT(two, 0.2);
  }
}

// TQ-GAIN-007, TQ-KEYS-003: codes follow the stored gain; its scaling back is exact.
TEST(Encode, DividesByTheStoredGain) {
  KeyShape shape = one_row(4, 64, Transform::kTwoRounds);
  shape.gain_coding = GainCoding::kBinary16;
  const auto x = row_of(64, 1640531527u);
  const auto encoded = encode_keys(shape, x);
  ASSERT_TRUE(encoded);
  const Binary32 gain = *load_gain(GainCoding::kBinary16, encoded->gains);
  EXPECT_NE(gain, encoded->norms[0]);  // or the test shows nothing
  const Binary32 scaled = scale(gain, -scale_exponent(x));
  EXPECT_EQ(scale(scaled, scale_exponent(x)), gain);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(encoded->z[i], encoded->y[i] / (scaled * spread(Transform::kTwoRounds, 64)));
  }
}

// TQ-KEYS-012
RC_GTEST_PROP(Encode, OfABatchIsTheConcatenationOfItsTokens, ()) {
  KeyShape shape = one_row(*rc::gen::element<std::uint64_t>(2, 3, 4), 8,
                           *rc::gen::element(Transform::kOneRound, Transform::kTwoRounds));
  shape.kv_heads = 2;
  shape.tokens = 3;
  std::vector<Binary32> x;
  for (int i = 0; i < 48; ++i) {
    // Exponents between 2^-20 and 2^20.
    const auto exponent = static_cast<std::uint32_t>(*rc::gen::inRange(107, 148));
    const auto rest = *rc::gen::inRange<std::uint32_t>(0, 1u << 23);
    const auto sign = static_cast<std::uint32_t>(*rc::gen::inRange(0, 2));
    x.push_back(Binary32::from_bits(sign << 31 | exponent << 23 | rest));
  }
  const auto batch = encode_keys(shape, x);
  RC_ASSERT(bool(batch));
  std::vector<std::uint8_t> gains;
  std::vector<std::uint8_t> rows;
  KeyShape single = shape;
  single.tokens = 1;
  for (std::size_t token = 0; token < 3; ++token) {
    const auto one = encode_keys(single, std::span(x).subspan(token * 16, 16));
    gains.insert(gains.end(), one->gains.begin(), one->gains.end());
    rows.insert(rows.end(), one->rows.begin(), one->rows.end());
  }
  RC_ASSERT(gains == batch->gains);
  RC_ASSERT(rows == batch->rows);
}

// TQ-KEYS-005, TQ-KEYS-009
TEST(Zero, RowsAndGainsThatUnderflowDecodeToPlusZero) {
  KeyShape shape = one_row(3, 4, Transform::kTwoSign);
  shape.gain_coding = GainCoding::kBinary16;
  for (const std::uint32_t word : {0x00000000u, 0x80000000u, 0x32000000u}) {
    const std::vector<Binary32> x(4, Binary32::from_bits(word));
    const auto encoded = encode_keys(shape, x);
    ASSERT_TRUE(encoded);
    EXPECT_EQ(encoded->codes, std::vector<std::uint8_t>(4, 3));
    const auto decoded = decode_keys(shape, encoded->gains, encoded->rows);
    ASSERT_TRUE(decoded);
    for (const Binary32 value : decoded->x) EXPECT_EQ(value.bits(), 0u);
  }
}

// TQ-KEYS-001, TQ-KEYS-007, TQ-KEYS-011
TEST(Errors, ComeInTheSpecifiedOrder) {
  KeyShape shape = one_row(2, 4, Transform::kOneRound);
  EXPECT_EQ(encode_keys(shape, row_of(3, 1)).error(), Error::kBadLength);
  shape.tokens = 2;
  auto x = std::vector<Binary32>(8, Binary32::from_bits(0x7f7fffff));
  EXPECT_EQ(encode_keys(shape, x).error(), Error::kBinary32Overflow);
  x[7] = Binary32::from_bits(0x7fc00000);
  EXPECT_EQ(encode_keys(shape, x).error(), Error::kNonFiniteInput);
  shape.width = 5;
  EXPECT_EQ(encode_keys(shape, x).error(), Error::kBadArgument);
}

// TQ-KEYS-010
TEST(Decode, RefusesWhatOverflows) {
  const KeyShape shape = one_row(2, 4, Transform::kOneRound);
  const std::vector<std::uint8_t> largest = {0xff, 0xff, 0x7f, 0x7f};
  EXPECT_EQ(decode_keys(shape, largest, std::vector<std::uint8_t>{0xff}).error(),
            Error::kResultOverflow);
}

}  // namespace
}  // namespace tq::reference
