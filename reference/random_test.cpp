// SPDX-License-Identifier: Apache-2.0
#include "reference/random.hpp"

#include <gtest/gtest.h>

#include <set>

namespace tq::reference {
namespace {

// TQ-RAND-001: the published known answers.
TEST(Philox, EqualsThePublishedKnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t kOnes = 0xffffffff;
  EXPECT_EQ(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// TQ-RAND-004
TEST(Signs, AreBitsOfTheWordsInOrder) {
  const StreamAddress address{
      .seed = 0x0123456789abcdef, .stream = contract::Stream::kKeyRound2, .layer = 5, .kv_head = 9};
  const auto list = signs(address, 300);
  for (const std::size_t j : {0u, 31u, 32u, 127u, 128u, 299u}) {
    const auto block =
        philox({static_cast<std::uint32_t>(j / 128), 2, 9, 5}, {0x89abcdef, 0x01234567});
    EXPECT_EQ(list[j], ((block[(j / 32) % 4] >> (j % 32)) & 1) != 0) << j;
  }
}

// TQ-RAND-002, TQ-RAND-003: each part of the address selects other signs.
TEST(Signs, DifferInEveryPartOfTheAddress) {
  using contract::Stream;
  const std::set<std::vector<bool>> lists = {
      signs({.seed = 1, .stream = Stream::kKeyRound1, .layer = 0, .kv_head = 0}, 64),
      signs({.seed = 1ull << 32, .stream = Stream::kKeyRound1, .layer = 0, .kv_head = 0}, 64),
      signs({.seed = 1, .stream = Stream::kKeyRound2, .layer = 0, .kv_head = 0}, 64),
      signs({.seed = 1, .stream = Stream::kKeyRound1, .layer = 1, .kv_head = 0}, 64),
      signs({.seed = 1, .stream = Stream::kKeyRound1, .layer = 0, .kv_head = 1}, 64)};
  EXPECT_EQ(lists.size(), 5u);
}

// TQ-RAND-003
TEST(Signs, RefuseArgumentsOutOfRange) {
  EXPECT_TRUE(checked_signs(0, 1, 4095, 255, 1024));
  for (const auto& result : {checked_signs(0, 0, 0, 0, 8), checked_signs(0, 1, 4096, 0, 8),
                             checked_signs(0, 1, 0, 256, 8), checked_signs(0, 1, 0, 0, 1025),
                             checked_signs(0, (1ull << 32) + 1, 0, 0, 8)}) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error(), contract::Error::kBadArgument);
  }
}

// TQ-RAND-005
TEST(Signs, AreStoredLowestBitFirstWithZeroPadding) {
  EXPECT_EQ(store_signs({true, false, false, false, false, false, false, true, true}),
            (std::vector<std::uint8_t>{0x81, 0x01}));
  EXPECT_TRUE(store_signs({}).empty());
}

}  // namespace
}  // namespace tq::reference
