// SPDX-License-Identifier: Apache-2.0
#include "optimized/random.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace tq::optimized {
namespace {

using contract::Error;
using Words = std::array<std::uint32_t, 4>;

// TQ-RAND-001: the example of the chapter, and the first known answer of Random123.
TEST(Philox, GivesKnownAnswers) {
  constexpr std::uint32_t kCounter[] = {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344};
  constexpr std::uint32_t kKey[] = {0xa4093822, 0x299f31d0};
  EXPECT_EQ(*philox(kCounter, kKey), (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
  constexpr std::uint32_t kZeros[4] = {};
  EXPECT_EQ(*philox(kZeros, std::span(kZeros).first(2)),
            (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox(kKey, kKey).error(), Error::kBadLength);
}

// TQ-RAND-002, TQ-RAND-004, TQ-RAND-005: every sign from its own block.
TEST(Signs, AreTheBitsOfTheirBlocks) {
  constexpr std::uint64_t kSeed = 0x0123456789abcdef;
  constexpr std::uint32_t kKey[] = {0x89abcdef, 0x01234567};
  const std::vector<std::uint8_t> packed = *signs(kSeed, 18, 4095, 255, 1021);
  ASSERT_EQ(packed.size(), 128U);
  EXPECT_EQ(packed.back() >> 5, 0);
  std::vector<std::uint32_t> from_stream(1021);
  std::vector<std::uint32_t> from_bytes(1021);
  stream_flips(kSeed, contract::Stream::kValueRound2, 4095, 255, from_stream);
  stored_flips(packed, from_bytes);
  for (std::uint32_t j = 0; j < 1021; ++j) {
    const std::uint32_t counter[] = {j / 128, 18, 255, 4095};
    const std::uint32_t word = (*philox(counter, kKey))[j / 32 % 4];
    const std::uint32_t flip = (word >> (j % 32) & 1) != 0 ? 0x80000000U : 0;
    ASSERT_EQ(from_stream[j], flip) << j;
    ASSERT_EQ(from_bytes[j], flip) << j;
  }
}

// TQ-RAND-003
TEST(Signs, RefuseWhatIsOutOfRange) {
  EXPECT_TRUE(signs(0, 3, 0, 0, 0)->empty());
  EXPECT_EQ(signs(0, 1, 0, 0, 1025).error(), Error::kBadArgument);
  EXPECT_EQ(signs(0, 4, 0, 0, 8).error(), Error::kBadArgument);
  EXPECT_EQ(signs(0, 1 + (std::uint64_t{1} << 32), 0, 0, 8).error(), Error::kBadArgument);
  EXPECT_EQ(signs(0, 1, 4096, 0, 8).error(), Error::kBadArgument);
  EXPECT_EQ(signs(0, 1, 0, 256, 8).error(), Error::kBadArgument);
}

}  // namespace
}  // namespace tq::optimized
