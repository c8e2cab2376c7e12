// SPDX-License-Identifier: Apache-2.0
#include "reference/exponential.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>

#include "reference/profile.hpp"

namespace tq::reference {
namespace {

Binary32 pattern(float value) { return Binary32::from_bits(std::bit_cast<std::uint32_t>(value)); }

// A second derivation: the series of e^(x / 2^k), squared k times, by the four operations of Real.
// With |x / 2^k| < 2^-20 a term of the series is below 2^-20 of the one before.
Real exp_by_series(const Real& x) {
  constexpr int kHalvings = 28;
  constexpr int kTerms = 36;
  const Real reduced = scale(x, -kHalvings);
  Real sum = Real::from_integer(1);
  for (int k = kTerms; k > 0; --k) {
    sum = Real::from_integer(1) + sum * reduced / Real::from_integer(k);
  }
  for (int i = 0; i < kHalvings; ++i) sum = sum * sum;
  return sum;
}

// TQ-ATTN-007
TEST(Exponential, TrueValuesAgreeWithTheSeries) {
  for (const float x : {0.0f, 1.0f, -1.0f, 0x1p-149f, 0.1f, 88.7f, -103.9f, -20.5f, 3.25f}) {
    const Real real = Real::from_bits(pattern(x).bits());
    const Real power = exp(real);
    EXPECT_LE(abs(power - exp_by_series(real)), scale(power, -600)) << x;
  }
  EXPECT_EQ(exp(Real::from_integer(1)).to_decimal(40), "2.718281828459045235360287471352662497757");
  EXPECT_TRUE(exp(-Real::power_of_two(40)).is_zero());
  EXPECT_FALSE(exp(Real::power_of_two(40)).is_finite());
}

// The library's binary64 exponential, well below an ulp, decides all but one in 2^25 roundings;
// those are left to the test above it.
TEST(Exponential, PatternsAreCorrectlyRounded) {
  std::mt19937_64 random(1);
  int decided = 0;
  for (int i = 0; i < 5000; ++i) {
    const float x = static_cast<float>(static_cast<double>(random() >> 40) * 0x1p-24 * 192 - 103);
    const double power = std::exp(static_cast<double>(x));
    const auto low = static_cast<float>(power * (1 - 0x1p-50));
    const auto high = static_cast<float>(power * (1 + 0x1p-50));
    if (std::bit_cast<std::uint32_t>(low) != std::bit_cast<std::uint32_t>(high)) continue;
    ++decided;
    ASSERT_EQ(exp(pattern(x)).bits(), std::bit_cast<std::uint32_t>(low)) << x;
    ASSERT_EQ(exp(pattern(x)).bits(), exp(Real::from_bits(pattern(x).bits())).to_nearest().bits());
  }
  EXPECT_GT(decided, 4990);
}

TEST(Exponential, PatternsAtTheEdges) {
  const float infinity = std::numeric_limits<float>::infinity();
  struct Case {
    float argument;
    std::uint32_t power;
  };
  for (const Case& c :
       {Case{0.0f, 0x3f800000}, Case{-0.0f, 0x3f800000}, Case{0x1p-149f, 0x3f800000},
        Case{0x1p-24f, 0x3f800001},   // 1 + 2^-24 + 2^-49: just above the midpoint
        Case{-0x1p-25f, 0x3f800000},  // 1 - 2^-25 + 2^-51: just above the midpoint
        Case{-0x1.000002p-25f, 0x3f7fffff}, Case{1.0f, 0x402df854},
        Case{0x1.62e42ep6f, 0x7f7fff84},  // the largest with a finite result
        Case{0x1.62e430p6f, 0x7f800000}, Case{1e30f, 0x7f800000}, Case{infinity, 0x7f800000},
        Case{-0x1.5d589ep6f, 0x00800026},  // subnormal below
        Case{-90.0f, 0x0008ec28}, Case{-0x1.9fe368p6f, 1}, Case{-0x1.9fe36ap6f, 0}, Case{-1e30f, 0},
        Case{-infinity, 0}}) {
    EXPECT_EQ(exp(pattern(c.argument)).bits(), c.power) << c.argument;
  }
  EXPECT_EQ(exp(pattern(std::nanf(""))).bits(), 0x7fc00000u);
}

constexpr ArithmeticProfile with_units(int units, int argument_units) {
  ArithmeticProfile profile = kIeee;
  profile.exponential_units = units;
  profile.exponential_milliunits = 1000 * argument_units;
  return profile;
}
constexpr ArithmeticProfile kCorrect = with_units(1, 0);
constexpr ArithmeticProfile kGrowing = with_units(2, 3);

// TQ-ATTN-007
TEST(Exponential, IntervalsHoldWhatLibrariesCompute) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 1000; ++i) {
    const float x = static_cast<float>(static_cast<double>(random() >> 40) * 0x1p-24 * 190 - 103);
    const Bounded third = Bounded::from_bits(pattern(x).bits(), kIeee) / Bounded::from_integer(3);
    ASSERT_TRUE(exp(third).contains(pattern(std::exp(x / 3.0f)))) << x;
    const Bounded input = Bounded::from_bits(pattern(x).bits(), kCorrect);
    ASSERT_TRUE(exp(input).contains(exp(pattern(x)))) << x;
    const Bounded growing = Bounded::from_bits(pattern(x).bits(), kGrowing);
    const float scaled = x * 1.44269504f;
    const float by_two = std::exp2(scaled);
    ASSERT_TRUE(exp(growing).contains(pattern(by_two))) << x;
  }
}

