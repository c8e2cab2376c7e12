// SPDX-License-Identifier: Apache-2.0
#include "tools/page/inspect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <random>

namespace tq::tools {
namespace {

using contract::Error;
using testing::HasSubstr;
using testing::SizeIs;

// One token, one KV head, key_dim 4, width 2, capacity 2: gain 1.5, codes 1 2 3 0.
std::vector<std::uint8_t> small_page() {
  reference::Page page;
  page.fields.kv_heads = 1;
  page.fields.key_dim = 4;
  page.fields.capacity = 2;
  page.fields.count = 1;
  page.gains = {0x00, 0x00, 0xc0, 0x3f};
  page.rows = {0x39};
  return *reference::write_page(page);
}

void reseal(std::vector<std::uint8_t>& page) {
  for (std::size_t i = 0; i < contract::kCrc.size; ++i) page[contract::kCrc.offset + i] = 0;
  reference::write_field(page, contract::kCrc, reference::page_crc(page));
}

TEST(PageInspect, ShowsAValidPage) {
  const Inspection inspection = inspect_page(small_page());
  EXPECT_FALSE(inspection.fault);
  EXPECT_THAT(inspection.header, SizeIs(std::size(contract::kHeaderFields)));
  ASSERT_THAT(inspection.sections, SizeIs(3));
  EXPECT_EQ(inspection.sections[2].offset, 80u);
  EXPECT_EQ(inspection.sections[2].bytes, 16u);
  ASSERT_THAT(inspection.gains, SizeIs(1));
  EXPECT_EQ(inspection.gains[0].stored, "0000c03f");
  EXPECT_EQ(inspection.gains[0].value, "1.5");
  EXPECT_THAT(inspection_text(inspection), HasSubstr("valid"));
  EXPECT_THAT(inspection_text(inspection), HasSubstr("lloyd-max-2"));
}

// TQ-PAGE-010
TEST(PageInspect, NamesLayerNumberAndOffsetOfAFault) {
  std::vector<std::uint8_t> page = small_page();
  page[81] = 1;  // the code row of token 1, which is not used
  reseal(page);
  const Inspection inspection = inspect_page(page);
  ASSERT_TRUE(inspection.fault);
  EXPECT_EQ(inspection.fault->error, Error::kUnusedRowNonzero);
  EXPECT_THAT(inspection_text(inspection),
              HasSubstr("refused at byte 81: payload error 503 unused-row-nonzero\n"));
  EXPECT_THAT(inspection_json(inspection), HasSubstr("\"offset\": 81"));
  EXPECT_THAT(inspection.sections, SizeIs(3));
}

TEST(PageInspect, ShowsAHeaderItDoesNotBelieve) {
  std::vector<std::uint8_t> page = small_page();
  page[contract::kKeyDim.offset] = 5;
  const Inspection inspection = inspect_page(page);
  ASSERT_TRUE(inspection.fault);
  EXPECT_EQ(inspection.fault->error, Error::kBadKeyDim);
  EXPECT_EQ(inspection.fault->offset, contract::kKeyDim.offset);
  EXPECT_THAT(inspection.header, SizeIs(std::size(contract::kHeaderFields)));
  EXPECT_THAT(inspection.sections, SizeIs(0));
}

TEST(PageInspect, GainThatIsNoNumberIsShownAsTheError) {
  std::vector<std::uint8_t> page = small_page();
  page[66] = 0x80;
  page[67] = 0x7f;
  reseal(page);
  const Inspection inspection = inspect_page(page);
  ASSERT_THAT(inspection.gains, SizeIs(1));
  EXPECT_EQ(inspection.gains[0].value, "gain-not-finite");
}

// TQ-PAGE-008: any bytes, any truncation, any single changed byte, resealed or not.
TEST(PageInspect, SurvivesEveryTruncationAndEveryByte) {
  const std::vector<std::uint8_t> page = small_page();
  for (std::size_t size = 0; size < page.size(); ++size) {
    const Inspection inspection = inspect_page(std::span(page).first(size));
    EXPECT_TRUE(inspection.fault) << size;
    EXPECT_FALSE(inspection_text(inspection).empty());
    EXPECT_FALSE(inspection_json(inspection).empty());
  }
  for (std::size_t i = 0; i < page.size(); ++i) {
    for (int value = 0; value < 256; ++value) {
      std::vector<std::uint8_t> changed = page;
      changed[i] = static_cast<std::uint8_t>(value);
      const bool is_same = changed[i] == page[i];
      EXPECT_EQ(!inspect_page(changed).fault, is_same) << i << ' ' << value;
      reseal(changed);
      EXPECT_FALSE(inspection_text(inspect_page(changed)).empty());
    }
  }
}

TEST(PageInspect, SurvivesRandomBytesBehindAMagic) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::uint8_t> bytes(random() % 200);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    const std::uint8_t opening[] = {0x54, 0x51, 0x50, 0x47, 0, 1};
    std::copy_n(opening, std::min(bytes.size(), std::size(opening)), bytes.begin());
    EXPECT_TRUE(inspect_page(bytes).fault);
    EXPECT_FALSE(inspection_json(inspect_page(bytes)).empty());
  }
}

}  // namespace
}  // namespace tq::tools
