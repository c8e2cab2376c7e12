// SPDX-License-Identifier: Apache-2.0
#include "optimized/packing.hpp"

#include <gtest/gtest.h>

#include <string>

#include "optimized/target.hpp"

namespace tq::optimized {
namespace {

using contract::Error;
using Bytes = std::vector<std::uint8_t>;

class Packing : public testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& kernels() const { return *GetParam(); }
};

TEST_P(Packing, GivesTheExamplesOfTheChapter) {
  EXPECT_EQ(*pack(kernels(), 3, Bytes{0, 1, 2, 3, 4, 5, 6, 7}), (Bytes{0x88, 0xc6, 0xfa}));
  EXPECT_EQ(unpack(kernels(), 3, 1, Bytes{0x0f}).error(), Error::kPaddingBits);
  EXPECT_EQ(*pack_signs(kernels(), std::vector<float>{1, -0.0F, -1, 0}), Bytes{0x0b});
}

// TQ-PACK-001, TQ-PACK-002
TEST_P(Packing, IsUndoneForEveryWidthAndRest) {
  for (std::uint64_t width = 1; width <= 8; ++width) {
    for (std::size_t n = 0; n <= 70; ++n) {
      Bytes codes(n);
      for (std::size_t i = 0; i < n; ++i) {
        codes[i] = static_cast<std::uint8_t>((i * 89 + n) & ((1U << width) - 1));
      }
      const auto packed = pack(kernels(), width, codes);
      ASSERT_TRUE(packed);
      ASSERT_EQ(packed->size(), (n * width + 7) / 8);
      for (std::size_t bit = 0; bit < n * width; ++bit) {
        ASSERT_EQ((*packed)[bit / 8] >> bit % 8 & 1, codes[bit / width] >> bit % width & 1);
      }
      EXPECT_EQ(*unpack(kernels(), width, n, *packed), codes);
    }
  }
}

// TQ-PACK-003, TQ-PACK-004
TEST_P(Packing, RefusesInTheOrderOfTheText) {
  EXPECT_EQ(pack(kernels(), 0, Bytes{1}).error(), Error::kBadArgument);
  EXPECT_EQ(pack(kernels(), 9, Bytes{1}).error(), Error::kBadArgument);
  EXPECT_EQ(pack(kernels(), 7, Bytes{0x80}).error(), Error::kCodeOutOfRange);
  EXPECT_EQ(pack(kernels(), 1, Bytes(1048577, 2)).error(), Error::kBadArgument);
  EXPECT_EQ(unpack(kernels(), 1, 1048577, {}).error(), Error::kBadArgument);
  EXPECT_EQ(unpack(kernels(), 3, 1, Bytes{0x0f, 0}).error(), Error::kBadLength);
  EXPECT_EQ(pack_signs(kernels(), std::vector<float>(1048577)).error(), Error::kBadArgument);
}

INSTANTIATE_TEST_SUITE_P(Targets, Packing, testing::ValuesIn(usable_targets()),
                         [](const auto& target) { return std::string(target.param->target); });

}  // namespace
}  // namespace tq::optimized
