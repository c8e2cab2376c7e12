// SPDX-License-Identifier: Apache-2.0
// Evaluations in float that each profile permits, at their worst, against the intervals of
// `Bounded`: always inside, and intervals no wider than the permission. TQ-ARITH-011, TQ-ARITH-012.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "reference/arithmetic.hpp"
#include "reference/attention_bounds.hpp"
#include "reference/bounded.hpp"
#include "reference/codebook.hpp"
#include "reference/transform.hpp"

namespace tq::reference {
namespace {

using Generator = std::mt19937_64;

Binary32 pattern(float value) { return Binary32::from_bits(std::bit_cast<std::uint32_t>(value)); }

Bounded input(float value, const ArithmeticProfile& profile) {
  return Bounded::from_bits(std::bit_cast<std::uint32_t>(value), profile);
}

std::vector<Bounded> inputs(const std::vector<float>& numbers, const ArithmeticProfile& profile) {
  std::vector<Bounded> result;
  for (const float number : numbers) result.push_back(input(number, profile));
  return result;
}

bool holds(const Bounded& bounded, float computed) {
  if (!bounded.is_finite()) return true;
  const Real error = Real::from_bits(pattern(computed).bits()) - bounded.value();
  return abs(error) <= bounded.bound() && bounded.contains(pattern(computed));
}

// The half-width of an interval in units of u times its value.
double units_of(const Bounded& bounded) {
  const Real units = bounded.bound() / abs(bounded.value()) * Real::power_of_two(24);
  return static_cast<double>(std::bit_cast<float>(units.to_nearest().bits()));
}

bool coin(Generator& random) { return random() % 2 == 0; }

float random_number(Generator& random, int low, int high) {
  const auto exponent = static_cast<std::uint32_t>(
      low + 127 + static_cast<int>(random() % static_cast<std::uint64_t>(high - low + 1)));
  return std::bit_cast<float>((static_cast<std::uint32_t>(random()) & 0x807fffff) |
                              (exponent << 23));
}

std::vector<float> random_numbers(Generator& random, std::size_t size, int low, int high) {
  std::vector<float> numbers(size);
  for (float& number : numbers) number = random_number(random, low, high);
  return numbers;
}

// A machine under a profile: flushes, truncates and errs by whole ulps where a coin says so.
class Machine {
 public:
  Machine(Generator& random, const ArithmeticProfile& profile)
      : random_(random), profile_(profile) {}

  float kept(float value) {
    const bool flushes = profile_.flush_to_zero && std::fabs(value) < 0x1p-126f && coin(random_);
    return flushes ? std::copysign(0.0f, value) : value;
  }
  float add(float a, float b) { return kept(kept(a) + kept(b)); }
  float multiply(float a, float b) { return kept(kept(a) * kept(b)); }
  float divide(float a, float b) {
    if (profile_.reciprocal_units != 0 && coin(random_)) {
      return multiply(a, kept(off(1.0f / kept(b), profile_.reciprocal_units)));
    }
    return kept(off(kept(a) / kept(b), profile_.quotient_units));
  }
  float root(float a) { return off(std::sqrt(kept(a)), profile_.square_root_units); }
  float divide_by_root(float a, float radicand) {
    if (profile_.reciprocal_square_root_units == 0 || coin(random_)) {
      return divide(a, root(radicand));
    }
    const double inverse = 1.0 / std::sqrt(static_cast<double>(kept(radicand)));
    return multiply(a, off(static_cast<float>(inverse), profile_.reciprocal_square_root_units));
  }
  // As a matrix unit reads it: to nearest or towards zero.
  float operand(float value) {
    const int dropped = 24 - shape_of(profile_.product_format).precision;
    value = kept(value);
    if (dropped == 0) return value;
    std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    if (coin(random_)) bits += std::uint32_t{1} << (dropped - 1);
    return std::bit_cast<float>(bits & ~((std::uint32_t{1} << dropped) - 1));
  }
  float dot(const std::vector<float>& a, const std::vector<float>& b) {
    std::vector<double> products;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double product =
          static_cast<double>(operand(a[i])) * static_cast<double>(operand(b[i]));
      const bool is_rounded = profile_.product_format == Format::kBinary32;
      products.push_back(is_rounded ? static_cast<double>(kept(static_cast<float>(product)))
                                    : product);
    }
    return profile_.accumulator_units == 1 ? in_turn(products) : in_blocks(products);
  }

