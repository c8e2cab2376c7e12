// SPDX-License-Identifier: Apache-2.0
#include "optimized/arithmetic.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <string>

#include "optimized/target.hpp"

namespace tq::optimized {
namespace {

using contract::Error;
using Floats = std::vector<float>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLargest = std::numeric_limits<float>::max();

class Arithmetic : public testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& kernels() const { return *GetParam(); }
};

// TQ-ARITH-010: non-finite-input wins over a number outside the domain, wherever they stand.
TEST_P(Arithmetic, RefusesInTheOrderOfTheText) {
  const auto error = [&](Operator op, const Floats& a, const Floats& b) {
    return evaluate(kernels(), op, a, b).error();
  };
  EXPECT_EQ(error(Operator::kDivide, {kInfinity}, {0, 1}), Error::kBadLength);
  EXPECT_EQ(error(Operator::kDivide, {1, 1}, {0, kInfinity}), Error::kNonFiniteInput);
  EXPECT_EQ(error(Operator::kDivide, {1, 1}, {1, -0.0F}), Error::kBadArgument);
  EXPECT_EQ(error(Operator::kSquareRoot, {-1}, {1}), Error::kBadLength);
  EXPECT_EQ(error(Operator::kSquareRoot, {-1, kInfinity}, {}), Error::kNonFiniteInput);
  EXPECT_EQ(error(Operator::kSquareRoot, {-1}, {}), Error::kBadArgument);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(
                (*evaluate(kernels(), Operator::kSquareRoot, Floats{-0.0F}, {}))[0]),
            0x80000000U);
  EXPECT_EQ(*evaluate(kernels(), Operator::kMultiply, Floats{kLargest}, Floats{-2}),
            Floats{-kInfinity});
}

// TQ-ARITH-003: the example of the chapter, and what it refuses.
TEST_P(Arithmetic, SumsRoundedProducts) {
  const Floats a = {std::bit_cast<float>(0x3f800001), std::bit_cast<float>(0xbf800001)};
  const Floats b = {std::bit_cast<float>(0x3f800001), std::bit_cast<float>(0x3f800002)};
  EXPECT_EQ(std::bit_cast<std::uint32_t>(dot(kernels(), a, b)->sum), 0xb4000000U);
  EXPECT_EQ(dot(kernels(), {}, {})->sum, 0);
  EXPECT_EQ(dot(kernels(), a, {}).error(), Error::kBadLength);
  const Floats large = {kLargest, -kLargest};
  EXPECT_EQ(dot(kernels(), large, large).error(), Error::kResultOverflow);
  EXPECT_EQ(dot(kernels(), large, Floats{2, 2}).error(), Error::kResultOverflow);
}

// TQ-ARITH-004, TQ-ARITH-005
TEST_P(Arithmetic, ConvertsHalvesThatAreFinite) {
  using Halves = std::vector<std::uint16_t>;
  const Floats values = {std::bit_cast<float>(0x477fefff), std::bit_cast<float>(0x33000001),
                         std::bit_cast<float>(0x33000000), -0.0F};
  EXPECT_EQ(*to_binary16(kernels(), values), (Halves{0x7bff, 0x0001, 0x0000, 0x8000}));
  EXPECT_EQ(to_binary16(kernels(), Floats{65520, kInfinity}).error(), Error::kNonFiniteInput);
  EXPECT_EQ(to_binary16(kernels(), Floats{-65520}).error(), Error::kBinary16Overflow);
  EXPECT_EQ(from_binary16(kernels(), Halves{0x3c00, 0xfc00}).error(), Error::kNonFiniteInput);
  EXPECT_EQ(*from_binary16(kernels(), Halves{0x3c00, 0x0001}), (Floats{1, 0x1p-24F}));
}

INSTANTIATE_TEST_SUITE_P(Targets, Arithmetic, testing::ValuesIn(usable_targets()),
                         [](const auto& target) { return std::string(target.param->target); });

}  // namespace
}  // namespace tq::optimized
