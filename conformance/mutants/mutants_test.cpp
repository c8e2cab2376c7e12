// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-055, TQ-CONF-056: each mutant is the reference but for its one fault, and its table tells
// the truth.
#include "conformance/mutants/mutants.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

#include "conformance/builtin/reference/reference.hpp"
#include "conformance/checker.hpp"
#include "conformance/mutants/kill.hpp"
#include "conformance/runner.hpp"
#include "conformance/vectors/lint.hpp"
#include "conformance/vectors/load.hpp"

namespace tq::conformance {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::vector<VectorFile>& golden() {
  static const auto loaded = load_vectors("vectors");
  return std::get<LoadedVectors>(loaded).files;
}

// Vectors that do not pass, but for those of `operation`.
std::size_t failures(Testee& testee, Tier tier, std::string_view operation) {
  RunOptions options;
  options.tier = tier;
  options.continue_after_smoke = true;
  const Run run = run_vectors(testee, golden(), options);
  return static_cast<std::size_t>(std::ranges::count_if(run.results, [&](const Result& result) {
    return result.vector->operation != operation && result.judgement.outcome != Outcome::kPass;
  }));
}

TEST(Mutants, TheControlPassesEveryVector) {
  const auto control = make_control_testee();
  EXPECT_EQ(failures(*control, Tier::kAll, ""), 0u);
}

// The control stands for the mutants only when it composes every operation that one of them does.
TEST(Mutants, TheControlComposesEveryMutatedOperation) {
  std::set<std::string_view> mutated;
  for (const Mutant& mutant : all_mutants()) mutated.insert(mutant.operation);
  const auto composed = composed_operations();
  for (const std::string_view operation : mutated) {
    EXPECT_THAT(composed, testing::Contains(operation));
  }
}

TEST(Mutants, OtherOperationsAnswerAsTheReferenceDoes) {
  std::set<std::string_view> seen;  // one mutant a chapter: all share one wrapper
  for (const Mutant& mutant : all_mutants()) {
    if (!seen.insert(mutant.chapter()).second) continue;
    EXPECT_EQ(failures(*make_mutant_testee(mutant), Tier::kCore, mutant.operation), 0u)
        << mutant.name;
  }
}

TEST(Mutants, EveryChapterHasSomeAndNamesAreUnique) {
  std::set<std::string_view> names;
  std::set<std::string_view> chapters;
  for (const Mutant& mutant : all_mutants()) {
    EXPECT_TRUE(names.insert(mutant.name).second) << mutant.name;
    chapters.insert(mutant.chapter());
  }
  for (const Checker& checker : checkers()) {
    EXPECT_TRUE(chapters.contains(checker.chapter)) << checker.chapter;
  }
}

TEST(Mutants, TheTableNamesWhatExists) {
  const auto known = requirements_of("spec");
  const auto& requirements = std::get<IdSet>(known);
  for (const Mutant& mutant : all_mutants()) {
    const contract::Operation* operation = contract::find_operation(mutant.operation);
    ASSERT_NE(operation, nullptr) << mutant.name;
    EXPECT_EQ(mutant.chapter(), operation->chapter) << mutant.name;
    EXPECT_THAT(mutant.requirements, Not(IsEmpty())) << mutant.name;
    for (const std::string_view id : mutant.requirements) {
      EXPECT_TRUE(requirements.contains(std::string(id))) << mutant.name << " " << id;
    }
    const bool is_field =
        std::ranges::any_of(operation->fields, [&](const contract::OperationField& field) {
          return field.name == mutant.field && field.part != contract::FieldPart::kInput;
        });
    EXPECT_TRUE(is_field || mutant.field == "error") << mutant.name << " " << mutant.field;
  }
}

// Else the first divergence would be the first *reported* one. Stages before the fault are right
// because the listed vectors find the declared field first.
TEST(Mutants, EveryAnswerReportsEveryStage) {
  for (const Mutant& mutant : all_mutants()) {
    const contract::Operation& operation = *contract::find_operation(mutant.operation);
    for (const VectorFile& file : golden()) {
      for (const Vector& vector : file.vectors) {
        const auto& ids = mutant.killed_by;
        if (std::find(ids.begin(), ids.end(), vector.id) == ids.end()) continue;
        const Answer answer = mutant.perform(vector.input);
        if (answer.error) continue;
        for (const contract::OperationField& field : operation.fields) {
          if (field.part == contract::FieldPart::kInput) continue;
          const bool is_stage = field.part == contract::FieldPart::kStage;
          EXPECT_NE((is_stage ? answer.stages : answer.output).find(field.name), nullptr)
              << mutant.name << " " << field.name;
        }
      }
    }
  }
}

Mutant first_mutant() { return all_mutants().front(); }

std::string why_alive(const Mutant& mutant) {
  const auto kills = judge_mutants(std::span(&mutant, 1), golden(), {});
  return kills.front().is_killed() ? "" : kills.front().survives_because.front();
}

Answer throws(const Record&) { throw std::runtime_error("a fault in the fault"); }
Answer reference_answer(const Record& input) {
  return perform_with_reference(*contract::find_operation(first_mutant().operation), input);
}

TEST(Mutants, AKillIsTheDeclaredDivergenceAndNothingElse) {
  EXPECT_EQ(why_alive(first_mutant()), "");

  Mutant mutant = first_mutant();
  mutant.perform = reference_answer;
  EXPECT_THAT(why_alive(mutant), HasSubstr("passes"));

  mutant = first_mutant();
  mutant.perform = throws;
  EXPECT_THAT(why_alive(mutant), HasSubstr("crash (a fault in the fault), not a wrong answer"));

  mutant = first_mutant();
  mutant.field = "error";
  EXPECT_THAT(why_alive(mutant), HasSubstr("first diverges in output values, not in error"));

  mutant = first_mutant();
  mutant.requirements = {"TQ-PAGE-001"};
  EXPECT_THAT(why_alive(mutant), HasSubstr("is about none of TQ-PAGE-001"));

  mutant = first_mutant();
  mutant.killed_by = {"arithmetic/no-such-vector"};
  EXPECT_THAT(why_alive(mutant), HasSubstr("no such vector of arithmetic.evaluate"));

  mutant.killed_by.clear();
  EXPECT_THAT(why_alive(mutant), HasSubstr("no vector is listed"));
}

// TQ-CONF-057
TEST(Mutants, ReportsNameSurvivors) {
  Mutant survivor = first_mutant();
  survivor.perform = reference_answer;
  const std::vector<Mutant> two = {first_mutant(), survivor};
  const auto kills = judge_mutants(two, golden(), {});
  const std::string text = kill_text(kills, false);
  EXPECT_THAT(text, HasSubstr("arithmetic.evaluate\n"));
  EXPECT_THAT(text, HasSubstr("SURVIVES"));
  EXPECT_THAT(text, HasSubstr("1 of 2 mutants killed"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(kill_text(kills, true), HasSubstr("\x1b[31mSURVIVES\x1b[0m"));
  const auto json = nlohmann::json::parse(kill_json(kills));
  EXPECT_EQ(json["killed"], 1);
  EXPECT_EQ(json["of"], 2);
  EXPECT_EQ(json["mutants"][0]["killed"], true);
  EXPECT_THAT(json["mutants"][0]["failing"].dump(), HasSubstr("arithmetic/canary-reciprocal"));
  EXPECT_EQ(json["mutants"][1]["survives_because"].size(), 1u);
}

}  // namespace
}  // namespace tq::conformance
