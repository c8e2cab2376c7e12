// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-050: two testees against each other, with no word on which of them is right.
#include "conformance/diff/diff.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/determinism/altered_for_test.hpp"
#include "conformance/diff/report.hpp"
#include "conformance/vectors/load.hpp"

namespace tq::conformance {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const LoadedVectors& suite() {
  static const auto loaded = load_vectors("vectors");
  return std::get<LoadedVectors>(loaded);
}

Altered plain(std::string_view inner = "builtin:optimized") {
  return Altered([](const auto&, const auto&, Reply reply) { return reply; }, [] {}, inner);
}

Diff against_reference(Testee& b, const Filter& filter) {
  Altered a = plain("builtin:reference");
  return compare_testees(a, b, suite().files, filter, {});
}

DiffContext context_of(const Filter& filter = {}) {
  return {"0.1.0", "builtin:reference", "./b --fast", "", "root", filter, false};
}

const OperationDiff& of(const Diff& diff, std::string_view operation) {
  for (const OperationDiff& one : diff.operations) {
    if (one.operation == operation) return one;
  }
  throw std::runtime_error("not compared");
}

TEST(Diff, OurTwoImplementationsAgreeOnEveryInput) {
  Altered b = plain();
  const Diff diff = against_reference(b, {});
  EXPECT_TRUE(diff.agrees());
  EXPECT_EQ(diff.compared(), diff.selected);
  EXPECT_EQ(diff.operations.size(), std::size(contract::kOperations));
  const std::string text = diff_text(diff, context_of(), false);
  EXPECT_THAT(text, HasSubstr("says nothing about conformity"));
  EXPECT_THAT(text, HasSubstr("equal on every input compared"));
  EXPECT_THAT(text, Not(HasSubstr("conforms")));
}

TEST(Diff, TheFirstDifferingStageIsNamedWithItsCoordinate) {
  const Filter filter{"keys/*", "key.encode", Tier::kCore};
  // Two units up in the last place, wherever there is a second token: z [tokens, kv_heads, 8].
  Altered b([](const contract::Operation& operation, const Record& input, Reply reply) {
    if (operation.name != "key.encode" || !is_answer(reply)) return reply;
    auto& answer = std::get<Answer>(reply);
    if (answer.error || input.integer("tokens") != 2 || input.integer("kv_heads") != 2) {
      return reply;
    }
    Record stages;
    for (Field field : answer.stages.fields()) {
      if (field.name == "y") continue;  // b does not give this stage
      if (field.name == "z") std::get<Words>(field.value).values[27] += 2;
      stages.add(field.name, std::move(field.value));
    }
    answer.stages = std::move(stages);
    return flip_bit(std::move(reply), "rows", 0);
  });
  const Diff diff = against_reference(b, filter);
  EXPECT_FALSE(diff.agrees());
  ASSERT_EQ(diff.operations.size(), 1u);
  const OperationDiff& one = diff.operations.front();
  EXPECT_GT(one.different, 0u);
  EXPECT_EQ(one.different + one.equal, one.inputs);
  EXPECT_EQ(one.disagreements.size(), one.different);
  const Difference& first = *one.disagreements.front().first;
  EXPECT_EQ(first.field, "z");
  EXPECT_TRUE(first.is_stage);
  EXPECT_EQ(first.ulps, 2u);
  EXPECT_EQ(describe_place(first), "token 1, kv_head 1, coordinate 3 (element 27)");
  const auto z = std::find_if(one.fields.begin(), one.fields.end(),
                              [](const FieldTally& tally) { return tally.field == "z"; });
  ASSERT_NE(z, one.fields.end());
  EXPECT_EQ(z->differing_elements, one.different);
  EXPECT_EQ(z->ulps.largest, 2u);
  EXPECT_EQ(z->ulps.counts[2], one.different) << "2 to 3 ulp";
  EXPECT_EQ(z->ulps.total(), one.different);

  const std::string text = diff_text(diff, context_of(filter), false);
  EXPECT_THAT(text, HasSubstr("stage z at token 1, kv_head 1, coordinate 3 (element 27)\n  a "));
  EXPECT_THAT(text, HasSubstr("distance 2 ulp"));
  EXPECT_THAT(text, HasSubstr("tqc diff --a builtin:reference --b './b --fast' --only " +
                              one.disagreements.front().vector->id));
  EXPECT_THAT(text, HasSubstr("--all shows each"));
  DiffContext all = context_of(filter);
  all.all = true;
  const auto json = nlohmann::json::parse(diff_json(diff, all));
  EXPECT_EQ(json["operations"][0]["disagreements"].size(), one.different);
  EXPECT_EQ(json["operations"][0]["disagreements"][0]["difference"]["place"]["coordinate"], 3);
  EXPECT_EQ(json["agrees"], false);
  all.all = false;
  EXPECT_EQ(nlohmann::json::parse(diff_json(diff, all))["operations"][0]["disagreements"].size(),
            1u);
}

TEST(Diff, AStageOfOneSideIsNamedAndNotCompared) {
  Altered b([](const contract::Operation&, const Record&, Reply reply) {
    if (is_answer(reply)) std::get<Answer>(reply).stages = {};
    return reply;
  });
  const Diff diff = against_reference(b, {"*", "gain.norm", Tier::kCore});
  EXPECT_TRUE(diff.agrees());
  EXPECT_THAT(of(diff, "gain.norm").only_a, ElementsAre("scaled", "sum", "root"));
  EXPECT_THAT(diff_text(diff, context_of(), false),
              HasSubstr("given by a alone, not compared: scaled, sum, root"));
}

TEST(Diff, RefusalsAndSilenceAreCountedApart) {
  std::size_t calls = 0;
  Altered b([&](const contract::Operation&, const Record&, Reply) -> Reply {
    switch (calls++) {
      case 0:
        return refuse(contract::Error::kPaddingBits);
      case 1:
        return NoAnswer{Trouble::kUnsupported, "no width 8"};
      case 2:
        return NoAnswer{Trouble::kTimeout, "no answer to call 3 within 10 s"};
      default:
        return refuse(contract::Error::kBadLength);
    }
  });
  const Diff diff = against_reference(b, {"*", "packing.pack", Tier::kCore});
  const OperationDiff& one = of(diff, "packing.pack");
  EXPECT_FALSE(diff.agrees());
  EXPECT_EQ(one.not_compared, 2u);
  EXPECT_EQ(one.no_answer_b[static_cast<std::size_t>(Trouble::kUnsupported)], 1u);
  EXPECT_EQ(one.no_answer_b[static_cast<std::size_t>(Trouble::kTimeout)], 1u);
  EXPECT_EQ(one.refused_by_a, 0u);
  EXPECT_GT(one.refused_by_b, 0u);
  EXPECT_GT(one.other_error, 0u) << "the suite has inputs that both refuse, differently here";
  EXPECT_EQ(one.refused_by_b + one.other_error, one.different);
  EXPECT_EQ(one.disagreements.front().first->field, "answer");
  EXPECT_THAT(diff_text(diff, context_of(), false), HasSubstr("no answer from b: unsupported 1"));
}

TEST(Diff, DecliningEverythingComparesNothingAndCrashingIsNotEqual) {
  const Filter filter{"*", "packing.*", Tier::kCore};
  Altered declines([](const contract::Operation&, const Record&, Reply) -> Reply {
    return NoAnswer{Trouble::kUnsupported, "not today"};
  });
  Diff diff = against_reference(declines, filter);
  EXPECT_EQ(diff.compared(), 0u);
  EXPECT_FALSE(diff.agrees());
  EXPECT_THAT(diff_text(diff, context_of(filter), false), HasSubstr("nothing was compared"));
  Altered dies([](const contract::Operation& operation, const Record&, Reply reply) -> Reply {
    if (operation.name == "packing.unpack") return NoAnswer{Trouble::kCrash, "it died"};
    return reply;
  });
  diff = against_reference(dies, filter);
  EXPECT_EQ(diff.different(), 0u);
  EXPECT_GT(diff.compared(), 0u);
  EXPECT_FALSE(diff.agrees());
  EXPECT_THAT(diff_text(diff, context_of(filter), false), HasSubstr("not equal: no answer"));
}

// TQ-CONF-050
TEST(Diff, GoldenAnswersAreNotConsulted) {
  std::vector<VectorFile> files = suite().files;
  for (VectorFile& file : files) {
    for (Vector& vector : file.vectors) {
      vector.expected = refuse(contract::Error::kBadLength);
      vector.digests.clear();
      vector.intervals.clear();
    }
  }
  Altered a = plain("builtin:reference");
  Altered b = plain();
  EXPECT_TRUE(compare_testees(a, b, files, {"*", "*", Tier::kCore}, {}).agrees());
}

TEST(Diff, OnlyWhatBothClaimIsAsked) {
  class ClaimsPacking : public Altered {
   public:
    using Altered::Altered;
    std::variant<Identity, NoAnswer> start() override {
      return Identity{"small", "1", {{"packing.pack", {"bits", ""}}}};
    }
  };
  ClaimsPacking b([](const auto&, const auto&, Reply reply) { return reply; });
  const Diff diff = against_reference(b, {"*", "*", Tier::kCore});
  ASSERT_EQ(diff.operations.size(), 1u);
  EXPECT_EQ(diff.claimed_by_a_only.size(), std::size(contract::kOperations) - 1);
  EXPECT_EQ(diff.not_shared + diff.compared(), diff.selected);
  EXPECT_TRUE(diff.agrees());
}

TEST(Diff, ATesteeThatDoesNotStart) {
  class Dead : public Testee {
   public:
    std::variant<Identity, NoAnswer> start() override {
      return NoAnswer{Trouble::kCrash, "cannot run ./b"};
    }
    Reply call(const contract::Operation&, const Record&) override {
      return NoAnswer{Trouble::kCrash, "cannot run ./b"};
    }
  };
  Dead b;
  const Diff diff = against_reference(b, {});
  EXPECT_FALSE(diff.agrees());
  EXPECT_THAT(diff_text(diff, context_of(), false), HasSubstr("did not get ready: cannot run ./b"));
  EXPECT_EQ(nlohmann::json::parse(diff_json(diff, context_of()))["b"]["did_not_get_ready"],
            "cannot run ./b");
}

// What a testee gives is not checked against golden data, so nothing of it is known.
TEST(CompareAnswers, TakesAnyAnswer) {
  const contract::Operation& operation = *contract::find_operation("score.page");
  const Record input = {{"page", Bytes{}}, {"query_heads", std::uint64_t{4}}, {"queries", Words{}}};
  Answer a;
  Answer b;
  a.output = {{"scores", Words{}}};
  b.output = {{"scores", Words{{1, 2}}}};
  auto first = compare_answers(operation, input, a, b).first;
  ASSERT_TRUE(first);
  EXPECT_EQ(first->a, "0 elements");
  EXPECT_EQ(first->b, "2 elements");
  EXPECT_FALSE(first->index);
  b.output = {};
  first = compare_answers(operation, input, a, b).first;
  ASSERT_TRUE(first) << "an output that is missing";
  EXPECT_EQ(first->b, "missing");
  b.output = {{"scores", Bytes{{1}}}};
  EXPECT_TRUE(compare_answers(operation, input, a, b).first) << "an output of another type";
  a.output = {{"scores", Words{{0x80000000, 0x7fc00000, 5}}}};
  b.output = {{"scores", Words{{0x00000000, 0x3f800000, 5}}}};
  const Comparison comparison = compare_answers(operation, input, a, b);
  EXPECT_EQ(comparison.first->ulps, 0u) << "zeros of two signs differ by no step";
  ASSERT_EQ(comparison.fields.size(), 1u);
  EXPECT_EQ(comparison.fields[0].differing_elements, 2u);
  EXPECT_EQ(comparison.fields[0].ulps.counts.front(), 1u);
  EXPECT_EQ(comparison.fields[0].ulps.counts.back(), 1u) << "a NaN is no distance";
}

TEST(UlpCounts, EveryDistanceHasOneBucket) {
  UlpCounts counts;
  const std::vector<std::pair<std::uint64_t, std::size_t>> cases = {
      {0, 0},  {1, 1},  {2, 2},   {3, 2},   {4, 3},
      {15, 3}, {16, 4}, {255, 4}, {256, 5}, {UINT32_MAX, 5}};
  for (const auto& [distance, bucket] : cases) {
    const std::size_t before = counts.counts[bucket];
    counts.add(distance);
    EXPECT_EQ(counts.counts[bucket], before + 1) << distance;
  }
  EXPECT_EQ(counts.total(), cases.size());
  EXPECT_EQ(counts.largest, UINT32_MAX);
}

}  // namespace
}  // namespace tq::conformance
