// SPDX-License-Identifier: Apache-2.0
// Every binary32 against an independent way to round: a walk. Named *Full*, so that the harness
// runs it with --full only.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "reference/arithmetic.hpp"

namespace tq::reference {
namespace {

// Where |binary16| patterns stop: 7c00 stands for 65536, which the rounding of 65520 reaches.
constexpr std::uint16_t kInfinity = 0x7c00;

double binary16_value(std::uint16_t magnitude) {
  const int biased = magnitude >> 10;
  const int fraction = magnitude & 0x3ff;
  return biased == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, biased - 25);
}

// TQ-ARITH-004. Patterns in increasing order: the nearest binary16 only ever steps up, namely when
// the value passes the midpoint to the next one. The midpoints are exact in binary64.
TEST(ExhaustiveFull, EveryBinary32RoundsToTheNearestBinary16) {
  std::uint16_t nearest = 0;
  double midpoint = binary16_value(1) / 2;
  for (std::uint32_t bits = 0; bits < 0x7f800000; ++bits) {
    const double value = std::bit_cast<float>(bits);
    while (nearest < kInfinity && (value > midpoint || (value == midpoint && (nearest & 1) != 0))) {
      ++nearest;
      midpoint = (binary16_value(nearest) + binary16_value(nearest + 1)) / 2;
    }
    ASSERT_EQ(to_binary16(Binary32::from_bits(bits)), nearest) << std::hex << bits;
    ASSERT_EQ(to_binary16(Binary32::from_bits(bits | 0x80000000)), nearest | 0x8000)
        << std::hex << bits;
  }
  EXPECT_EQ(nearest, kInfinity);

  EXPECT_EQ(to_binary16(Binary32::from_bits(0x7f800000)), kInfinity);
  EXPECT_EQ(to_binary16(Binary32::from_bits(0xff800000)), kInfinity | 0x8000);
  for (std::uint32_t bits = 0x7f800001; bits < 0x80000000; ++bits) {
    ASSERT_EQ(to_binary16(Binary32::from_bits(bits)), 0x7e00) << std::hex << bits;
    ASSERT_EQ(to_binary16(Binary32::from_bits(bits | 0x80000000)), 0x7e00) << std::hex << bits;
  }
}

}  // namespace
}  // namespace tq::reference
