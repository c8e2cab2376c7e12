// SPDX-License-Identifier: Apache-2.0
#include "optimized/transform.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "optimized/random.hpp"
#include "optimized/target.hpp"

namespace tq::optimized {
namespace {

using contract::Error;
using contract::Transform;
using Bytes = std::vector<std::uint8_t>;
using Floats = std::vector<float>;

constexpr Transform kAll[] = {Transform::kOneRound, Transform::kTwoRounds, Transform::kTwoSign};

class Transforms : public testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& kernels() const { return *GetParam(); }
};

TEST_P(Transforms, GiveTheExampleOfTheChapter) {
  const Floats x = {1, 2, 3, 4};
  const auto result = forward(kernels(), Transform::kOneRound, 4, Bytes{0x02}, {}, x);
  EXPECT_EQ(result->signed_x, (Floats{1, -2, 3, 4}));
  EXPECT_EQ(result->round_1, result->y);
  EXPECT_EQ(result->y, (Floats{6, 2, -8, 4}));
}

// TQ-XFORM-003, TQ-XFORM-007: sums of small integers are exact, so that the inverse is too.
TEST_P(Transforms, AreInvertedExactlyOnSmallIntegers) {
  for (const Transform transform : kAll) {
    for (std::uint64_t d = 2; d <= 1024; d *= 2) {
      const Bytes signs_1 = *signs(5, 1, 0, 0, d);
      const Bytes signs_2 = transform == Transform::kOneRound ? Bytes{} : *signs(5, 2, 0, 0, d);
      Floats x(d);
      for (std::size_t i = 0; i < d; ++i) x[i] = static_cast<float>(i * 7 % 11) - 5;
      const auto there = forward(kernels(), transform, d, signs_1, signs_2, x);
      ASSERT_TRUE(there);
      EXPECT_NE(there->y, x);
      const auto back = inverse(kernels(), transform, d, signs_1, signs_2, there->y);
      ASSERT_TRUE(back);
      EXPECT_EQ(back->x, x) << d;
    }
  }
}

TEST_P(Transforms, RefuseInTheOrderOfTheText) {
  const float infinity = std::numeric_limits<float>::infinity();
  const float largest = std::numeric_limits<float>::max();
  const auto error = [&](std::uint64_t d, const Bytes& signs_1, const Bytes& signs_2,
                         const Floats& x) {
    const auto there = forward(kernels(), Transform::kTwoSign, d, signs_1, signs_2, x).error();
    EXPECT_EQ(inverse(kernels(), Transform::kTwoSign, d, signs_1, signs_2, x).error(), there);
    return there;
  };
  EXPECT_EQ(error(3, {}, {}, {}), Error::kBadArgument);
  EXPECT_EQ(error((std::uint64_t{1} << 32) + 2, {0}, {0}, {0, 0}), Error::kBadArgument);
  EXPECT_EQ(error(2, {4}, {}, {0, 0}), Error::kBadLength);
  EXPECT_EQ(error(2, {0}, {4}, {infinity, 0}), Error::kPaddingBits);
  EXPECT_EQ(error(2, {0}, {0}, {infinity, largest}), Error::kNonFiniteInput);
  EXPECT_EQ(error(2, {0}, {0}, {largest, largest}), Error::kResultOverflow);
}

// TQ-XFORM-009, against square roots and quotients rounded once from binary64.
TEST(Transform, HasTheConstantsOfTheChapter) {
  for (std::size_t d = 2; d <= 1024; d *= 2) {
    const auto size = static_cast<double>(d);
    EXPECT_EQ(spread(Transform::kTwoRounds, d), static_cast<float>(std::sqrt(size)));
    EXPECT_EQ(return_scale(Transform::kTwoRounds, d),
              static_cast<float>(1 / (size * std::sqrt(size))));
    EXPECT_EQ(spread(Transform::kTwoSign, d), 1);
    EXPECT_EQ(return_scale(Transform::kOneRound, d), static_cast<float>(1 / size));
  }
  EXPECT_EQ(std::bit_cast<std::uint32_t>(spread(Transform::kTwoRounds, 2)), 0x3fb504f3U);
}

INSTANTIATE_TEST_SUITE_P(Targets, Transforms, testing::ValuesIn(usable_targets()),
                         [](const auto& target) { return std::string(target.param->target); });

}  // namespace
}  // namespace tq::optimized
