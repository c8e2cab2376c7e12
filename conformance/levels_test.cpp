// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-018, TQ-CONF-026, TQ-CONF-027: what a run says of levels and classes.
#include "conformance/levels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/report.hpp"
#include "spec/contract/profiles.hpp"

namespace tq::conformance {
namespace {

using testing::HasSubstr;
using testing::Not;

// A run in which each claimed operation had one vector.
class OneVectorEach {
 public:
  struct Entry {
    std::string operation;
    Claim claim;
    Outcome outcome = Outcome::kPass;
  };
  explicit OneVectorEach(const std::vector<Entry>& entries) : vectors_(entries.size()) {
    run_.identity = Identity{"n", "1", {}};
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const auto& [operation, claim, outcome] = entries[i];
      vectors_[i].operation = operation;
      vectors_[i].smoke = true;
      run_.identity->claims[operation] = claim;
      const auto& chapter = contract::find_operation(operation)->chapter;
      run_.results.push_back({&vectors_[i], chapter, claim, {outcome, "", {}}});
      run_.smoke_failed |= is_failure(outcome);
    }
  }
  const Run& run() const { return run_; }
  std::string level(std::size_t index) const {
    const LevelVerdict level = reach_verdicts(run_).levels[index];
    return name_of(level) + ' ' + describe(level);
  }
  std::string text() const { return text_report(run_, reach_verdicts(run_), {}, false); }

 private:
  std::vector<Vector> vectors_;
  conformance::Run run_;
};

const Claim kBits = {"bits", ""};
const Claim kIeee = {"bounds", "ieee"};
const Claim kFma = {"bounds", "fma"};

TEST(Levels, AreNamedWithTheWeakestClaim) {
  EXPECT_EQ(OneVectorEach({{"page.parse", kBits}, {"key.decode", kBits}}).level(0),
            "Reader/bits pass");
  EXPECT_EQ(OneVectorEach({{"page.parse", kFma}, {"key.decode", kFma}}).level(0),
            "Reader/bounds(fma) pass");
  for (const auto& [first, second] : {std::pair{kIeee, kFma}, std::pair{kFma, kIeee}}) {
    EXPECT_THAT(OneVectorEach({{"page.parse", first}, {"key.decode", second}}).level(0),
                HasSubstr("Reader/bounds(fma) pass: "));
  }
  EXPECT_EQ(OneVectorEach({{"key.encode", kIeee}, {"page.write", kBits}}).level(1),
            "Writer/bounds(ieee) pass: key.encode bounds(ieee) pass, page.write bits pass");
}

TEST(Levels, PartsAreNamed) {
  EXPECT_EQ(OneVectorEach({{"page.parse", kBits}}).level(0),
            "Reader/bits partial: page.parse bits pass, key.decode not claimed");
  EXPECT_EQ(OneVectorEach({{"page.parse", kBits}}).level(1),
            "Writer not-exercised: key.encode not claimed, page.write not claimed");
  EXPECT_EQ(OneVectorEach({{"page.parse", kBits}, {"key.decode", kFma, Outcome::kNotApplicable}})
                .level(0),
            "Reader/bounds(fma) partial: page.parse bits pass, key.decode bounds(fma) "
            "not-exercised");
  EXPECT_EQ(OneVectorEach({{"key.encode", kFma, Outcome::kCrash}, {"page.write", kBits}}).level(1),
            "Writer/bounds(fma) fail: key.encode bounds(fma) fail, page.write bits pass");
}

TEST(Levels, AttenderWaitsForItsChapter) {
  EXPECT_EQ(
      OneVectorEach({{"score.page", kFma}}).level(2),
      "Attender/bounds(fma) partial: score.page bounds(fma) pass, attention not in version 0.1");
  EXPECT_EQ(OneVectorEach({{"score.page", kBits, Outcome::kFail}}).level(2),
            "Attender/bits fail: score.page bits fail, attention not in version 0.1");
}

TEST(Levels, EveryReportNamesThem) {
  const OneVectorEach each({{"page.parse", kBits},
                            {"key.decode", kFma},
                            {"key.encode", kBits, Outcome::kFail},
                            {"score.page", kFma}});
  EXPECT_THAT(each.text(), HasSubstr("\n  Reader/bounds(fma)     pass: page.parse bits pass, "
                                     "key.decode bounds(fma) pass\n"));
  const Verdicts verdicts = reach_verdicts(each.run());
  const auto levels = nlohmann::json::parse(json_report(each.run(), verdicts, {}))["levels"];
  ASSERT_EQ(levels.size(), 3u);
  EXPECT_EQ(levels[0]["class"], "bounds(fma)");
  EXPECT_EQ(levels[0]["operations"][0]["class"], "bits");
  EXPECT_EQ(levels[1]["verdict"], "fail");
  EXPECT_EQ(levels[1]["not_claimed"], nlohmann::json::array({"page.write"}));
  EXPECT_EQ(levels[2]["not_specified"], "attention");
  const std::string xml = junit_report(each.run(), verdicts, {});
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"tqc.levels\" tests=\"3\" failures=\"1\" "
                             "errors=\"0\" skipped=\"1\""));
  EXPECT_THAT(xml, HasSubstr("name=\"Reader/bounds(fma)\" time=\"0.000\"/>"));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"partial: score.page bounds(fma) pass, "
                             "attention not in version 0.1\"/>"));
}

