// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-052: which calls may be taken apart, and what a part is.
#include "conformance/determinism/splits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "conformance/chapters/text.hpp"
#include "conformance/determinism/batch.hpp"
#include "conformance/vectors/formulas.hpp"
#include "conformance/vectors/load.hpp"

namespace tq::conformance {
namespace {

using testing::ElementsAre;

const SplitRule& rule(std::string_view operation, std::string_view along) {
  for (const SplitRule& one : split_rules()) {
    if (one.operation == operation && one.along == along) return one;
  }
  throw std::runtime_error("no such rule");
}

// TQ-CONF-052
TEST(Splits, TheTableOfTheChapterIsTheCode) {
  const auto rows = table_rows(read_chapter("conformance"), {"operation", "along", "parts"});
  ASSERT_EQ(rows.size(), split_rules().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const SplitRule& one = split_rules()[i];
    EXPECT_EQ(rows[i].at("operation"), one.operation);
    EXPECT_EQ(rows[i].at("along"), one.along);
    EXPECT_EQ(rows[i].at("parts"), one.prefix_only ? "prefix" : "any");
    EXPECT_EQ(rows[i].at("since"), one.because);
    EXPECT_NE(contract::find_operation(one.operation), nullptr);
  }
}

TEST(Splits, TokensKeepTheirHeads) {
  const Record input = {{"width", std::uint64_t{2}},
                        {"transform", std::string("one-round")},
                        {"gain_coding", std::string("binary16")},
                        {"head_dim", std::uint64_t{2}},
                        {"tokens", std::uint64_t{3}},
                        {"kv_heads", std::uint64_t{2}},
                        {"layer", std::uint64_t{0}},
                        {"seed", Word64{1}},
                        {"x", Words{{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23}}}};
  const auto tokens = Split::of(rule("key.encode", "token"), input);
  ASSERT_TRUE(tokens);
  EXPECT_EQ(tokens->rows(), 3u);
  const Record part = tokens->input_of({1, 3});
  EXPECT_EQ(part.integer("tokens"), 2u);
  EXPECT_EQ(part.integer("kv_heads"), 2u);
  EXPECT_THAT(part.words("x"), ElementsAre(10, 11, 12, 13, 20, 21, 22, 23));

  const auto heads = Split::of(rule("key.encode", "kv_head"), input);
  ASSERT_TRUE(heads);
  const Record first = heads->input_of({0, 1});
  EXPECT_EQ(first.integer("tokens"), 3u);
  EXPECT_EQ(first.integer("kv_heads"), 1u);
  EXPECT_THAT(first.words("x"), ElementsAre(0, 1, 10, 11, 20, 21));

  Answer whole;
  whole.stages = {{"norms", Words{{1, 2, 3, 4, 5, 6}}}};
  whole.output = {{"gains", Bytes{{1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6}}},
                  {"rows", Bytes{{1, 2, 3, 4, 5, 6}}}};
  const auto slice = heads->slice(whole, {0, 1});
  ASSERT_TRUE(slice);
  EXPECT_THAT(slice->stages.words("norms"), ElementsAre(1, 3, 5));
  EXPECT_THAT(slice->output.bytes("gains"), ElementsAre(1, 1, 3, 3, 5, 5));
  EXPECT_THAT(slice->output.bytes("rows"), ElementsAre(1, 3, 5));
  whole.output = {{"rows", Bytes{{1, 2, 3, 4, 5}}}};
  EXPECT_FALSE(heads->slice(whole, {0, 1})) << "five bytes of six rows";
}

TEST(Splits, BitstreamsAreCutAtBytes) {
  const Record input = {{"width", std::uint64_t{3}},
                        {"count", std::uint64_t{19}},
                        {"packed", Bytes{{1, 2, 3, 4, 5, 6, 7, 1}}}};
  const auto split = Split::of(rule("packing.unpack", "element"), input);
  ASSERT_TRUE(split);
  EXPECT_EQ(split->unit(), 8u);
  EXPECT_EQ(split->units(), 3u);
  EXPECT_EQ(split->part(1, 3), (Part{8, 19}));
  const Record part = split->input_of(split->part(1, 3));
  EXPECT_EQ(part.integer("count"), 11u);
  EXPECT_THAT(part.bytes("packed"), ElementsAre(4, 5, 6, 7, 1));

  const Record signs = {{"seed", Word64{1}},
                        {"stream", std::uint64_t{1}},
                        {"layer", std::uint64_t{0}},
                        {"kv_head", std::uint64_t{0}},
                        {"count", std::uint64_t{12}}};
  const auto prefix = Split::of(rule("random.signs", "sign"), signs);
  ASSERT_TRUE(prefix);
  Answer whole;
  whole.output = {{"signs", Bytes{{0xff, 0x0f}}}};
  EXPECT_THAT(prefix->slice(whole, {0, 11})->output.bytes("signs"), ElementsAre(0xff, 0x07));
  EXPECT_THAT(prefix->slice(whole, {0, 3})->output.bytes("signs"), ElementsAre(0x07));
  EXPECT_THAT(parts_of(*prefix), ElementsAre(Part{0, 1}, Part{0, 5}, Part{0, 6}, Part{0, 11}));
}

TEST(Splits, QueryHeadsAreCutInsideEveryGroup) {
  Bytes page{std::vector<std::uint8_t>(64)};
  page.values[14] = 2;  // kv_heads
  const Record input = {
      {"page", page}, {"query_heads", std::uint64_t{6}}, {"queries", Words{{0, 1, 2, 3, 4, 5}}}};
  const auto split = Split::of(rule("score.page", "query_head"), input);
  ASSERT_TRUE(split);
  EXPECT_EQ(split->rows(), 3u);
  const Record part = split->input_of({1, 3});
  EXPECT_EQ(part.integer("query_heads"), 4u);
  EXPECT_THAT(part.words("queries"), ElementsAre(1, 2, 4, 5));
  EXPECT_EQ(part.bytes("page"), page.values);
}

TEST(Splits, ManyRowsAreAskedForAtBothEndsAndBetween) {
  const Record input = {{"values", Words{std::vector<std::uint32_t>(1000)}}};
  const auto split = Split::of(rule("arithmetic.to_binary16", "element"), input);
  ASSERT_TRUE(split);
  const auto parts = parts_of(*split);
  EXPECT_EQ(parts.size(), 36u);
  EXPECT_EQ(parts.front(), (Part{0, 1}));
  EXPECT_THAT(parts, testing::Contains(Part{999, 1000}));
  EXPECT_THAT(parts, testing::Contains(Part{333, 1000}));
  for (const Part& part : parts) EXPECT_LT(part.begin, part.end);
}

// Every input of the suite, those that no implementation accepts included, is cut or left alone,
// and the parts of a list together are the list.
TEST(Splits, AreTotalOnTheInputsOfTheSuite) {
  const auto loaded = load_vectors("vectors");
  ASSERT_TRUE(std::holds_alternative<LoadedVectors>(loaded));
  std::set<std::string> seen;
  for (const VectorFile& file : std::get<LoadedVectors>(loaded).files) {
    for (const Vector& vector : file.vectors) {
      const Record input = full_input(vector);
      for (const SplitRule& one : split_rules()) {
        if (one.operation != vector.operation) continue;
        const auto split = Split::of(one, input);
        if (!split) continue;
        seen.insert(std::string(one.operation) + " " + std::string(one.along));
        EXPECT_EQ(split->input_of({0, split->rows()}), input) << vector.id;
        for (const Part& part : parts_of(*split)) {
          EXPECT_LE(part.end, split->rows()) << vector.id;
          EXPECT_TRUE(!one.prefix_only || part.begin == 0) << vector.id;
          EXPECT_EQ(split->input_of(part).fields().size(), input.fields().size());
        }
      }
    }
  }
  EXPECT_EQ(seen.size(), split_rules().size()) << "the suite has inputs for every rule";
}

}  // namespace
}  // namespace tq::conformance
