// SPDX-License-Identifier: Apache-2.0
#include "reference/dtype.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "reference/arithmetic.hpp"
#include "reference/format.hpp"
#include "reference/real.hpp"

namespace tq::reference {
namespace {

Binary32 pattern(std::uint32_t bits) { return Binary32::from_bits(bits); }

// Every bfloat16 comes back, and a NaN as the one NaN.
TEST(Dtype, EveryBfloat16RoundTrips) {
  for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
    const Binary32 value = from_bfloat16(static_cast<std::uint16_t>(bits));
    EXPECT_EQ(to_bfloat16(value), value.is_nan() ? 0x7fc0u : bits);
    EXPECT_EQ(value.bits(), value.is_nan() ? 0x7fc00000u : bits << 16);
  }
}

// Against the definition: no other bfloat16 is nearer, and of two as near the even one is taken.
TEST(Dtype, Bfloat16IsTheNearestTiesToEven) {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::uint32_t bits = static_cast<std::uint32_t>(random());
    if (i % 4 == 0) bits = (bits & 0xffff0000) | 0x8000;  // a tie
    const Binary32 value = pattern(bits);
    if (!value.is_finite()) continue;
    const std::uint16_t nearest = to_bfloat16(value);
    const std::uint16_t below = static_cast<std::uint16_t>(bits >> 16);  // towards zero
    const std::uint16_t above = static_cast<std::uint16_t>(below + 1);
    ASSERT_TRUE(nearest == below || nearest == above);
    const std::uint32_t rest = bits & 0xffff;
    const bool up = rest > 0x8000 || (rest == 0x8000 && (below & 1) != 0);
    ASSERT_EQ(nearest, up ? above : below) << bits;
  }
}

TEST(Dtype, Bfloat16Edges) {
  EXPECT_EQ(to_bfloat16(pattern(0x7f7f7fff)), 0x7f7f);
  EXPECT_EQ(to_bfloat16(pattern(0x7f7f8000)), 0x7f80);  // half-way to 2^128
  EXPECT_EQ(to_bfloat16(pattern(0xff800000)), 0xff80);
  EXPECT_EQ(to_bfloat16(pattern(0xffffffff)), 0x7fc0);
  EXPECT_EQ(to_bfloat16(pattern(0x7f800001)), 0x7fc0);  // its upper half is an infinity
  EXPECT_EQ(to_bfloat16(pattern(0x80000000)), 0x8000);
  EXPECT_EQ(to_bfloat16(pattern(0x00008000)), 0x0000);  // a tie between subnormals
  EXPECT_EQ(to_bfloat16(pattern(0x00018000)), 0x0002);
}

TEST(Dtype, PatternsOfEachFormat) {
  EXPECT_EQ(from_pattern(NumberFormat::kBinary32, 0x3f800001)->bits(), 0x3f800001u);
  EXPECT_EQ(from_pattern(NumberFormat::kBinary16, 0x3c00)->bits(), 0x3f800000u);
  EXPECT_EQ(from_pattern(NumberFormat::kBfloat16, 0x3f80)->bits(), 0x3f800000u);
  EXPECT_FALSE(from_pattern(NumberFormat::kBinary16, 0x10000).has_value());
  EXPECT_FALSE(from_pattern(NumberFormat::kBfloat16, 0x10000).has_value());
  EXPECT_EQ(to_pattern(NumberFormat::kBinary32, pattern(0x3f800001)), 0x3f800001u);
  EXPECT_EQ(to_pattern(NumberFormat::kBinary16, pattern(0x477fefff)), 0x7bffu);
  EXPECT_EQ(to_pattern(NumberFormat::kBfloat16, pattern(0x3f808001)), 0x3f81u);
  EXPECT_EQ(number_format("bfloat16"), NumberFormat::kBfloat16);
  EXPECT_EQ(number_format("tf32"), std::nullopt);
  EXPECT_EQ(name_of(NumberFormat::kBinary16), "binary16");
}

// TQ-ARITH-013, against the conversions there and back.
TEST(Dtype, ExactInAllIsWhatNoConversionChanges) {
  std::mt19937 random(2);
  int exact = 0;
  for (int i = 0; i < 200000; ++i) {
    std::uint32_t bits = static_cast<std::uint32_t>(random());
    if (i % 2 == 0) bits &= 0xffff0000;
    if (i % 8 == 0) bits = (bits & 0x83ffffff) | 0x38000000;  // exponents of binary16
    const Binary32 value = pattern(bits);
    const bool through_half = from_binary16(to_binary16(value)) == value;
    const bool through_bfloat = from_bfloat16(to_bfloat16(value)) == value;
    const bool expected = value.is_finite() && through_half && through_bfloat;
    ASSERT_EQ(is_exact_in_all(value), expected) << bits;
    exact += expected ? 1 : 0;
  }
  EXPECT_GT(exact, 1000);
  EXPECT_TRUE(is_exact_in_all(pattern(0x80000000)));
  EXPECT_TRUE(is_exact_in_all(pattern(0x33800000)));   // 2^-24, the smallest of binary16
  EXPECT_FALSE(is_exact_in_all(pattern(0x33000000)));  // 2^-25
  EXPECT_FALSE(is_exact_in_all(pattern(0x47800000)));  // 65536
  EXPECT_FALSE(is_exact_in_all(pattern(0x3f808000)));  // 8 bits of fraction
  EXPECT_FALSE(is_exact_in_all(pattern(0x7f800000)));
}

// tf32 drops 13 bits, and its subnormals have the quantum 2^-136.
TEST(Format, Tf32) {
  EXPECT_TRUE(is_exact_in(Format::kTf32, pattern(0x3f802000)));
  EXPECT_FALSE(is_exact_in(Format::kTf32, pattern(0x3f801000)));
  EXPECT_TRUE(is_exact_in(Format::kTf32, pattern(0x00002000)));
  EXPECT_FALSE(is_exact_in(Format::kTf32, pattern(0x00001000)));
  EXPECT_TRUE(is_exact_in(Format::kTf32, pattern(0x7f7fe000)));
  EXPECT_TRUE(is_exact_in(Format::kBinary32, pattern(1)));
  EXPECT_FALSE(is_exact_in(Format::kBinary32, pattern(0x7fc00000)));
}

}  // namespace
}  // namespace tq::reference
