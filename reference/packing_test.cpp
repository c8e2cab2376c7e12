// SPDX-License-Identifier: Apache-2.0
#include "reference/packing.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace tq::reference {
namespace {

using contract::Error;
using Codes = std::vector<std::uint8_t>;

// TQ-PACK-001
TEST(Pack, IsLeastSignificantBitFirst) {
  EXPECT_EQ(*pack(3, Codes{0, 1, 2, 3, 4, 5, 6, 7}), (Codes{0x88, 0xc6, 0xfa}));
  EXPECT_EQ(*pack(3, Codes{7, 0, 0}), (Codes{0x07, 0x00}));
  EXPECT_EQ(*pack(4, Codes{0x1, 0x2}), (Codes{0x21}));
}

// TQ-PACK-002 to -004
RC_GTEST_PROP(Pack, UnpackIsItsInverse, ()) {
  const auto width = *rc::gen::inRange<std::uint64_t>(1, 9);
  const auto codes = *rc::gen::container<Codes>(
      rc::gen::map(rc::gen::inRange(0, 1 << width), [](int v) { return std::uint8_t(v); }));
  const auto packed = pack(width, codes);
  RC_ASSERT(bool(packed));
  RC_ASSERT(packed->size() == (codes.size() * width + 7) / 8);
  const auto unpacked = unpack(width, codes.size(), *packed);
  RC_ASSERT(bool(unpacked));
  RC_ASSERT(*unpacked == codes);
}

// TQ-PACK-004: any byte string either unpacks and packs back to itself, or has padding bits set.
RC_GTEST_PROP(Unpack, IsCanonical, (Codes packed)) {
  const auto width = *rc::gen::inRange<std::uint64_t>(1, 9);
  const std::size_t count = packed.size() * 8 / width;
  RC_PRE((count * width + 7) / 8 == packed.size());
  const auto codes = unpack(width, count, packed);
  if (codes) {
    RC_ASSERT(*pack(width, *codes) == packed);
  } else {
    RC_ASSERT(codes.error() == Error::kPaddingBits);
  }
}

// TQ-PACK-003
TEST(Pack, RefusesWidthsAndCodesOutOfRange) {
  EXPECT_EQ(pack(0, Codes{}).error(), Error::kBadArgument);
  EXPECT_EQ(pack(9, Codes{}).error(), Error::kBadArgument);
  EXPECT_EQ(pack(1ull << 32, Codes{}).error(), Error::kBadArgument);
  EXPECT_EQ(pack(2, Codes{3, 4}).error(), Error::kCodeOutOfRange);
  EXPECT_EQ(unpack(8, kMaxPackedCodes + 1, Codes{}).error(), Error::kBadArgument);
  EXPECT_EQ(unpack(1, ~0ull, Codes{}).error(), Error::kBadArgument);
}

// TQ-PACK-004
TEST(Unpack, RefusesOtherLengthsAndSetPadding) {
  EXPECT_EQ(unpack(3, 8, Codes{0, 0}).error(), Error::kBadLength);
  EXPECT_EQ(unpack(3, 8, Codes{0, 0, 0, 0}).error(), Error::kBadLength);
  for (int bit = 3; bit < 8; ++bit) {
    EXPECT_EQ(unpack(3, 1, Codes{static_cast<std::uint8_t>(1 << bit)}).error(),
              Error::kPaddingBits);
  }
}

// TQ-PACK-005
TEST(PackSigns, GivesZerosAOne) {
  const std::vector<Binary32> values = {Binary32::from_bits(0x00000000),
                                        Binary32::from_bits(0x80000000),
                                        Binary32::from_bits(0x80000001)};
  EXPECT_EQ(*pack_signs(values), (Codes{0x03}));
  EXPECT_EQ(pack_signs(std::vector{Binary32::from_bits(0x7fc00000)}).error(),
            Error::kNonFiniteInput);
}

}  // namespace
}  // namespace tq::reference
