// SPDX-License-Identifier: Apache-2.0
#include "optimized/row_thresholds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace tq::optimized {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// By division: the quotient of a threshold rounds to its boundary or less, that of the next number
// does not.
void expect_thresholds(int width, float t) {
  float heap[16];
  row_thresholds(width, t, heap);
  for (std::size_t i = 1; i < std::size_t{1} << width; ++i) {
    const float boundary = codebook_table(width).heap[i];
    const float above = std::nextafter(heap[i], kInfinity);
    EXPECT_LE(heap[i] / t, boundary) << width << ' ' << i << ' ' << t;
    EXPECT_GT(above / t, boundary) << width << ' ' << i << ' ' << t;
  }
}

TEST(RowThresholds, AgreeWithTheDivisionForEveryWidth) {
  std::mt19937 random(20261130);
  std::uniform_int_distribution<std::uint32_t> patterns(0x30800000, 0x43800000);  // 2^-30 to 2^8
  for (int n = 0; n < 20'000; ++n) {
    const auto t = std::bit_cast<float>(patterns(random));
    for (int width = 1; width <= 4; ++width) expect_thresholds(width, t);
    if (HasFailure()) return;
  }
}

// Few significant bits: what would meet a tie if anything did.
TEST(RowThresholds, AgreeWithTheDivisionForShortDivisors) {
  for (std::uint32_t top = 0; top < 1U << 12; ++top) {
    for (int width = 1; width <= 4; ++width) {
      expect_thresholds(width, std::bit_cast<float>(0x3f800000U | top << 11));
    }
    if (HasFailure()) return;
  }
}

// The reason why ties need no thought.
TEST(RowThresholds, HaveMidpointsOf25BitsExceptOverZero) {
  for (int width = 1; width <= 4; ++width) {
    const Midpoints& midpoints = kMidpoints[static_cast<std::size_t>(width) - 1];
    EXPECT_EQ(midpoints[1], 0x1p-150);
    for (std::size_t i = 2; i < std::size_t{1} << width; ++i) {
      const auto pattern = std::bit_cast<std::uint64_t>(midpoints[i]);
      EXPECT_EQ(std::countr_zero(pattern), 52 - 24) << width << ' ' << i;
    }
  }
}

// 2^-149, the smallest number, over 2 is a tie that rounds to 0; over less it stays.
TEST(RowThresholds, KnowQuotientsThatVanish) {
  for (const float t : {1.0F, 1.5F, 2.0F, 3.0F, 64.0F, 100.0F}) expect_thresholds(4, t);
  float heap[16];
  row_thresholds(2, 2.0F, heap);
  EXPECT_EQ(heap[1], std::numeric_limits<float>::denorm_min());
  row_thresholds(2, 1.75F, heap);
  EXPECT_EQ(heap[1], 0.0F);
}

}  // namespace
}  // namespace tq::optimized
