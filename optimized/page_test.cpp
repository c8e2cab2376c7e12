// SPDX-License-Identifier: Apache-2.0
#include "optimized/page.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "optimized/crc32c.hpp"

namespace tq::optimized {
namespace {

using contract::Error;
using contract::GainCoding;
using contract::KeyMode;
using contract::Transform;
using Bytes = std::vector<std::uint8_t>;

// The example of the chapter.
constexpr PageFields kSmall = {
    KeyMode::kLloydMax2, Transform::kOneRound, GainCoding::kBinary16, 0, 1, 4, 2, 1, 7, 1};
constexpr std::string_view kSmallPage =
    "54515047000101006000000000000100040000000200010007000000819437d2010000000000000002001121000000"
    "00000000000000000000000000000000007a45000000000000000000000000000075000000000000000000000000"
    "000000";

const Bytes kIdentity(16);

Bytes from_hex(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  Bytes bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(digit(hex[i]) * 16 + digit(hex[i + 1])));
  }
  return bytes;
}

// The page with byte `at` replaced and its CRC made right again.
Bytes with_byte(Bytes page, std::size_t at, std::uint8_t byte) {
  page[at] = byte;
  for (std::size_t i = 28; i < 32; ++i) page[i] = 0;
  const std::uint32_t crc = crc32c(page);
  for (std::size_t i = 0; i < 4; ++i) page[28 + i] = static_cast<std::uint8_t>(crc >> (8 * i));
  return page;
}

TEST(Page, GivesTheExampleOfTheChapter) {
  const Bytes page = from_hex(kSmallPage);
  EXPECT_EQ(*write_page(kSmall, kIdentity, Bytes{0x7a, 0x45}, Bytes{0x75}), page);
  const auto parsed = parse_page(page);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->fields.first_position, 7U);
  EXPECT_EQ(parsed->fields.seed, 1U);
  EXPECT_EQ(parsed->gains, (Bytes{0x7a, 0x45}));
  EXPECT_EQ(parsed->rows, Bytes{0x75});
}

// TQ-PAGE-008, TQ-PAGE-009
TEST(Page, RefusesEveryTruncationAndEveryFlippedBit) {
  const Bytes page = from_hex(kSmallPage);
  for (std::size_t size = 0; size < page.size(); ++size) {
    EXPECT_EQ(view_page(std::span(page).first(size)).error(),
              size < 64 ? Error::kTruncatedHeader : Error::kTruncatedPage);
  }
  Bytes damaged = page;
  for (std::size_t bit = 0; bit < page.size() * 8; ++bit) {
    damaged[bit / 8] = static_cast<std::uint8_t>(page[bit / 8] ^ 1U << bit % 8);
    EXPECT_FALSE(view_page(damaged)) << bit;
    damaged[bit / 8] = page[bit / 8];
  }
  damaged.push_back(0);
  EXPECT_EQ(view_page(damaged).error(), Error::kTrailingBytes);
}

// TQ-PAGE-010, TQ-PAGE-011: one wrong byte of the payload at a time, under a right CRC.
TEST(Page, TellsPayloadErrorsApart) {
  const Bytes page = from_hex(kSmallPage);
  const auto error = [&](std::size_t at, std::uint8_t byte) {
    return view_page(with_byte(page, at, byte)).error();
  };
  EXPECT_EQ(error(65, 0x7c), Error::kGainNotFinite);
  EXPECT_EQ(error(65, 0xfc), Error::kGainNotFinite);
  EXPECT_EQ(error(65, 0x80), Error::kGainNegative);
  EXPECT_EQ(error(66, 1), Error::kUnusedRowNonzero);
  EXPECT_EQ(error(79, 1), Error::kSectionPaddingNonzero);
  EXPECT_EQ(error(81, 1), Error::kUnusedRowNonzero);
  EXPECT_EQ(error(95, 1), Error::kSectionPaddingNonzero);
  EXPECT_EQ(view_page(with_byte(with_byte(page, 64, 0), 65, 0)).error(), Error::kZeroGainCodes);
  EXPECT_EQ(error(6, 0), Error::kOpenPage);
  EXPECT_EQ(error(20, 17), Error::kPageBytesMismatch);
}

