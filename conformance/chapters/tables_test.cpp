// SPDX-License-Identifier: Apache-2.0
// The tables of chapter page say what spec/contract says: one list, two places that agree.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <string>

#include "conformance/chapters/text.hpp"
#include "spec/contract/errors.hpp"
#include "spec/contract/header.hpp"

namespace tq::conformance {
namespace {

using Row = std::map<std::string, std::string>;
using testing::ElementsAre;
using testing::IsEmpty;

// TQ-PAGE-001
TEST(ChapterPage, HeaderTableIsTheContract) {
  const auto rows = table_rows(read_chapter("page"), {"name", "offset", "size", "low bit", "bits"});
  ASSERT_EQ(rows.size(), std::size(contract::kHeaderFields));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const contract::HeaderField& field = contract::kHeaderFields[i];
    EXPECT_EQ(rows[i], (Row{{"name", std::string(field.name)},
                            {"offset", std::to_string(field.offset)},
                            {"size", std::to_string(field.size)},
                            {"low bit", std::to_string(field.low_bit)},
                            {"bits", std::to_string(field.bits)}}));
  }
}

TEST(ChapterPage, ErrorListIsTheContract) {
  const auto rows = table_rows(read_chapter("page"), {"number", "layer", "error", "when"});
  ASSERT_EQ(rows.size(), std::size(contract::kErrors));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const contract::ErrorEntry& entry = contract::kErrors[i];
    EXPECT_EQ(rows[i], (Row{{"number", std::to_string(static_cast<int>(entry.error))},
                            {"layer", std::string(entry.layer)},
                            {"error", std::string(entry.slug)},
                            {"when", std::string(entry.when)}}));
  }
}

TEST(ErrorNumbers, HundredsAreTheLayerAndNumbersAscend) {
  std::string_view layer;
  int previous = 0;
  for (const contract::ErrorEntry& entry : contract::kErrors) {
    const int number = static_cast<int>(entry.error);
    EXPECT_GT(number, previous) << entry.slug;
    EXPECT_EQ(number / 100 == previous / 100, entry.layer == layer) << entry.slug;
    previous = number;
    layer = entry.layer;
  }
}

TEST(ChapterText, FindsTheTableWithTheColumns) {
  const auto rows =
      table_rows("| a |\n|---|\n| x |\n\n| a | b |\n|---|---|\n| `1` | 2 |\n\nend\n", {"b", "a"});
  EXPECT_THAT(rows, ElementsAre(Row{{"a", "1"}, {"b", "2"}}));
  EXPECT_THAT(table_rows("| a |\n|---|\n| x |\n", {"b"}), IsEmpty());
}

TEST(ChapterText, FindsExamples) {
  const auto examples = examples_of("text\n```tqc-example\n{1}\n{2}\n```\n```\nother\n```\n");
  ASSERT_EQ(examples.size(), 1u);
  EXPECT_EQ(examples[0].line, 2u);
  EXPECT_THAT(examples[0].lines, ElementsAre("{1}", "{2}"));
}

}  // namespace
}  // namespace tq::conformance