TEST(Smoke, AdvisesBoundsOnlyWhereBoundsCouldPass) {
  const std::string advice = "the claim is class bounds: here of score.page.";
  EXPECT_THAT(OneVectorEach({{"score.page", kBits, Outcome::kFail}}).text(), HasSubstr(advice));
  for (const OneVectorEach& each :
       {OneVectorEach({{"score.page", kBits, Outcome::kCrash}}),
        OneVectorEach({{"score.page", kBits, Outcome::kFail},
                       {"arithmetic.evaluate", kBits, Outcome::kFail}}),
        OneVectorEach({{"score.page", kFma, Outcome::kNotApplicable}})}) {
    EXPECT_THAT(each.text(), Not(HasSubstr("class bounds: here")));
  }
}

// TQ-CONF-027, TQ-ARITH-011: the weakest class by the order of the table of profiles.
TEST(Levels, AreNamedByTheWeakestProfile) {
  std::string_view stronger = "bits";
  for (const contract::Profile& profile : contract::kProfiles) {
    const Claim weak = {"bounds", std::string(profile.name)};
    const Claim strong = stronger == "bits" ? kBits : Claim{"bounds", std::string(stronger)};
    EXPECT_THAT(OneVectorEach({{"page.parse", strong}, {"key.decode", weak}}).level(0),
                HasSubstr("Reader/" + describe(weak) + " pass: "));
    stronger = profile.name;
  }
}

// Where single operations are not rounded correctly, they need intervals (TQ-CONF-017).
TEST(Levels, LooseProfilesDoNotJudgeSingleOperationsByBits) {
  Vector vector;
  vector.operation = "arithmetic.evaluate";
  vector.expected.output = Record{{"values", Words{{0x3eaaaaab}}}};
  const Claim fast = {"bounds", "cuda-fast-math"};
  EXPECT_FALSE(can_judge(vector, fast));
  vector.intervals = {{"values", "cuda-fast-math", {0x3eaaaaa9}, {0x3eaaaaad}}};
  EXPECT_TRUE(can_judge(vector, fast));
  Answer answer;
  answer.output = Record{{"values", Words{{0x3eaaaaad}}}};
  EXPECT_EQ(judge(vector, answer, fast, nullptr).outcome, Outcome::kPass);
  EXPECT_EQ(judge(vector, answer, kFma, nullptr).outcome, Outcome::kFail);
  answer.output = Record{{"values", Words{{0x3eaaaaae}}}};
  EXPECT_EQ(judge(vector, answer, fast, nullptr).outcome, Outcome::kFail);
}

// One operation at a time: no profile changes it, so every class judges it exactly (TQ-CONF-017).
TEST(Smoke, SingleOperationsBindEveryClass) {
  Vector vector;
  vector.operation = "arithmetic.evaluate";
  vector.expected.output = {{"values", Words{{0x3f800000}}}};
  EXPECT_TRUE(can_judge(vector, kFma));
  EXPECT_EQ(judge(vector, vector.expected, kFma, nullptr).outcome, Outcome::kPass);
  Answer wrong;
  wrong.output = {{"values", Words{{0x3f800001}}}};
  EXPECT_EQ(judge(vector, wrong, kFma, nullptr).outcome, Outcome::kFail);
  vector.operation = "arithmetic.dot";
  EXPECT_FALSE(can_judge(vector, kFma));
}

}  // namespace
}  // namespace tq::conformance
