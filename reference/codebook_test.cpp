// SPDX-License-Identifier: Apache-2.0
#include "reference/codebook.hpp"

#include <gtest/gtest.h>

namespace tq::reference {
namespace {

std::uint8_t code(int width, std::uint32_t bits) {
  return quantize(width, Binary32::from_bits(bits)).lowest;
}

// TQ-CODE-002
TEST(Quantize, PutsABoundaryIntoTheLowerCell) {
  for (int width = 1; width <= 4; ++width) {
    const auto boundaries = codebook_boundaries(width);
    for (std::size_t i = 0; i < boundaries.size(); ++i) {
      const bool negative = (boundaries[i] >> 31) != 0;
      EXPECT_EQ(code(width, boundaries[i]), i);
      EXPECT_EQ(code(width, negative ? boundaries[i] - 1 : boundaries[i] + 1), i + 1);
    }
  }
}

// TQ-CODE-002
TEST(Quantize, GivesBothZerosTheSameCode) {
  for (int width = 1; width <= 4; ++width) {
    EXPECT_EQ(code(width, 0x00000000), code_of_zero(width));
    EXPECT_EQ(code(width, 0x80000000), code_of_zero(width));
    EXPECT_EQ(code(width, 0x00000001), code_of_zero(width) + 1);
  }
}

// TQ-CODE-003
TEST(Dequantize, IsARightInverseOfQuantize) {
  for (int width = 1; width <= 4; ++width) {
    for (int k = 0; k < (1 << width); ++k) {
      const auto level = dequantize(width, static_cast<std::uint8_t>(k));
      ASSERT_TRUE(level);
      EXPECT_EQ(quantize(width, *level).lowest, k);
    }
    EXPECT_EQ(dequantize(width, static_cast<std::uint8_t>(1 << width)).error(),
              contract::Error::kCodeOutOfRange);
  }
}

// TQ-CODE-001: symmetric, ascending, each boundary strictly between its levels.
TEST(Table, IsOrderedAndSymmetric) {
  for (int width = 1; width <= 4; ++width) {
    const auto levels = codebook_levels(width);
    const auto boundaries = codebook_boundaries(width);
    ASSERT_EQ(levels.size(), std::size_t{1} << width);
    ASSERT_EQ(boundaries.size() + 1, levels.size());
    for (std::size_t i = 0; i < boundaries.size(); ++i) {
      const Binary32 boundary = Binary32::from_bits(boundaries[i]);
      EXPECT_LT(Binary32::from_bits(levels[i]), boundary);
      EXPECT_LT(boundary, Binary32::from_bits(levels[i + 1]));
    }
    for (std::size_t i = 0; i < levels.size(); ++i) {
      EXPECT_EQ(levels[i] ^ 0x80000000, levels[levels.size() - 1 - i]);
    }
  }
}

// TQ-ARITH-009
TEST(Quantize, AdmitsBothCodesWhereTheIntervalCrossesABoundary) {
  const Real boundary = Real::from_bits(codebook_boundaries(2)[2]);
  const auto wide = Bounded::from_value(boundary, Real::power_of_two(-20), kIeee);
  EXPECT_EQ(quantize(2, wide), (CodeRange{2, 3}));
  const auto far =
      Bounded::from_value(boundary + Real::power_of_two(-10), Real::power_of_two(-20), kIeee);
  EXPECT_EQ(quantize(2, far), (CodeRange{3, 3}));
}

}  // namespace
}  // namespace tq::reference
