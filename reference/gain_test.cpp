// SPDX-License-Identifier: Apache-2.0
#include "reference/gain.hpp"

#include <gtest/gtest.h>

namespace tq::reference {
namespace {

using contract::Error;
using contract::GainCoding;
using Stored = std::vector<std::uint8_t>;

std::vector<Binary32> row(std::initializer_list<std::uint32_t> words) {
  std::vector<Binary32> values;
  for (const std::uint32_t word : words) values.push_back(Binary32::from_bits(word));
  return values;
}

// TQ-GAIN-001
TEST(ScaleExponent, IsTheClampedExponentOfTheLargestMagnitude) {
  EXPECT_EQ(scale_exponent(row({0x3f800000})), 0);
  EXPECT_EQ(scale_exponent(row({0x3f800000, 0xc0ffffff})), 2);
  EXPECT_EQ(scale_exponent(row({0x7f7fffff})), 126);  // 127, clamped
  EXPECT_EQ(scale_exponent(row({0x7e800000})), 126);
  EXPECT_EQ(scale_exponent(row({0x00800000})), -126);
  EXPECT_EQ(scale_exponent(row({0x00000001})), -126);
  EXPECT_EQ(scale_exponent(row({0x80000000})), -126);
}

// TQ-GAIN-002, TQ-GAIN-003: the norm of any row is within a few ulp of the true one, also where
// plain squares overflow (2e19) or vanish (1e-30).
TEST(RawNorm, KeepsItsAccuracyOverAllExponents) {
  for (const std::uint32_t word :
       {0x000116c2u, 0x0da24260u, 0x1941705bu, 0x3f800000u, 0x5f8ac723u, 0x7db48e52u}) {
    std::vector<Binary32> x;
    std::vector<Real> exact;
    for (std::uint32_t i = 0; i < 64; ++i) {
      x.push_back(Binary32::from_bits(word + i * 977));
      exact.push_back(Real::from_bits(word + i * 977));
    }
    const auto stages = checked_raw_norm(x);
    ASSERT_TRUE(stages);
    const Real truth = raw_norm<Real>(exact, scale_exponent(x)).norm;
    const Real error = abs(Real::from_bits(stages->norm.bits()) - truth);
    // A subnormal norm is rounded to a multiple of 2^-149 once more.
    const Real tolerance = truth * Real::power_of_two(-21) + Real::power_of_two(-150);
    EXPECT_FALSE(tolerance < error) << std::hex << word;
  }
}

// TQ-ARITH-009
TEST(RawNorm, LiesInItsInterval) {
  std::vector<Binary32> x;
  std::vector<Bounded> bounded;
  for (std::uint32_t i = 0; i < 64; ++i) {
    x.push_back(Binary32::from_bits(0x3f800000 + i * 90001));
    bounded.push_back(Bounded::from_bits(x.back().bits(), kIeee));
  }
  EXPECT_TRUE(
      raw_norm<Bounded>(bounded, scale_exponent(x)).norm.contains(checked_raw_norm(x)->norm));
}

// TQ-GAIN-003, TQ-GAIN-004, TQ-ARITH-006
TEST(RawNorm, HasItsEdges) {
  EXPECT_EQ(checked_raw_norm(row({0x80000000, 0}))->norm.bits(), 0u);
  EXPECT_EQ(checked_raw_norm(row({0x7f7fffff, 0x7f7fffff})).error(), Error::kBinary32Overflow);
  EXPECT_EQ(checked_raw_norm(row({0x7f7fffff}))->norm.bits(), 0x7f7fffffu);
  EXPECT_EQ(checked_raw_norm(row({0x7f800000})).error(), Error::kNonFiniteInput);
}

// TQ-GAIN-005
TEST(StoreGain, IsLittleEndianAndRefusesOverflow) {
  const Binary32 five = Binary32::from_integer(5);
  EXPECT_EQ(*store_gain(GainCoding::kBinary32, five), (Stored{0x00, 0x00, 0xa0, 0x40}));
  EXPECT_EQ(*store_gain(GainCoding::kBinary16, five), (Stored{0x00, 0x45}));
  EXPECT_EQ(*store_gain(GainCoding::kBinary16, Binary32::from_bits(0x477fefff)),
            (Stored{0xff, 0x7b}));
  EXPECT_EQ(store_gain(GainCoding::kBinary16, Binary32::from_bits(0x477ff000)).error(),
            Error::kBinary16Overflow);
  EXPECT_EQ(store_gain(GainCoding::kBinary32, -five).error(), Error::kBadArgument);
}

// TQ-GAIN-006: every binary16 pattern, and the binary32 edges.
TEST(LoadGain, RefusesWhatIsNoGain) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const Stored stored = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8)};
    const auto gain = load_gain(GainCoding::kBinary16, stored);
    if ((bits & 0x7c00) == 0x7c00) {
      EXPECT_EQ(gain.error(), Error::kGainNotFinite);
    } else if ((bits & 0x8000) != 0) {
      EXPECT_EQ(gain.error(), Error::kGainNegative);
    } else {
      ASSERT_TRUE(gain);
      EXPECT_EQ(*store_gain(GainCoding::kBinary16, *gain), stored);
    }
  }
  EXPECT_EQ(load_gain(GainCoding::kBinary32, Stored{0, 0, 0, 0x80}).error(), Error::kGainNegative);
  EXPECT_EQ(load_gain(GainCoding::kBinary32, Stored{0, 0, 0xc0, 0xff}).error(),
            Error::kGainNotFinite);
}

}  // namespace
}  // namespace tq::reference