 private:
  // k units are (k - 1) / 2 ulp.
  float off(float value, int units) {
    const int ulps = (units - 1) / 2;
    const bool near_zero = std::fabs(value) < 0x1p-140f;  // a step there may cross zero
    if (ulps == 0 || near_zero || !std::isfinite(value)) return value;
    const int moved = static_cast<int>(random_() % static_cast<std::uint64_t>(2 * ulps + 1)) - ulps;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) +
                                static_cast<std::uint32_t>(moved));
  }
  float in_turn(const std::vector<double>& products) {
    float lanes[4] = {};
    for (const double product : products) {
      float& lane = lanes[random_() % 4];
      lane = kept(static_cast<float>(static_cast<double>(lane) + product));
    }
    return add(add(lanes[0], lanes[1]), add(lanes[2], lanes[3]));
  }
  // Blocks of up to 8, aligned to the largest and truncated to its 24 bits, sum truncated too.
  float in_blocks(const std::vector<double>& products) {
    float total = 0;
    for (std::size_t begin = 0; begin < products.size();) {
      const std::size_t end = std::min(products.size(), begin + 1 + random_() % 8);
      double largest = std::fabs(static_cast<double>(total));
      for (std::size_t i = begin; i < end; ++i) largest = std::max(largest, std::fabs(products[i]));
      const double place = largest == 0 ? 1 : std::ldexp(1.0, std::ilogb(largest) - 23);
      double sum = std::trunc(static_cast<double>(total) / place);
      for (std::size_t i = begin; i < end; ++i) sum += std::trunc(products[i] / place);
      total = kept(truncated(sum * place));
      begin = end;
    }
    return total;
  }
  static float truncated(double value) {
    const float nearest = static_cast<float>(value);
    const bool is_larger = std::fabs(static_cast<double>(nearest)) > std::fabs(value);
    return is_larger ? std::nextafter(nearest, 0.0f) : nearest;
  }

  Generator& random_;
  const ArithmeticProfile& profile_;
};

constexpr ArithmeticProfile with_bfloat16_products() {
  ArithmeticProfile profile = kTf32;
  profile.product_format = Format::kBfloat16;
  return profile;
}
constexpr ArithmeticProfile kBfloat16Products = with_bfloat16_products();
constexpr const ArithmeticProfile* kTested[] = {&kIeee,         &kFma,  &kCudaDefault,
                                                &kCudaFastMath, &kTf32, &kBfloat16Products};

class Profiles : public testing::TestWithParam<const ArithmeticProfile*> {};
INSTANTIATE_TEST_SUITE_P(Each, Profiles, testing::ValuesIn(kTested));

TEST_P(Profiles, HoldSingleOperations) {
  const ArithmeticProfile& profile = *GetParam();
  Generator random(1);
  Machine machine(random, profile);
  int finite = 0;
  for (int i = 0; i < 2000; ++i) {
    const bool tiny = i % 3 == 0;
    const float a = tiny ? random_number(random, -127, -120) : random_number(random, -60, 60);
    const float b = i % 5 == 0 ? random_number(random, -127, -120) : random_number(random, -60, 60);
    const Bounded x = input(a, profile);
    const Bounded y = input(b, profile);
    ASSERT_TRUE(holds(x + y, machine.add(a, b))) << a << " " << b;
    ASSERT_TRUE(holds(x * y, machine.multiply(a, b))) << a << " " << b;
    ASSERT_TRUE(holds(x / y, machine.divide(a, b))) << a << " " << b;
    ASSERT_TRUE(holds(sqrt(abs(x)), machine.root(std::fabs(a)))) << a;
    ASSERT_TRUE(holds(x / sqrt(abs(y)), machine.divide_by_root(a, std::fabs(b)))) << a << " " << b;
    ASSERT_TRUE(holds(scale(x, -20), machine.multiply(a, 0x1p-20f))) << a;
    finite += (x / sqrt(abs(y))).is_finite() ? 1 : 0;
  }
  EXPECT_GT(finite, 1500);
}

