// SPDX-License-Identifier: Apache-2.0
#include "reference/transform.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace tq::reference {
namespace {

using contract::Transform;

constexpr Transform kAll[] = {Transform::kOneRound, Transform::kTwoRounds, Transform::kTwoSign};

SignPair some_signs(Transform transform, std::size_t d) {
  SignPair pair;
  for (std::size_t i = 0; i < d; ++i) pair.first.push_back((i * 7) % 3 == 0);
  if (transform != Transform::kOneRound) {
    for (std::size_t i = 0; i < d; ++i) pair.second.push_back((i * 5) % 4 == 1);
  }
  return pair;
}

template <class N>
std::vector<N> integers(std::size_t d) {
  std::vector<N> x;
  for (std::size_t i = 0; i < d; ++i) {
    x.push_back(N::from_integer(static_cast<std::int64_t>((i * 37) % 19) - 9));
  }
  return x;
}

// TQ-XFORM-001
TEST(HeadDim, IsAPowerOfTwoFrom2To1024) {
  for (std::uint64_t d = 0; d <= 5000; ++d) {
    EXPECT_EQ(is_legal_head_dim(d), d >= 2 && d <= 1024 && std::has_single_bit(d)) << d;
  }
  EXPECT_FALSE(is_legal_head_dim(1ull << 32));
}

// TQ-XFORM-003: on small integers nothing rounds, so H must be the matrix (-1)^popcount(row & col).
TEST(Hadamard, IsTheSylvesterMatrix) {
  for (const std::size_t d : {2u, 4u, 8u, 64u}) {
    const auto x = integers<Binary32>(d);
    const auto y = hadamard(x);
    for (std::size_t row = 0; row < d; ++row) {
      Real sum;
      for (std::size_t column = 0; column < d; ++column) {
        const Real term = Real::from_bits(x[column].bits());
        sum = std::popcount(row & column) % 2 != 0 ? sum - term : sum + term;
      }
      EXPECT_EQ(y[row], sum.to_nearest()) << d << " " << row;
    }
  }
}

// TQ-XFORM-003: ascending strides round differently from descending ones.
TEST(Hadamard, AddsNeighboursFirst) {
  const std::vector<Binary32> x = {Binary32::from_bits(0x4b800000),   // 2^24
                                   Binary32::from_bits(0x3f800000),   // 1
                                   Binary32::from_bits(0xcb800000),   // -2^24
                                   Binary32::from_bits(0x3f800000)};  // 1
  const auto y = hadamard(x);
  // (2^24 + 1) rounds to 2^24 and (-2^24 + 1) is exact: their sum is 1, not the true 2.
  EXPECT_EQ(y[0].bits(), 0x3f800000u);
}

// TQ-XFORM-002
TEST(Forward, FlipsTheSignOfZeros) {
  const SignPair signs{.first = {true, false}, .second = {}};
  const std::vector<Binary32> x(2);
  EXPECT_EQ(forward<Binary32>(Transform::kOneRound, signs, x).signed_x[0].bits(), 0x80000000u);
}

// TQ-XFORM-004 to -007: exact on small integers, so the inverse must return them.
TEST(Inverse, ReturnsTheRow) {
  for (const Transform transform : kAll) {
    for (const std::size_t d : {2u, 8u, 32u}) {
      const auto x = integers<Binary32>(d);
      const SignPair signs = some_signs(transform, d);
      const auto y = forward<Binary32>(transform, signs, x).y;
      EXPECT_EQ(inverse<Binary32>(transform, signs, y), x);
    }
  }
}

// TQ-XFORM-004 to -006: y = T x against the definition, in exact arithmetic.
TEST(Forward, IsTheProductOfItsSteps) {
  const std::size_t d = 8;
  for (const Transform transform : kAll) {
    const SignPair signs = some_signs(transform, d);
    auto step = integers<Real>(d);
    for (std::size_t i = 0; i < d; ++i) step[i] = signs.first[i] ? -step[i] : step[i];
    step = hadamard(step);
    if (transform != Transform::kOneRound) {
      for (std::size_t i = 0; i < d; ++i) step[i] = signs.second[i] ? -step[i] : step[i];
    }
    if (transform == Transform::kTwoRounds) step = hadamard(step);
    EXPECT_EQ(forward<Real>(transform, signs, integers<Real>(d)).y, step);
  }
}

// TQ-XFORM-009
TEST(Constants, AreTheRoundedPowersOfTheHeadDim) {
  for (std::size_t d = 2; d <= 1024; d *= 2) {
    const Real real_d = Real::from_integer(static_cast<std::int64_t>(d));
    const Real one = Real::from_integer(1);
    EXPECT_EQ(spread(Transform::kTwoRounds, d), sqrt(real_d).to_nearest()) << d;
    EXPECT_EQ(return_scale(Transform::kTwoRounds, d), (one / (real_d * sqrt(real_d))).to_nearest());
    EXPECT_EQ(inverse_scale(Transform::kTwoRounds, d), (one / (real_d * real_d)).to_nearest());
    for (const Transform transform : {Transform::kOneRound, Transform::kTwoSign}) {
      EXPECT_EQ(spread(transform, d).bits(), 0x3f800000u);
      EXPECT_EQ(return_scale(transform, d), (one / real_d).to_nearest());
      EXPECT_EQ(inverse_scale(transform, d), (one / real_d).to_nearest());
    }
  }
}

// TQ-ARITH-009: the golden bits lie in the interval of any order, the interval is not everything.
TEST(Bounded, ContainsTheGoldenBits) {
  const std::size_t d = 32;
  std::vector<Binary32> x;
  std::vector<Bounded> bounded;
  for (std::size_t i = 0; i < d; ++i) {
    const std::uint32_t bits = 0x3f000000u + static_cast<std::uint32_t>(i * 2654435761u % 0x7fffff);
    x.push_back(Binary32::from_bits(bits));
    bounded.push_back(Bounded::from_bits(bits, kIeee));
  }
  for (const Transform transform : kAll) {
    const SignPair signs = some_signs(transform, d);
    const auto golden = forward<Binary32>(transform, signs, x).y;
    const auto interval = forward<Bounded>(transform, signs, bounded).y;
    for (std::size_t i = 0; i < d; ++i) {
      EXPECT_TRUE(interval[i].contains(golden[i])) << i;
      EXPECT_TRUE(interval[i].is_finite());
      EXPECT_FALSE(interval[i].contains(golden[i] + Binary32::from_integer(1)));
    }
  }
}

TEST(LoadSignPair, RefusesWrongLengthsAndSetPadding) {
  using contract::Error;
  const std::vector<std::uint8_t> one = {0x03};
  const std::vector<std::uint8_t> padded = {0x07};
  EXPECT_TRUE(load_sign_pair(Transform::kTwoSign, 2, one, one));
  EXPECT_EQ(load_sign_pair(Transform::kOneRound, 2, one, one).error(), Error::kBadLength);
  EXPECT_EQ(load_sign_pair(Transform::kTwoSign, 2, one, {}).error(), Error::kBadLength);
  EXPECT_EQ(load_sign_pair(Transform::kOneRound, 2, padded, {}).error(), Error::kPaddingBits);
}

}  // namespace
}  // namespace tq::reference
