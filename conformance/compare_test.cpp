// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-009, TQ-CONF-011, TQ-CONF-016, TQ-CONF-017: what counts as right, and where it first goes
// wrong.
#include "conformance/compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/compare_field.hpp"
#include "conformance/vectors/formulas.hpp"

namespace tq::conformance {
namespace {

const Claim kBits{"bits", ""};
const Claim kFma{"bounds", "fma"};

std::vector<Axis> axes(const Vector& vector, std::string_view) {
  return {{"token", vector.input.integer("tokens")}, {"kv_head", 2}, {"coordinate", 2}};
}
std::string hint(const Vector&, const Answer&, std::string_view field, std::size_t index) {
  return std::string(field) + " " + std::to_string(index);
}
constexpr FieldRule kRules[] = {{"key.decode", "unscaled",
                                 "TQ-KEYS-"
                                 "777"}};
const Checker kChecker{
    .chapter = "keys", .rules = kRules, .by_vectors = {}, .axes = axes, .hint = hint};

Vector decode_vector() {
  Vector vector;
  vector.id = "keys/test";
  vector.operation = "key.decode";
  vector.input = {{"tokens", std::uint64_t{1}}};
  vector.expected.stages = {{"codes", Bytes{{0, 1, 2, 3}}},
                            {"unscaled", Words{{0x3f800000, 0, 0x80000000, 0x40000000}}}};
  vector.expected.output = {{"x", Words{{1, 2, 3, 4}}}};
  return vector;
}

TEST(Compare, EqualAnswersPassWithAndWithoutStages) {
  const Vector vector = decode_vector();
  EXPECT_EQ(judge(vector, vector.expected, kBits, &kChecker).outcome, Outcome::kPass);
  const Answer bare{{}, vector.expected.output, std::nullopt};
  EXPECT_EQ(judge(vector, bare, kBits, nullptr).outcome, Outcome::kPass);
}

TEST(Compare, ReportsTheFirstStageThatDiverges) {
  const Vector vector = decode_vector();
  Answer answer = vector.expected;
  answer.output = {{"x", Words{{9, 9, 9, 9}}}};
  answer.stages = {{"unscaled", Words{{0x3f800000, 0, 0x80000000, 0x40000003}}}};
  const Judgement judgement = judge(vector, answer, kBits, &kChecker);
  EXPECT_EQ(judgement.outcome, Outcome::kFail);
  EXPECT_EQ(judgement.detail, "stage unscaled differs");
  const Divergence& divergence = *judgement.divergence;
  EXPECT_TRUE(divergence.is_stage);
  EXPECT_TRUE(divergence.is_binary32);
  EXPECT_EQ(divergence.index, 3u);
  ASSERT_EQ(divergence.places.size(), 3u);
  EXPECT_EQ(divergence.places[1].axis, "kv_head");
  EXPECT_EQ(divergence.places[1].index, 1u);
  EXPECT_EQ(divergence.places[2].index, 1u);
  EXPECT_EQ(divergence.expected, "40000000");
  EXPECT_EQ(divergence.actual, "40000003");
  EXPECT_EQ(divergence.ulps, 3u);
  EXPECT_EQ(divergence.requirement,
            "TQ-KEYS-"
            "777");
  EXPECT_EQ(divergence.hint, "unscaled 3");
}

// Hints look at the element that differs: an answer of another length has none to look at.
TEST(Compare, GivesNoHintWithoutAnElement) {
  const Vector vector = decode_vector();
  Answer answer = vector.expected;
  answer.stages = {{"unscaled", Words{{0x3f800000, 0, 0x80000000}}}};
  const Judgement judgement = judge(vector, answer, kBits, &kChecker);
  ASSERT_TRUE(judgement.divergence);
  EXPECT_EQ(judgement.divergence->index, std::nullopt);
  EXPECT_EQ(judgement.divergence->hint, "");
}

TEST(Compare, SignOfZeroCountsInBitsAndNotInBounds) {
  const Value minus = Words{{0x80000000}};
  const auto difference = first_difference(Words{{0}}, minus, true);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->ulps, 0u);
  EXPECT_FALSE(first_outside({"x", "fma", {0}, {0}}, minus));
}

TEST(Compare, LengthsAndWholeFields) {
  const auto length = first_difference(Bytes{{1, 2}}, Bytes{{1}}, false);
  EXPECT_EQ(length->index, std::nullopt);
  EXPECT_EQ(length->expected, "2 elements");
  EXPECT_EQ(length->actual, "1 elements");
  const auto name = first_difference(std::string("one-round"), std::string("two-sign"), false);
  EXPECT_EQ(name->actual, "two-sign");
  EXPECT_FALSE(first_difference(Word64{7}, Word64{7}, false));
  EXPECT_EQ(first_difference(Halves{{0x3c00}}, Halves{{0x3c02}}, false)->ulps, 2u);
}

TEST(Compare, IntervalsHoldTheirEndsAndNoNan) {
  // -1 to 1
  const Interval interval{"x", "fma", {0xbf800000}, {0x3f800000}};
  for (const std::uint32_t inside : {0xbf800000u, 0x3f800000u, 0u, 0x80000000u}) {
    EXPECT_FALSE(first_outside(interval, Words{{inside}})) << inside;
  }
  EXPECT_EQ(first_outside(interval, Words{{0x3f800001}})->ulps, 1u);
  EXPECT_EQ(first_outside(interval, Words{{0xbf800002}})->ulps, 2u);
  EXPECT_EQ(first_outside(interval, Words{{0x7fc00000}})->ulps, std::nullopt);
  EXPECT_EQ(first_outside(interval, Words{{0x3f800001}})->expected, "[bf800000, 3f800000]");
  const Interval codes{"codes", "fma", {1}, {2}};
  EXPECT_FALSE(first_outside(codes, Bytes{{2}}));
  EXPECT_EQ(first_outside(codes, Bytes{{3}})->expected, "[01, 02]");
}

TEST(Compare, BoundsNeedTheIntervalsOfTheirProfile) {
  Vector vector = decode_vector();
  EXPECT_EQ(judge(vector, vector.expected, kFma, &kChecker).outcome, Outcome::kNotApplicable);
  vector.intervals = {{"x", "fma", {1, 2, 3, 4}, {1, 2, 3, 5}}};
  Answer answer = vector.expected;
  answer.output = {{"x", Words{{1, 2, 3, 5}}}};
  // A stage of words without an interval is not judged.
  answer.stages = {{"unscaled", Words{{7, 7, 7, 7}}}};
  EXPECT_EQ(judge(vector, answer, kFma, &kChecker).outcome, Outcome::kPass);
  answer.output = {{"x", Words{{1, 2, 3, 6}}}};
  EXPECT_EQ(judge(vector, answer, kFma, &kChecker).divergence->field, "x");
  answer.stages = {{"codes", Bytes{{0, 1, 2, 2}}}};
  EXPECT_EQ(judge(vector, answer, kFma, &kChecker).divergence->field, "codes");
}

TEST(Compare, OperationsWithoutRoundingAreExactInEveryClass) {
  Vector vector;
  vector.operation = "packing.pack";
  vector.expected.output = {{"packed", Bytes{{1}}}};
  EXPECT_EQ(judge(vector, vector.expected, kFma, nullptr).outcome, Outcome::kPass);
  const Answer wrong{{}, {{"packed", Bytes{{2}}}}, std::nullopt};
  EXPECT_EQ(judge(vector, wrong, kFma, nullptr).outcome, Outcome::kFail);

  // A look-up gives binary32 patterns and still rounds nothing.
  vector.operation = "codebook.dequantize";
  vector.expected.output = {{"levels", Words{{0x3f4c422a}}}};
  EXPECT_EQ(judge(vector, vector.expected, kFma, nullptr).outcome, Outcome::kPass);
  const Answer near{{}, {{"levels", Words{{0x3f4c422b}}}}, std::nullopt};
  EXPECT_EQ(judge(vector, near, kFma, nullptr).outcome, Outcome::kFail);
}

// TQ-CONF-009, TQ-CONF-024
TEST(Compare, OnlyTheRightRefusalCounts) {
  Vector vector;
  vector.operation = "page.parse";
  vector.requirements = {"TQ-PAGE-001"};
  vector.expected.error = contract::Error::kBadMagic;
  vector.accept = {contract::Error::kTruncatedPage};
  const auto refusing = [&](contract::Error error) {
    return judge(vector, {{}, {}, error}, kBits, nullptr);
  };
  EXPECT_EQ(refusing(contract::Error::kBadMagic).outcome, Outcome::kPass);
  EXPECT_EQ(refusing(contract::Error::kTruncatedPage).outcome, Outcome::kPass);
  EXPECT_EQ(refusing(contract::Error::kBadCount).detail,
            "expected error bad-magic or error truncated-page, got error bad-count");
  EXPECT_EQ(judge(vector, {}, kBits, nullptr).detail,
            "expected error bad-magic or error truncated-page, got output");
}

TEST(Compare, DigestsStandForOutputs) {
  Vector vector = decode_vector();
  vector.expected.output = {};
  vector.digests = {{"x", digest_of(Words{{1, 2, 3, 4}})}};
  Answer answer;
  answer.output = {{"x", Words{{1, 2, 3, 4}}}};
  EXPECT_EQ(judge(vector, answer, kBits, &kChecker).outcome, Outcome::kPass);
  answer.output = {{"x", Words{{1, 2, 3, 5}}}};
  const Judgement judgement = judge(vector, answer, kBits, &kChecker);
  EXPECT_EQ(judgement.outcome, Outcome::kFail);
  EXPECT_THAT(judgement.divergence->expected, testing::HasSubstr("SHA-256"));
}

}  // namespace
}  // namespace tq::conformance
