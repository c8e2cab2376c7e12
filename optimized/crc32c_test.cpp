// SPDX-License-Identifier: Apache-2.0
#include "optimized/crc32c.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <string_view>
#include <vector>

namespace tq::optimized {
namespace {

std::vector<std::uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

// TQ-PAGE-006
TEST(Crc32c, HasTheCheckValueOfTheChapter) {
  EXPECT_EQ(crc32c(bytes_of("123456789")), 0xe3069283U);
  EXPECT_EQ(crc32c({}), 0U);
}

TEST(Crc32c, DoesNotDependOnWhereTheBytesAreCut) {
  std::vector<std::uint8_t> bytes(61);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{3});
  const std::span<const std::uint8_t> all = bytes;
  for (std::size_t cut = 0; cut <= all.size(); ++cut) {
    EXPECT_EQ(crc32c(all.subspan(cut), crc32c(all.first(cut))), crc32c(all)) << cut;
  }
}

}  // namespace
}  // namespace tq::optimized
