// SPDX-License-Identifier: Apache-2.0
#include "reference/arithmetic.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace tq::reference {
namespace {

static_assert(Number<Binary32> && Number<Real> && Number<Bounded>);

std::vector<Binary32> from_patterns(std::initializer_list<std::uint32_t> patterns) {
  std::vector<Binary32> numbers;
  for (std::uint32_t bits : patterns) numbers.push_back(Binary32::from_bits(bits));
  return numbers;
}

// TQ-ARITH-002
TEST(TreeSum, NothingIsPositiveZero) {
  EXPECT_EQ(tree_sum<Binary32>({}).bits(), 0u);
  EXPECT_TRUE(tree_sum<Real>({}).is_zero());
  EXPECT_TRUE(tree_sum<Bounded>({}).is_zero());
}

// TQ-ARITH-002
TEST(TreeSum, LanesStartAtPositiveZero) {
  const std::vector<Binary32> negative_zeros(40, Binary32::from_bits(0x80000000));
  EXPECT_EQ(tree_sum<Binary32>(negative_zeros).bits(), 0u);
}

// TQ-ARITH-002. With L = 2^24, u = 1: a sum that reaches L loses every single u added later.
TEST(TreeSum, LaneOrderDiffersFromSequentialOrder) {
  const std::uint32_t large = 0x4b800000;  // 2^24
  const std::uint32_t one = 0x3f800000;
  std::vector<Binary32> terms(32, Binary32::from_bits(one));
  terms[0] = Binary32::from_bits(large);

  Binary32 sequential;
  for (Binary32 term : terms) sequential = sequential + term;
  EXPECT_EQ(sequential.bits(), large);

  // Lane 0 holds 2^24 + 1 = 2^24 (tie), the other lanes 2 each: 2^24 + 30.
  EXPECT_EQ(tree_sum<Binary32>(terms), Binary32::from_integer((1 << 24) + 30));
}

// TQ-ARITH-002. Each row of three non-zero terms tells the specified tree from a plausible other.
TEST(TreeSum, TreeAddsUpperHalfToLowerHalf) {
  const Binary32 large = Binary32::from_integer(1 << 24);
  const Binary32 one = Binary32::from_integer(1);
  const auto sum_of_ones_at = [&](std::size_t first, std::size_t second) {
    std::vector<Binary32> terms(16);
    terms[0] = large;
    terms[first] = one;
    terms[second] = one;
    return tree_sum<Binary32>(terms);
  };
  const Binary32 lost = large;
  const Binary32 kept = Binary32::from_integer((1 << 24) + 2);
  EXPECT_EQ(sum_of_ones_at(8, 4), lost);   // 0+8 loses, then 0+4 loses
  EXPECT_EQ(sum_of_ones_at(1, 9), kept);   // 1+9 is 2 before it meets lane 0
  EXPECT_EQ(sum_of_ones_at(4, 12), kept);  // 4+12 likewise
  EXPECT_EQ(sum_of_ones_at(1, 2), lost);   // 0+2, then 0+1: adjacent pairing would do the reverse
  EXPECT_EQ(sum_of_ones_at(2, 3), lost);   // adjacent pairing (2+3 first) would keep both
  EXPECT_EQ(sum_of_ones_at(1, 3), kept);   // 1+3 meets before lane 0
}

// TQ-ARITH-002
TEST(TreeSum, TermsGoToLanesModulo16) {
  std::vector<Binary32> terms(18);
  terms[1] = Binary32::from_integer(1);
  terms[17] = Binary32::from_integer(1);
  terms[0] = Binary32::from_integer(1 << 24);
  EXPECT_EQ(tree_sum<Binary32>(terms), Binary32::from_integer((1 << 24) + 2));
}

// TQ-ARITH-003
TEST(Dot, RoundsEachProduct) {
  // (1 + 2^-23)^2 - (1 + 2^-22) is 2^-46 exactly, and 0 when the product is rounded.
  const auto a = from_patterns({0x3f800001, 0xbf800000});
  const auto b = from_patterns({0x3f800001, 0x3f800002});
  EXPECT_EQ(dot<Binary32>(a, b).bits(), 0u);

  std::vector<Real> exact_a;
  std::vector<Real> exact_b;
  for (std::size_t i = 0; i < a.size(); ++i) {
    exact_a.push_back(Real::from_bits(a[i].bits()));
    exact_b.push_back(Real::from_bits(b[i].bits()));
  }
  EXPECT_EQ(dot<Real>(exact_a, exact_b), Real::power_of_two(-46));
}

TEST(Dot, RefusesDifferentLengths) {
  const std::vector<Binary32> two(2);
  const std::vector<Binary32> three(3);
  EXPECT_THROW(dot<Binary32>(two, three), std::invalid_argument);
}

TEST(TreeSum, RealKeepsTheWholeRangeOfProducts) {
  const Real largest = Real::from_bits(0x7f7fffff);
  const Real smallest = Real::from_bits(0x00000001);
  const std::vector<Real> a = {largest, smallest, -largest};
  const std::vector<Real> b = {largest, smallest, largest};
  EXPECT_EQ(dot<Real>(a, b), Real::power_of_two(-298));
}

struct Binary16Row {
  std::uint32_t binary32;
  std::uint16_t binary16;
};

constexpr Binary16Row kToBinary16[] = {
    {0x00000000, 0x0000},  // +0
    {0x80000000, 0x8000},  // -0
    {0x3f800000, 0x3c00},  // 1
    {0xc0000000, 0xc000},  // -2
    {0x3f801000, 0x3c00},  // 1 + 2^-11: tie, to even
    {0x3f803000, 0x3c02},  // 1 + 2^-10 + 2^-11: tie, to even
    {0x3f801001, 0x3c01},  // just above the tie
    {0x3f800fff, 0x3c00},  // just below the tie
    {0x477fe000, 0x7bff},  // 65504, the largest
    {0x477fefff, 0x7bff},  // just below 65520
    {0x477ff000, 0x7c00},  // 65520: tie, to even infinity
    {0xc77ff000, 0xfc00},  // -65520
    {0x7f7fffff, 0x7c00},  // the largest binary32
    {0x7f800000, 0x7c00},  // infinity
    {0xff800000, 0xfc00},  // -infinity
    {0x7fc00000, 0x7e00},  // NaN
    {0xff800001, 0x7e00},  // any NaN is canonical
    {0x38800000, 0x0400},  // 2^-14, the smallest normal
    {0x387fffff, 0x0400},  // just below: rounds up into the normals
    {0x387fc000, 0x03ff},  // the largest subnormal
    {0x387fe000, 0x0400},  // halfway to the smallest normal: tie, to even
    {0x33800000, 0x0001},  // 2^-24, the smallest subnormal
    {0x33000000, 0x0000},  // 2^-25: tie, to even zero
    {0x33000001, 0x0001},  // just above 2^-25
    {0xb3000001, 0x8001},  // with a sign
    {0x32ffffff, 0x0000},  // just below 2^-25
    {0x33c00000, 0x0002},  // 1.5 x 2^-24: tie, to even
    {0x00000001, 0x0000},  // the smallest binary32
    {0x807fffff, 0x8000},  // a subnormal binary32
};

// TQ-ARITH-004
TEST(Binary16, RoundsToNearestEven) {
  for (const Binary16Row& row : kToBinary16) {
    EXPECT_EQ(to_binary16(Binary32::from_bits(row.binary32)), row.binary16)
        << std::hex << row.binary32;
  }
}

// TQ-ARITH-005
TEST(Binary16, WidensExactly) {
  EXPECT_EQ(from_binary16(0x3c00).bits(), 0x3f800000u);
  EXPECT_EQ(from_binary16(0x8000).bits(), 0x80000000u);
  EXPECT_EQ(from_binary16(0x0001).bits(), 0x33800000u);
  EXPECT_EQ(from_binary16(0x03ff).bits(), 0x387fc000u);
  EXPECT_EQ(from_binary16(0xfbff).bits(), 0xc77fe000u);
  EXPECT_EQ(from_binary16(0xfc00).bits(), 0xff800000u);
  EXPECT_EQ(from_binary16(0xfe01).bits(), 0x7fc00000u);
}

// TQ-ARITH-004, TQ-ARITH-005
TEST(Binary16, EveryPatternSurvivesTheRoundTrip) {
  for (std::uint32_t pattern = 0; pattern <= 0xffff; ++pattern) {
    const auto bits = static_cast<std::uint16_t>(pattern);
    const bool nan = (bits & 0x7fff) > 0x7c00;
    ASSERT_EQ(to_binary16(from_binary16(bits)), nan ? 0x7e00 : bits) << std::hex << pattern;
  }
}

// TQ-ARITH-006
TEST(Arithmetic, FindsInputThatIsNotFinite) {
  EXPECT_TRUE(all_finite({}));
  EXPECT_TRUE(all_finite(from_patterns({0x7f7fffff, 0x80000001, 0})));
  EXPECT_FALSE(all_finite(from_patterns({0, 0x7f800000})));
  EXPECT_FALSE(all_finite(from_patterns({0xff800001, 0})));
}

// TQ-ARITH-008
TEST(Arithmetic, NegativeZeroNeverLeaves) {
  EXPECT_EQ(without_negative_zero(Binary32::from_bits(0x80000000)).bits(), 0u);
  EXPECT_EQ(without_negative_zero(Binary32::from_bits(0x80000001)).bits(), 0x80000001u);
}

TEST(Real, ReadsAndWritesDecimals) {
  EXPECT_EQ(Real::from_decimal("1.0").to_decimal(5), "1.0000");
  EXPECT_EQ(Real::from_decimal("-0.00844619322275629489814416192062").to_decimal(30),
            "-0.00844619322275629489814416192062");
  EXPECT_EQ(Real::from_decimal("2.5").to_decimal(1), "2");      // tie, to even
  EXPECT_EQ(Real::from_decimal("3.5").to_decimal(1), "4");      // tie, to even
  EXPECT_EQ(Real::from_decimal("99.96").to_decimal(3), "100");  // a carry into a new digit
  EXPECT_EQ(Real::from_decimal("1234567").to_decimal(3), "1.23e6");
  EXPECT_EQ(Real::from_decimal("12e-8").to_decimal(2), "1.2e-7");
  EXPECT_EQ(Real::power_of_two(-149).to_decimal(9), "1.40129846e-45");
  EXPECT_EQ(Real().to_decimal(4), "0");
}

TEST(Real, RefusesWhatIsNotADecimal) {
  for (const char* text :
       {"", "-", ".5", "1.", "1e", "1e+", "0x1", "nan", "inf", "1 ", "+1", "1,5", "1e123456"}) {
    EXPECT_THROW(Real::from_decimal(text), std::invalid_argument) << text;
  }
  EXPECT_THROW((Real::from_integer(1) / Real()).to_decimal(3), std::domain_error);
}

TEST(Real, RoundsDecimalsToBinary32) {
  EXPECT_EQ(Real::from_decimal("0.1").to_nearest().bits(), 0x3dcccccdu);
  EXPECT_EQ(Real::from_decimal("0.1").to_downward().bits(), 0x3dccccccu);
  EXPECT_EQ(Real::from_decimal("0.1").to_upward().bits(), 0x3dcccccdu);
  EXPECT_EQ(Real::from_decimal("-1e39").to_downward().bits(), 0xff800000u);
  EXPECT_EQ(Real::from_decimal("-1e39").to_upward().bits(), 0xff7fffffu);
  EXPECT_EQ(Real::from_decimal("-1e-60").to_downward().bits(), 0x80000001u);
}

}  // namespace
}  // namespace tq::reference
