// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/times.hpp"

#include <gtest/gtest.h>

namespace tq::tools::bench {
namespace {

TEST(BenchTimes, MedianOfOddAndEvenCounts) {
  EXPECT_EQ(median({7}), 7);
  EXPECT_EQ(median({9, 1, 5}), 5);
  EXPECT_EQ(median({8, 2, 4, 1}), 3);
}

TEST(BenchTimes, RatioComparesNeighboursInTimeNotSortedLists) {
  // Both are twice as slow in the second repetition: every single ratio is 4.
  const Ratio steady = ratio({"SCALAR", {40, 80, 44}}, {"AVX2", {10, 20, 11}});
  EXPECT_EQ(steady.median, 4);
  EXPECT_EQ(steady.of_bests, 4);
  // A disturbance of one loop moves neither the median nor the best times.
  const Ratio disturbed = ratio({"SCALAR", {40, 400, 40}}, {"AVX2", {10, 10, 8}});
  EXPECT_EQ(disturbed.median, 5);
  EXPECT_EQ(disturbed.of_bests, 5);
  const Ratio apart = ratio({"SCALAR", {12, 30, 30}}, {"AVX2", {4, 6, 5}});
  EXPECT_EQ(apart.median, 5);
  EXPECT_EQ(apart.of_bests, 3);
}

TEST(BenchTimes, FindsByName) {
  const std::vector<Times> list = {{"AVX2", {1}}, {"SCALAR", {2}}};
  ASSERT_NE(find(list, "SCALAR"), nullptr);
  EXPECT_EQ(find(list, "SCALAR")->nanoseconds[0], 2);
  EXPECT_EQ(find(list, "AVX"), nullptr);
}

}  // namespace
}  // namespace tq::tools::bench
