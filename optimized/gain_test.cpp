// SPDX-License-Identifier: Apache-2.0
#include "optimized/gain.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <string>

#include "optimized/target.hpp"

namespace tq::optimized {
namespace {

using contract::Error;
using contract::GainCoding;
using Bytes = std::vector<std::uint8_t>;
using Floats = std::vector<float>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLargest = std::numeric_limits<float>::max();

class Gain : public testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& kernels() const { return *GetParam(); }
};

// TQ-GAIN-001 to TQ-GAIN-004: the example of the chapter, and both ends of the scale.
TEST_P(Gain, ScalesBeforeItSquares) {
  const auto five = norm(kernels(), Floats{3, 4});
  ASSERT_TRUE(five);
  EXPECT_EQ(five->scaled, (Floats{0.75F, 1}));
  EXPECT_EQ(five->sum, 1.5625F);
  EXPECT_EQ(five->root, 1.25F);
  EXPECT_EQ(five->norm, 5);
  EXPECT_EQ(norm(kernels(), Floats{0x3p-149F, 0x4p-149F})->norm, 0x5p-149F);
  EXPECT_EQ(norm(kernels(), Floats{0x3p+125F, 0x4p+124F})->exponent, 126);
  EXPECT_EQ(norm(kernels(), {})->exponent, -126);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(norm(kernels(), Floats{-0.0F})->norm), 0U);
  EXPECT_EQ(norm(kernels(), Floats{kLargest, kLargest}).error(), Error::kBinary32Overflow);
  EXPECT_EQ(norm(kernels(), Floats{kLargest, kInfinity}).error(), Error::kNonFiniteInput);
}

// TQ-GAIN-005
TEST_P(Gain, IsStoredLittleEndian) {
  const Floats norms = {5, std::bit_cast<float>(0x32ffffff)};
  EXPECT_EQ(*store(kernels(), GainCoding::kBinary16, norms), (Bytes{0, 0x45, 0, 0}));
  EXPECT_EQ(*store(kernels(), GainCoding::kBinary32, norms),
            (Bytes{0, 0, 0xa0, 0x40, 0xff, 0xff, 0xff, 0x32}));
  const auto error = [&](const Floats& values) {
    return store(kernels(), GainCoding::kBinary16, values).error();
  };
  EXPECT_EQ(error({70000, -1, kInfinity}), Error::kNonFiniteInput);
  EXPECT_EQ(error({70000, -0.0F}), Error::kBadArgument);
  EXPECT_EQ(error({1, 70000}), Error::kBinary16Overflow);
}

// TQ-GAIN-006
TEST_P(Gain, IsRefusedByTheFirstBadOne) {
  const auto error = [&](GainCoding coding, const Bytes& stored) {
    return load(kernels(), coding, stored).error();
  };
  EXPECT_EQ(error(GainCoding::kBinary16, {0, 0xfc, 0}), Error::kBadLength);
  EXPECT_EQ(error(GainCoding::kBinary16, {0, 0x80, 0, 0x7c}), Error::kGainNegative);
  EXPECT_EQ(error(GainCoding::kBinary16, {0, 0, 1, 0xfc}), Error::kGainNotFinite);
  EXPECT_EQ(error(GainCoding::kBinary32, {0, 0, 0, 0x80}), Error::kGainNegative);
  EXPECT_EQ(error(GainCoding::kBinary32, {1, 0, 0x80, 0xff}), Error::kGainNotFinite);
  EXPECT_EQ(*load(kernels(), GainCoding::kBinary32, Bytes{0xff, 0xff, 0x7f, 0x7f}),
            Floats{kLargest});
  EXPECT_EQ(*load(kernels(), GainCoding::kBinary16, Bytes{1, 0, 0, 0x45}), (Floats{0x1p-24F, 5}));
}

INSTANTIATE_TEST_SUITE_P(Targets, Gain, testing::ValuesIn(usable_targets()),
                         [](const auto& target) { return std::string(target.param->target); });

}  // namespace
}  // namespace tq::optimized