// Divisors whose reciprocal is subnormal, and small ones whose reciprocal is large.
TEST_P(Profiles, HoldDivisionsByExtremes) {
  const ArithmeticProfile& profile = *GetParam();
  Generator random(2);
  Machine machine(random, profile);
  for (int i = 0; i < 800; ++i) {
    const float b =
        i % 2 == 0 ? random_number(random, 124, 127) : random_number(random, -127, -124);
    const float a = b * random_number(random, -1, 1);
    if (!std::isfinite(a)) continue;
    ASSERT_TRUE(holds(input(a, profile) / input(b, profile), machine.divide(a, b)))
        << a << " " << b;
  }
}

TEST_P(Profiles, HoldDotProductsAndTransforms) {
  const ArithmeticProfile& profile = *GetParam();
  Generator random(3);
  Machine machine(random, profile);
  constexpr int kRanges[][2] = {{-2, 2}, {-20, 20}, {-127, -126}, {-76, -50}, {40, 60}};
  for (int i = 0; i < 50; ++i) {
    const auto [low, high] = kRanges[i % 5];
    const std::vector<float> a = random_numbers(random, 32, low, high);
    const std::vector<float> b = random_numbers(random, 32, low, high);
    const Bounded product = dot<Bounded>(inputs(a, profile), inputs(b, profile));
    const std::vector<Bounded> sums = hadamard(inputs(a, profile));
    for (int repeat = 0; repeat < 4; ++repeat) {
      ASSERT_TRUE(holds(product, machine.dot(a, b))) << low;
      const std::size_t row = random() % 32;
      std::vector<float> signs;
      for (std::size_t j = 0; j < 32; ++j) {
        signs.push_back(std::popcount(row & j) % 2 == 0 ? 1.0f : -1.0f);
      }
      ASSERT_TRUE(holds(sums[row], machine.dot(a, signs))) << low;
    }
  }
}

// Scores of attention are matrix products too, and small ones may be flushed. TQ-ATTN-012
TEST_P(Profiles, HoldAttentionScores) {
  const ArithmeticProfile& profile = *GetParam();
  Generator random(5);
  Machine machine(random, profile);
  constexpr int kRanges[][2] = {{-2, 2}, {-70, -50}};
  for (int i = 0; i < 40; ++i) {
    const auto [low, high] = kRanges[i % 2];
    const std::vector<float> query = random_numbers(random, 64, low, high);
    const std::vector<float> key = random_numbers(random, 64, low, high);
    const std::vector<std::vector<Bounded>> keys = {inputs(key, profile)};
    const Bounded score = bounded_scores(inputs(query, profile), keys, input(0.125f, profile))[0];
    ASSERT_TRUE(score.is_finite());
    for (int repeat = 0; repeat < 20; ++repeat) {
      ASSERT_TRUE(holds(score, machine.multiply(machine.dot(query, key), 0.125f))) << low;
    }
  }
}

// The permission and no more: each half-width in units, the true value being no binary32.
TEST(ProfileWidths, AreThoseOfTheTable) {
  const auto quotient = [](const ArithmeticProfile& profile) {
    return units_of(input(1.0f, profile) / input(3.0f, profile));
  };
  EXPECT_NEAR(quotient(kIeee), 1, 1e-6);
  EXPECT_NEAR(quotient(kFma), 1, 1e-6);
  EXPECT_NEAR(quotient(kCudaDefault), 2, 1e-6);   // reciprocal, product
  EXPECT_NEAR(quotient(kCudaFastMath), 5, 1e-5);  // 2 ulp and the half of a rounding
  EXPECT_NEAR(quotient(kTf32), 2, 1e-6);
  const auto root = [](const ArithmeticProfile& profile) {
    return units_of(sqrt(input(3.0f, profile)));
  };
  EXPECT_NEAR(root(kCudaDefault), 1, 1e-6);
  EXPECT_NEAR(root(kCudaFastMath), 3, 1e-5);
  const auto by_root = [](const ArithmeticProfile& profile) {
    return units_of(input(1.0f, profile) / sqrt(input(3.0f, profile)));
  };
  EXPECT_NEAR(by_root(kIeee), 2, 1e-6);
  EXPECT_NEAR(by_root(kCudaDefault), 7, 1e-5);   // 2 ulp of rsqrt, its product, 1 of the root
  EXPECT_NEAR(by_root(kCudaFastMath), 9, 1e-5);  // 3 of the root, 6 of rsqrt and product
  // 2^-10 of each operand of a matrix product; none where tf32 holds it.
  const auto square = [](float value) {
    const std::vector<Bounded> x = {input(value, kTf32)};
    return units_of(matrix_product(x, x));
  };
  EXPECT_NEAR(square(0x1.000002p0f), 0x1p15, 20);
  EXPECT_EQ(square(0x1.004p0f), 0);
  // A sum of n terms: gamma of n - 1 additions.
  const auto sum_of_four = [](const ArithmeticProfile& profile) {
    const std::vector<Bounded> x(4, input(1.0f, profile));
    return units_of(matrix_product(x, x));
  };
  EXPECT_NEAR(sum_of_four(kCudaDefault), 3, 1e-6);
  EXPECT_NEAR(sum_of_four(kTf32), 12, 1e-4);
}

