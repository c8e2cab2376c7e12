// SPDX-License-Identifier: Apache-2.0
#include "reference/bounded.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "reference/arithmetic.hpp"

namespace tq::reference {
namespace {

using Generator = std::mt19937_64;

Bounded input(float value, const ArithmeticProfile& profile = kIeee) {
  return Bounded::from_bits(std::bit_cast<std::uint32_t>(value), profile);
}

Binary32 pattern(float value) { return Binary32::from_bits(std::bit_cast<std::uint32_t>(value)); }

// The bound itself, which the outward rounding of the interval could hide a fault of, and the
// interval.
bool holds(const Bounded& bounded, float computed) {
  if (!bounded.is_finite()) return true;
  const Real error = Real::from_bits(pattern(computed).bits()) - bounded.value();
  return abs(error) <= bounded.bound() && bounded.contains(pattern(computed));
}

std::uint64_t below(Generator& random, std::uint64_t limit) { return random() % limit; }

// A finite number of random sign and significand with 2^low <= |x| < 2^(high + 1), or subnormal
// where low is -127.
float random_number(Generator& random, int low, int high) {
  const auto span = static_cast<std::uint64_t>(high - low + 1);
  const auto exponent =
      static_cast<std::uint32_t>(low + 127 + static_cast<int>(below(random, span)));
  const auto rest = static_cast<std::uint32_t>(random());
  return std::bit_cast<float>((rest & 0x807fffff) | (exponent << 23));
}

std::vector<float> random_numbers(Generator& random, std::size_t size, int low, int high) {
  std::vector<float> numbers(size);
  for (float& number : numbers) number = random_number(random, low, high);
  return numbers;
}

std::vector<Bounded> inputs(const std::vector<float>& numbers, const ArithmeticProfile& profile) {
  std::vector<Bounded> result;
  for (float number : numbers) result.push_back(input(number, profile));
  return result;
}

// A dot product that an implementation under `profile` may compute: a random order, a random number
// of lanes, and fused products wherever a coin says so.
float any_dot(Generator& random, const std::vector<float>& a, const std::vector<float>& b,
              const ArithmeticProfile& profile) {
  std::vector<std::size_t> order(a.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), random);
  std::vector<float> lanes(1 + below(random, 16), 0.0f);
  for (std::size_t i : order) {
    float& lane = lanes[below(random, lanes.size())];
    if (profile.fused_products_allowed && below(random, 2) == 0) {
      lane = std::fma(a[i], b[i], lane);
    } else {
      const float product = a[i] * b[i];
      lane = lane + product;
    }
  }
  std::shuffle(lanes.begin(), lanes.end(), random);
  return std::accumulate(lanes.begin(), lanes.end(), 0.0f);
}

struct DotShape {
  std::size_t size;
  int low;
  int high;
};

constexpr DotShape kShapes[] = {
    {2, -2, 2},        // short
    {16, -1, 0},       // one term per lane
    {64, -20, 20},     // widely different terms
    {128, -3, 3},      // a head
    {32, -127, -126},  // products vanish
    {32, -76, -73},    // products become subnormal
    {24, -127, 40},    // some do
    {32, 40, 60},      // large, without overflow
};

// TQ-ARITH-009
TEST(Bounded, HoldsDotProductsInEveryOrder) {
  Generator random(1);
  for (const ArithmeticProfile* profile : {&kIeee, &kFma}) {
    for (const DotShape& shape : kShapes) {
      for (int repeat = 0; repeat < 25; ++repeat) {
        const std::vector<float> a = random_numbers(random, shape.size, shape.low, shape.high);
        const std::vector<float> b = random_numbers(random, shape.size, shape.low, shape.high);
        const Bounded bounded = dot<Bounded>(inputs(a, *profile), inputs(b, *profile));
        ASSERT_TRUE(bounded.is_finite());
        for (int order = 0; order < 20; ++order) {
          const float computed = any_dot(random, a, b, *profile);
          ASSERT_TRUE(holds(bounded, computed))
              << profile->name << " size " << shape.size << " exponents from " << shape.low;
        }
      }
    }
  }
}

// TQ-ARITH-002, TQ-ARITH-009. The specified order is one of the admissible ones.
TEST(Bounded, HoldsTheSpecifiedTree) {
  Generator random(2);
  for (const DotShape& shape : kShapes) {
    const std::vector<float> a = random_numbers(random, shape.size, shape.low, shape.high);
    const std::vector<float> b = random_numbers(random, shape.size, shape.low, shape.high);
    std::vector<Binary32> x;
    std::vector<Binary32> y;
    for (std::size_t i = 0; i < a.size(); ++i) {
      x.push_back(pattern(a[i]));
      y.push_back(pattern(b[i]));
    }
    EXPECT_TRUE(dot<Bounded>(inputs(a, kIeee), inputs(b, kIeee)).contains(dot<Binary32>(x, y)));
  }
}

// y / sqrt(sum of squares): the shape of the encoder's normalisation. TQ-ARITH-009
TEST(Bounded, HoldsChainsOfOperations) {
  Generator random(3);
  for (const ArithmeticProfile* profile : {&kIeee, &kFma}) {
    for (int repeat = 0; repeat < 200; ++repeat) {
      const std::vector<float> y = random_numbers(random, 32, -8, 1);
      const std::vector<Bounded> bounded_y = inputs(y, *profile);
      const Bounded norm = sqrt(dot<Bounded>(bounded_y, bounded_y));
      const float computed_norm = std::sqrt(any_dot(random, y, y, *profile));
      ASSERT_TRUE(holds(norm, computed_norm));
      for (std::size_t i = 0; i < y.size(); ++i) {
        const float unit = y[i] / computed_norm;
        ASSERT_TRUE(holds(bounded_y[i] / norm, unit));
        const float scaled = unit * 0.25f;
        ASSERT_TRUE(holds(scale(bounded_y[i] / norm, -2), scaled));
        const float difference = scaled - y[i];
        ASSERT_TRUE(holds(scale(bounded_y[i] / norm, -2) - bounded_y[i], difference));
      }
    }
  }
}

// Single operations over all exponents, with operands that carry errors themselves. TQ-ARITH-009
TEST(Bounded, HoldsSingleOperationsOverTheWholeRange) {
  Generator random(4);
  int finite = 0;
  for (int repeat = 0; repeat < 20000; ++repeat) {
    const float a = random_number(random, -127, 127);
    const float b =
        repeat % 2 == 0 ? random_number(random, -127, 127) : a * random_number(random, -3, 3);
    if (!std::isfinite(b)) continue;
    const Bounded x = input(a);
    const Bounded y = input(b);
    const float third = a / 3.0f;
    const Bounded bounded_third = x / Bounded::from_integer(3);
    const float sum = third + b;
    const float product = third * b;
    const float quotient = b / third;
    const float root = std::sqrt(std::fabs(third));
    ASSERT_TRUE(holds(bounded_third + y, sum)) << a << " " << b;
    ASSERT_TRUE(holds(bounded_third * y, product)) << a << " " << b;
    ASSERT_TRUE(holds(y / bounded_third, quotient)) << a << " " << b;
    ASSERT_TRUE(holds(sqrt(abs(bounded_third)), root)) << a;
    const int exponent = static_cast<int>(below(random, 254)) - 126;
    const float scaled = third * std::ldexp(1.0f, exponent);
    ASSERT_TRUE(holds(scale(bounded_third, exponent), scaled)) << a << " " << exponent;
    finite += (bounded_third * y).is_finite() ? 1 : 0;
  }
  EXPECT_GT(finite, 10000) << "most of these products do not overflow";
}

// TQ-ARITH-009. Errors as large as the values, where terms of second order count.
TEST(Bounded, HoldsTheCornersOfWideIntervals) {
  const auto within = [](std::int64_t value, std::int64_t bound) {
    return Bounded::from_value(Real::from_integer(value), Real::from_integer(bound), kIeee);
  };
  EXPECT_TRUE((within(1, 1) * within(1, 1)).contains(pattern(4.0f)));
  EXPECT_FALSE((within(1, 1) * within(1, 1)).contains(pattern(4.001f)));
  EXPECT_TRUE((within(4, 2) / within(2, 1)).contains(pattern(6.0f)));
  EXPECT_FALSE((within(4, 2) / within(2, 1)).contains(pattern(6.001f)));
  EXPECT_TRUE(sqrt(within(4, 3)).contains(pattern(1.0f)));
  EXPECT_TRUE((within(4, 2) - within(2, 1)).contains(pattern(-1.0f)));
  EXPECT_FALSE((within(4, 2) - within(2, 1)).contains(pattern(-1.001f)));
}

// TQ-ARITH-009. Bounds that admit anything would pass all of the above.
TEST(Bounded, ExcludesWhatIsTooWrong) {
  Generator random(5);
  for (int repeat = 0; repeat < 100; ++repeat) {
    const std::vector<float> y = random_numbers(random, 16, -1, 1);
    const Bounded squares = dot<Bounded>(inputs(y, kIeee), inputs(y, kIeee));
    const float computed = any_dot(random, y, y, kIeee);
    // gamma_15 plus the product: 16 u on either side, so an error of 64 u cannot be admitted.
    EXPECT_FALSE(squares.contains(pattern(computed * (1.0f + 0x1p-18f))));
    EXPECT_FALSE(squares.contains(pattern(computed * (1.0f - 0x1p-18f))));
  }
  EXPECT_FALSE(input(1.0f).contains(pattern(std::nanf(""))));
}

// 1/3 lies 2/3 of an ulp above 3eaaaaaa and u/3 is 2/3 of an ulp, so the bound reaches from just
// below 3eaaaaaa (the slack) to 3eaaaaab + 1/3, and each end rounds outward.
TEST(Bounded, OneRoundingReachesTheNextNeighbours) {
  const Bounded third = input(1.0f) / input(3.0f);
  EXPECT_EQ(third.lower().bits(), 0x3eaaaaa9u);
  EXPECT_EQ(third.upper().bits(), 0x3eaaaaacu);
}

TEST(Bounded, ExactResultsHaveBoundZero) {
  const Bounded one = input(1.0f);
  EXPECT_TRUE(one.bound().is_zero());
  EXPECT_TRUE((one + input(0x1p-23f)).bound().is_zero());
  EXPECT_FALSE((one + input(0x1p-24f)).bound().is_zero());
  EXPECT_TRUE((input(3.0f) * input(0x1p-149f)).bound().is_zero());
  EXPECT_FALSE((input(0x1p-149f) * input(0.5f)).bound().is_zero());
  const Bounded third = input(1.0f) / input(3.0f);
  EXPECT_EQ((third + input(-0.0f)).bound(), third.bound());
  EXPECT_EQ((Bounded() - third).bound(), third.bound());
  EXPECT_TRUE(sqrt(input(9.0f)).bound().is_zero());
  EXPECT_TRUE((-abs(input(-7.0f))).bound().is_zero());
  EXPECT_FALSE(scale(input(0x1.8p-100f), -49).bound().is_zero());  // 1.5 x 2^-149: a tie
  EXPECT_TRUE(scale(input(0x1p-100f), -49).bound().is_zero());

  // One non-zero term, as after a one-hot input: zeros do not round.
  std::vector<Bounded> one_hot(64, input(0.0f));
  one_hot[5] = input(0.1f);
  EXPECT_TRUE(tree_sum<Bounded>(one_hot).bound().is_zero());
}

TEST(Bounded, ScalingKeepsRelativeErrors) {
  const Bounded third = input(1.0f) / input(3.0f);
  EXPECT_EQ(scale(third, 5).bound(), scale(third.bound(), 5));
  EXPECT_THROW(scale(third, 128), std::out_of_range);
}

// Operations that may divide by zero, take the root of a negative number, or overflow.
TEST(Bounded, SaysWhenNoBoundExists) {
  const Bounded third = input(1.0f) / input(3.0f);
  const Bounded near_zero = third - third;  // each third may be another binary32 number
  EXPECT_FALSE((third / near_zero).is_finite());
  EXPECT_FALSE(sqrt(near_zero).is_finite());
  EXPECT_FALSE((input(1.0f) / input(0.0f)).is_finite());
  EXPECT_FALSE(sqrt(input(-1.0f)).is_finite());
  EXPECT_FALSE((input(0x1p127f) + input(0x1p127f)).is_finite());
  EXPECT_FALSE((input(0x1p127f) * input(2.0f)).is_finite());
  EXPECT_FALSE(scale(input(0x1p127f), 1).is_finite());

  // The sum is 0, but some orders overflow on the way.
  const std::vector<Bounded> cancelling = {input(0x1.8p127f), input(0x1.8p127f), input(-0x1.8p127f),
                                           input(-0x1.8p127f)};
  EXPECT_FALSE(tree_sum<Bounded>(cancelling).is_finite());

  const Bounded spread = scale(-(input(1.0f) + input(1.0f) / input(0.0f)), 3);
  EXPECT_FALSE(spread.is_finite());
  EXPECT_EQ(spread.lower().bits(), 0xff800000u);
  EXPECT_EQ(spread.upper().bits(), 0x7f800000u);
  EXPECT_TRUE(spread.contains(pattern(std::nanf(""))));
}

TEST(Bounded, NeedsOneProfile) {
  const Bounded three = Bounded::from_integer(3);
  const Bounded one = Bounded::from_integer(1);
  EXPECT_TRUE((three + one).bound().is_zero());  // exact, so no profile is needed
  EXPECT_THROW(one / three, std::logic_error);
  EXPECT_EQ((input(1.0f, kFma) / three).profile(), &kFma);
  EXPECT_THROW(input(1.0f, kFma) + input(1.0f, kIeee), std::logic_error);
  EXPECT_EQ((input(0.0f, kFma) + one).profile(), &kFma);
}

TEST(Bounded, LiteralsAreHeldAsBinary32) {
  const Bounded odd = Bounded::from_integer((1 << 24) + 1);
  EXPECT_TRUE(odd.contains(Binary32::from_integer((1 << 24) + 1)));
  EXPECT_EQ(odd.bound(), Real::from_integer(1));
  EXPECT_THROW(Bounded::from_bits(0x7f800000), std::domain_error);  // TQ-ARITH-006
}

TEST(Bounded, ValuesFromOutsideAreChecked) {
  const Real tenth = Real::from_decimal("0.1");
  EXPECT_THROW(Bounded::from_value(tenth, Real(), kIeee), std::invalid_argument);
  EXPECT_THROW(Bounded::from_value(tenth, -tenth, kIeee), std::invalid_argument);
  EXPECT_THROW(Bounded::from_value(tenth / Real(), tenth, kIeee), std::invalid_argument);
  const Bounded wide = Bounded::from_value(tenth, tenth, kIeee);
  EXPECT_TRUE(wide.contains(pattern(0.2f)));  // 0.2 in binary32 lies just above: rounded outward
  EXPECT_FALSE(wide.contains(pattern(0.21f)));
}

TEST(Bounded, ComparesIntervalsWhenAsked) {
  const Bounded third = input(1.0f) / input(3.0f);
  const Bounded near = third + input(0x1p-30f);
  EXPECT_TRUE(third < near);                  // the true values
  EXPECT_FALSE(certainly_less(third, near));  // the computed ones need not be
  EXPECT_TRUE(certainly_less(third, input(0.34f)));
  EXPECT_FALSE(certainly_less(third, third));
}

}  // namespace
}  // namespace tq::reference