// TQ-PAGE-009: two wrong fields, the one with the smaller offset decides.
TEST(Page, ReportsTheFirstFieldOfTheHeader) {
  constexpr struct {
    std::size_t at;
    std::uint8_t byte;
    Error error;
  } kWrong[] = {
      {0, 0, Error::kBadMagic},         {5, 2, Error::kUnsupportedVersion},
      {7, 1, Error::kReservedFlags},    {13, 0x10, Error::kBadLayer},
      {14, 0, Error::kBadKvHeads},      {16, 3, Error::kBadKeyDim},
      {19, 1, Error::kBadValueDim},     {21, 4, Error::kBadCapacity},
      {23, 1, Error::kBadCount},        {27, 0x80, Error::kBadPosition},
      {40, 1, Error::kBadKeyMode},      {41, 1, Error::kBadValueMode},
      {42, 0x14, Error::kBadTransform}, {42, 0x21, Error::kBadCodebook},
      {43, 0x22, Error::kBadGainRule},  {43, 0x31, Error::kBadGainCoding},
      {47, 1, Error::kReservedField},
  };
  Bytes page = from_hex(kSmallPage);
  for (auto wrong = std::rbegin(kWrong); wrong != std::rend(kWrong); ++wrong) {
    page[wrong->at] = wrong->byte;
    EXPECT_EQ(view_page(page).error(), wrong->error) << contract::entry(wrong->error).slug;
  }
  const Bytes swapped = {0x47, 0x50, 0x51, 0x54};
  std::copy(swapped.begin(), swapped.end(), page.begin());
  EXPECT_EQ(view_page(page).error(), Error::kSwappedMagic);
}

// TQ-PAGE-004, TQ-PAGE-012
TEST(Page, IsHeadMajorInsideAndTokenMajorOutside) {
  PageFields fields = kSmall;
  fields.kv_heads = 2;
  fields.capacity = 3;
  fields.count = 2;
  const Bytes gains = {1, 0, 2, 0, 3, 0, 4, 0};
  const Bytes rows = {0x11, 0x22, 0x33, 0x44};
  const auto page = write_page(fields, kIdentity, gains, rows);
  ASSERT_TRUE(page);
  EXPECT_EQ(Bytes(page->begin() + 64, page->begin() + 76),
            (Bytes{1, 0, 3, 0, 0, 0, 2, 0, 4, 0, 0, 0}));
  EXPECT_EQ(Bytes(page->begin() + 80, page->begin() + 86), (Bytes{0x11, 0x33, 0, 0x22, 0x44, 0}));
  const auto parsed = parse_page(*page);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->gains, gains);
  EXPECT_EQ(parsed->rows, rows);
}

// TQ-PAGE-007
TEST(Page, WriterRefusesInTheOrderOfTheText) {
  PageFields fields = kSmall;
  fields.key_mode = KeyMode::kLloydMax3;
  fields.capacity = fields.count = 2;
  const auto error = [&](const Bytes& identity, const Bytes& gains, const Bytes& rows) {
    return write_page(fields, identity, gains, rows).error();
  };
  EXPECT_EQ(error(kIdentity, {0, 0x80, 0, 0xfc}, {0, 0, 0, 0x10}), Error::kGainNegative);
  EXPECT_EQ(error(kIdentity, {0, 0, 0, 0}, {0, 0, 0, 0x10}), Error::kRowPaddingNonzero);
  EXPECT_EQ(error(kIdentity, {0, 0, 0, 0}, {0xdb, 0x06, 0, 0}), Error::kZeroGainCodes);
  EXPECT_EQ(error(Bytes(15), {0, 0x80, 0, 0xfc}, {0, 0, 0, 0x10}), Error::kBadLength);
  fields.first_position = ~std::uint64_t{0};
  EXPECT_EQ(error(Bytes(15), {}, {}), Error::kBadArgument);
}

}  // namespace
}  // namespace tq::optimized