TEST(ProfileWidths, DivisionByAPowerOfTwoHasAnExactReciprocal) {
  EXPECT_TRUE((input(3.0f, kCudaDefault) / input(4.0f, kCudaDefault)).bound().is_zero());
  EXPECT_FALSE((input(6.0f, kCudaDefault) / input(3.0f, kCudaDefault)).bound().is_zero());
  EXPECT_TRUE((input(6.0f, kIeee) / input(3.0f, kIeee)).bound().is_zero());
}

TEST(ProfileWidths, FlushingReachesZeroBelowTheSmallestNormalOnly) {
  const Bounded normal = input(0x1p-126f, kCudaFastMath) + input(0.0f, kCudaFastMath);
  EXPECT_TRUE(normal.bound().is_zero());
  const Bounded subnormal = input(0x1p-127f, kCudaFastMath) + input(0.0f, kCudaFastMath);
  EXPECT_TRUE(subnormal.contains(pattern(0.0f)));
  EXPECT_TRUE(subnormal.contains(pattern(0x1p-127f)));
  EXPECT_FALSE(subnormal.contains(pattern(0x1.8p-126f)));
  EXPECT_FALSE((input(0x1p-127f, kIeee) + input(0.0f, kIeee)).contains(pattern(0.0f)));
  // 1 / 2^127 is subnormal: __fdividef gives 0.
  const float huge = 0x1p127f;
  EXPECT_TRUE((input(huge, kCudaFastMath) / input(huge, kCudaFastMath)).contains(pattern(0.0f)));
  EXPECT_FALSE((input(huge, kCudaDefault) / input(huge, kCudaDefault)).contains(pattern(0.0f)));
  // The centre boundary is 0, and a subnormal above it may be read as 0.
  const CodeRange range = quantize(2, input(0x1p-140f, kCudaFastMath));
  EXPECT_EQ(range.lowest, 1);
  EXPECT_EQ(range.highest, 2);
  EXPECT_EQ(quantize(2, input(0x1p-140f, kIeee)).lowest, 2);
}

// Accumulators and outputs of fewer bits.
TEST(ProfileFormats, AccumulatorAndOutput) {
  ArithmeticProfile narrow = kFma;
  narrow.accumulator = Format::kBinary16;
  narrow.output_format = Format::kBfloat16;
  Generator random(4);
  for (int i = 0; i < 500; ++i) {
    const std::vector<float> a = random_numbers(random, 8, -6, 2);
    const std::vector<float> b = random_numbers(random, 8, -6, 2);
    const Bounded product = dot<Bounded>(inputs(a, narrow), inputs(b, narrow));
    ASSERT_TRUE(product.is_finite());
    Binary32 sum;
    for (std::size_t j = 0; j < a.size(); ++j) {
      sum = from_binary16(to_binary16(sum + pattern(a[j]) * pattern(b[j])));
    }
    ASSERT_TRUE(product.contains(sum));
  }
  const Bounded third = input(1.0f, narrow) / input(3.0f, narrow);
  EXPECT_TRUE(as_output(third).contains(pattern(0x1.56p-2f)));  // the nearest bfloat16
  EXPECT_FALSE(third.contains(pattern(0x1.56p-2f)));
  EXPECT_TRUE(as_output(input(0x1.56p-2f, narrow)).bound().is_zero());
  const std::vector<Bounded> large = {input(40000.0f, narrow), input(40000.0f, narrow)};
  const std::vector<Bounded> ones(2, input(1.0f, narrow));
  EXPECT_FALSE(matrix_product(large, ones).is_finite());  // 80000 is no binary16
}

}  // namespace
}  // namespace tq::reference