TEST(Exponential, IntervalsAreNoWiderThanTheProfileSays) {
  const auto relative = [](float x, const ArithmeticProfile& profile) {
    const Bounded power = exp(Bounded::from_bits(pattern(x).bits(), profile));
    return power.bound() / power.value();
  };
  const Real u = Real::power_of_two(-24);
  const Real slack = Real::power_of_two(-100);
  EXPECT_LE(abs(relative(1.0f, kCorrect) - u), slack);
  // Several units count u (1 + u) each: profile.hpp.
  const Real several = u + u * u;
  EXPECT_LE(abs(relative(-2.0f, kIeee) - several * Real::from_integer(3)), slack);
  EXPECT_LE(abs(relative(-2.0f, kGrowing) - several * Real::from_integer(8)), slack);

  // An error of the argument is one of the result, e^(x (1 + u)) against e^x, and no more.
  const Bounded sum = Bounded::from_bits(pattern(-20.0f).bits(), kCorrect) +
                      Bounded::from_bits(pattern(0.1f).bits(), kCorrect);
  const Bounded power = exp(sum);
  EXPECT_LE(power.bound() / power.value(), sum.bound() * Real::from_decimal("1.001") + u);
  EXPECT_GE(power.bound() / power.value(), sum.bound() + u);
}

// Fast exponentials: 2^(x log2 e) with one rounding of the product, results below 2^-126 flushed.
TEST(Exponential, FastEvaluationsLieInside) {
  for (float x = -100.0f; x < 88.0f; x += 0.37f) {
    const Bounded power = exp(Bounded::from_bits(pattern(x).bits(), kCudaFastMath));
    const float fast = std::exp2(x * 1.44269504f);
    ASSERT_TRUE(power.contains(pattern(fast < 0x1p-126f ? 0.0f : fast))) << x;
    ASSERT_TRUE(power.contains(pattern(std::exp(x)))) << x;
    if (x > 80) {
      ASSERT_FALSE(power.contains(pattern(fast * (1 + 0x1p-15f)))) << x;
    }
  }
}

TEST(Exponential, IntervalsAtTheEdges) {
  const auto power = [](float x) { return exp(Bounded::from_bits(pattern(x).bits(), kIeee)); };
  EXPECT_TRUE(power(88.7f).is_finite());
  EXPECT_FALSE(power(88.8f).is_finite());
  EXPECT_FALSE(power(3e38f).is_finite());
  EXPECT_TRUE(power(-3e38f).contains(Binary32()));
  EXPECT_FALSE(power(-3e38f).contains(Binary32::from_bits(2)));
  EXPECT_TRUE(power(0.0f).contains(Binary32::from_integer(1)));
  EXPECT_FALSE(exp(Bounded::unbounded(&kIeee)).is_finite());
  EXPECT_TRUE(exp(Bounded()).bound().is_zero());
  EXPECT_THROW(exp(Bounded::from_integer(1)), std::logic_error);
}

}  // namespace
}  // namespace tq::reference
