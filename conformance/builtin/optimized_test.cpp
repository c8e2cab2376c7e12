// SPDX-License-Identifier: Apache-2.0
// The fast implementation against the golden vectors, on every target that this processor can run.
#include "conformance/builtin/optimized/optimized.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "conformance/builtin/open_builtin.hpp"
#include "conformance/open_testee.hpp"
#include "conformance/runner.hpp"
#include "conformance/vectors/load.hpp"
#include "conformance/verdict.hpp"
#include "optimized/target.hpp"

namespace tq::conformance {
namespace {

using optimized::Kernels;

const LoadedVectors& vectors() {
  static const LoadedVectors loaded = std::get<LoadedVectors>(load_vectors("vectors"));
  return loaded;
}

class Optimized : public testing::TestWithParam<const Kernels*> {
 protected:
  const std::unique_ptr<Testee> testee_ = make_optimized_testee(*GetParam());
};

TEST_P(Optimized, PassesEveryVector) {
  RunOptions options;
  options.target = GetParam()->target;
  options.continue_after_smoke = true;
  const auto run = run_vectors(*testee_, vectors().files, options);
  EXPECT_EQ(run.wrong_target, std::nullopt);
  EXPECT_EQ(run.not_claimed, 0u);
  EXPECT_EQ(run.results.size(), run.selected);
  std::size_t failures = 0;
  for (const Result& result : run.results) {
    if (result.judgement.outcome == Outcome::kPass || ++failures > 20) continue;
    ADD_FAILURE() << result.vector->id << ": " << result.judgement.detail;
  }
  EXPECT_EQ(failures, 0u);
  EXPECT_TRUE(reach_verdicts(run).conforms);
}

// A stage that is given is judged; one that is left out is not. None is left out.
TEST_P(Optimized, GivesTheStagesThatVectorsHold) {
  for (const VectorFile& file : vectors().files) {
    if (!file.path.starts_with("core/")) continue;
    for (const Vector& vector : file.vectors) {
      const Reply reply = testee_->call(*contract::find_operation(vector.operation), vector.input);
      ASSERT_TRUE(std::holds_alternative<Answer>(reply)) << vector.id;
      for (const Field& stage : vector.expected.stages.fields()) {
        EXPECT_NE(std::get<Answer>(reply).stages.find(stage.name), nullptr)
            << vector.id << " " << stage.name;
      }
    }
  }
}

// TQ-CONF-005, TQ-CONF-025
TEST_P(Optimized, IsOpenedByNameAndNamesTheTarget) {
  const std::string name(GetParam()->target);
  auto opened = open_builtin({"optimized", name});
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<Testee>>(opened));
  const auto identity = std::get<std::unique_ptr<Testee>>(opened)->start();
  EXPECT_EQ(std::get<Identity>(identity).name, "tqc-optimized");
  EXPECT_EQ(std::get<Identity>(identity).target, name);
  EXPECT_EQ(implied_target("builtin:optimized/" + name), name);
}

INSTANTIATE_TEST_SUITE_P(Targets, Optimized,
                         testing::ValuesIn(optimized::usable_targets().begin(),
                                           optimized::usable_targets().end()),
                         [](const testing::TestParamInfo<const Kernels*>& tested) {
                           return std::string(tested.param->target);
                         });

TEST(OptimizedByName, WithoutATargetIsTheBestOne) {
  auto opened = open_builtin({"optimized", std::nullopt});
  const auto identity = std::get<std::unique_ptr<Testee>>(opened)->start();
  EXPECT_EQ(std::get<Identity>(identity).target, optimized::usable_targets().front()->target);
  EXPECT_EQ(implied_target("builtin:optimized"), "");
  EXPECT_EQ(implied_target("./adapter/AVX2"), "");
}

// TQ-CONF-025
TEST(OptimizedByName, NeverFallsBack) {
  for (const char* target : {"MMX", "avx2", ""}) {
    auto opened = open_builtin({"optimized", target});
    ASSERT_TRUE(std::holds_alternative<std::string>(opened)) << target;
    EXPECT_THAT(std::get<std::string>(opened), testing::HasSubstr("compiled in: "));
    EXPECT_THAT(std::get<std::string>(opened), testing::EndsWith("SCALAR"));
  }
}

}  // namespace
}  // namespace tq::conformance
