// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-051: the orders in which calls are made again.
#include "conformance/determinism/orders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tq::conformance {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAreArray;

TEST(Orders, EachMakesEveryCallOnce) {
  const std::vector<std::size_t> operation_of = {0, 0, 0, 1, 2, 2};
  const auto orders = orders_of(operation_of, 7);
  ASSERT_EQ(orders.size(), 3u);
  EXPECT_THAT(orders[0].calls, ElementsAre(5, 4, 3, 2, 1, 0));
  EXPECT_THAT(orders[1].calls, UnorderedElementsAreArray({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(orders[1].name, "shuffled by seed 7");
  EXPECT_THAT(orders[2].calls, ElementsAre(0, 3, 4, 1, 5, 2));
}

TEST(Orders, ASeedMeansOneOrderOnEveryMachine) {
  const std::vector<std::size_t> operation_of(8, 0);
  const auto calls = [&](std::uint64_t seed) { return orders_of(operation_of, seed)[1].calls; };
  EXPECT_THAT(calls(1), ElementsAre(7, 4, 5, 0, 6, 3, 2, 1));
  EXPECT_NE(calls(1), calls(2));
  EXPECT_NE(calls(1), calls(1 + (std::uint64_t{1} << 32)));
}

TEST(Orders, NothingToOrder) {
  for (const Order& order : orders_of({}, 1)) EXPECT_TRUE(order.calls.empty());
}

}  // namespace
}  // namespace tq::conformance
