// SPDX-License-Identifier: Apache-2.0
#include "reference/page.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string_view>

namespace tq::reference {
namespace {

using contract::Error;
using Bytes = std::vector<std::uint8_t>;

Page small_page() {
  Page page;
  page.fields = {.layer = 1,
                 .kv_heads = 2,
                 .key_dim = 2,
                 .capacity = 3,
                 .count = 2,
                 .first_position = 10,
                 .seed = 99,
                 .key_mode = contract::KeyMode::kLloydMax3,
                 .transform = contract::Transform::kTwoRounds,
                 .gain_coding = contract::GainCoding::kBinary16,
                 .identity = {}};
  std::vector<Binary32> x;
  for (std::int64_t i = 0; i < 8; ++i) x.push_back(Binary32::from_integer(i * i - 7));
  const auto keys = encode_keys(key_shape(page.fields), x);
  page.gains = keys->gains;
  page.rows = keys->rows;
  return page;
}

Error error_of(const Bytes& bytes) {
  const auto parsed = parse_page(bytes);
  return std::get<PageFault>(parsed).error;
}

// TQ-PAGE-006
TEST(Crc32c, HasItsCheckValue) {
  const std::string_view text = "123456789";
  EXPECT_EQ(crc32c(Bytes(text.begin(), text.end())), 0xe3069283u);
}

// TQ-PAGE-007, TQ-PAGE-012
TEST(Page, ParsesToWhatWasWritten) {
  const Page page = small_page();
  const auto bytes = write_page(page);
  ASSERT_TRUE(bytes);
  const auto parsed = parse_page(*bytes);
  ASSERT_TRUE(std::holds_alternative<Page>(parsed));
  EXPECT_EQ(std::get<Page>(parsed).gains, page.gains);
  EXPECT_EQ(std::get<Page>(parsed).rows, page.rows);
  EXPECT_EQ(*write_page(std::get<Page>(parsed)), *bytes);
}

// TQ-PAGE-004: head-major inside a section.
TEST(Page, StoresAllTokensOfAHeadTogether) {
  const Page page = small_page();
  const Bytes bytes = *write_page(page);
  // Gains in [tokens, kv_heads] order: t0h0 t0h1 t1h0 t1h1; on the page h0: t0 t1 -, h1: t0 t1 -.
  EXPECT_EQ(bytes[64 + 2], page.gains[4]);
  EXPECT_EQ(bytes[64 + 6], page.gains[2]);
  EXPECT_EQ(bytes[64 + 4], 0);
}

// TQ-PAGE-006: every one-bit flip of a sealed page is refused.
TEST(Page, RefusesEveryOneBitFlip) {
  const Bytes good = *write_page(small_page());
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    Bytes bytes = good;
    bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1u << (bit % 8)));
    EXPECT_TRUE(std::holds_alternative<PageFault>(parse_page(bytes))) << bit;
  }
}

// TQ-PAGE-009: truncations and extensions have their own errors.
TEST(Page, RefusesEveryOtherLength) {
  const Bytes good = *write_page(small_page());
  for (std::size_t size = 0; size < good.size(); ++size) {
    const Bytes bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_EQ(error_of(bytes), size < 64 ? Error::kTruncatedHeader : Error::kTruncatedPage) << size;
  }
  Bytes longer = good;
  longer.push_back(0);
  EXPECT_EQ(error_of(longer), Error::kTrailingBytes);
}

// TQ-PAGE-008: whatever the header says, resealed or not, parsing gives a page or one fault; a page
// that is accepted is the one byte string of its content.
RC_GTEST_PROP(Page, ParsingIsTotalAndCanonical, ()) {
  Bytes bytes = *write_page(small_page());
  const int changes = *rc::gen::inRange(0, 6);
  for (int i = 0; i < changes; ++i) {
    const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
    bytes[at] = *rc::gen::arbitrary<std::uint8_t>();
  }
  if (*rc::gen::arbitrary<bool>()) bytes.resize(*rc::gen::inRange<std::size_t>(0, 300));
  if (bytes.size() >= 64 && *rc::gen::arbitrary<bool>()) {
    const std::uint32_t crc = page_crc(bytes);
    for (std::size_t i = 0; i < 4; ++i) bytes[28 + i] = static_cast<std::uint8_t>(crc >> (8 * i));
  }
  const auto parsed = parse_page(bytes);
  if (const auto* page = std::get_if<Page>(&parsed)) {
    RC_ASSERT(*write_page(*page) == bytes);
  } else {
    RC_ASSERT(std::get<PageFault>(parsed).offset <= bytes.size());
  }
}

// TQ-PAGE-003, TQ-PAGE-004: the largest page, as the chapter states it.
TEST(Geometry, OfTheLargestPageIsAsStated) {
  const PageFields fields{.layer = 0,
                          .kv_heads = 256,
                          .key_dim = 1024,
                          .capacity = 1024,
                          .count = 0,
                          .first_position = 0,
                          .seed = 0,
                          .key_mode = contract::KeyMode::kLloydMax4,
                          .transform = contract::Transform::kOneRound,
                          .gain_coding = contract::GainCoding::kBinary32,
                          .identity = {}};
  EXPECT_EQ(page_geometry(fields).page_bytes, 135266368u);
}

// TQ-PAGE-007
TEST(Write, RefusesWhatAReaderRefuses) {
  Page page = small_page();
  page.rows[0] |= 0x40;
  EXPECT_EQ(write_page(page).error(), Error::kRowPaddingNonzero);
  page = small_page();
  page.gains[1] = 0xfc;
  page.gains[0] = 0;
  EXPECT_EQ(write_page(page).error(), Error::kGainNotFinite);
  page = small_page();
  page.fields.count = 4;
  EXPECT_EQ(write_page(page).error(), Error::kBadArgument);
}

}  // namespace
}  // namespace tq::reference
