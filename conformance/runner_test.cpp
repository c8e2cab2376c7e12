// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-015, TQ-CONF-018, TQ-CONF-019, TQ-CONF-022, TQ-CONF-025: what runs, in which order, and
// what is said.
#include "conformance/runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/report.hpp"
#include "conformance/verdict.hpp"
#include "conformance/wire.hpp"

namespace tq::conformance {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Claims what it is told and answers every pack of width 8 well, unless the first code is a fault.
class FakeTestee : public Testee {
 public:
  explicit FakeTestee(std::vector<std::string> operations, std::string target = "") {
    identity_.target = std::move(target);
    for (std::string& name : operations) identity_.claims[std::move(name)] = {"bits", ""};
  }
  std::variant<Identity, NoAnswer> start() override { return identity_; }
  Reply call(const contract::Operation&, const Record& input) override {
    const auto& codes = input.bytes("codes");
    if (codes.front() == 0xff) return NoAnswer{Trouble::kCrash, "died <&\"'\x01>"};
    if (codes.front() == 0xfe) return NoAnswer{Trouble::kUnsupported, "not built in"};
    Answer answer;
    answer.output = {{"packed", Bytes{codes}}};
    if (codes.front() == 0xfd) answer.output = {{"packed", Bytes{{0}}}};
    return answer;
  }

 private:
  Identity identity_{"fake", "1", {}};
};

Vector pack(const std::string& id, std::uint8_t code, bool smoke = false) {
  Vector vector;
  vector.id = "packing/" + id;
  vector.operation = "packing.pack";
  vector.requirements = {"TQ-PACK-00" + std::to_string(code % 2 + 1)};
  vector.reason = "a vector for this test";
  vector.smoke = smoke;
  vector.input = {{"width", std::uint64_t{8}}, {"codes", Bytes{{code}}}};
  vector.expected.output = {{"packed", Bytes{{code}}}};
  return vector;
}

std::vector<std::string> ids(const Run& run) {
  std::vector<std::string> list;
  for (const Result& result : run.results) list.push_back(result.vector->id);
  return list;
}

TEST(Runner, SmokeRunsFirstAndStopsTheRest) {
  FakeTestee testee({"packing.pack"});
  const std::vector<VectorFile> files = {
      {"core/packing.json", "packing", {pack("a", 1), pack("b", 0xff, true), pack("c", 2, true)}}};
  auto run = run_vectors(testee, files, {});
  EXPECT_THAT(ids(run), ElementsAre("packing/b", "packing/c"));
  EXPECT_TRUE(run.smoke_failed);
  EXPECT_EQ(run.not_run, 1u);
  EXPECT_FALSE(reach_verdicts(run).conforms);
  EXPECT_THAT(text_report(run, reach_verdicts(run), {}, false),
              HasSubstr("the adapter or its arithmetic is broken"));

  RunOptions options;
  options.continue_after_smoke = true;
  run = run_vectors(testee, files, options);
  EXPECT_THAT(ids(run), ElementsAre("packing/b", "packing/c", "packing/a"));
}

// TQ-CONF-025
TEST(Runner, TheTargetThatWasAskedForAnswersOrNothingRuns) {
  const std::vector<VectorFile> files = {
      {"core/packing.json", "packing", {pack("a", 1), pack("b", 2, true)}}};
  RunOptions options;
  options.target = "AVX2";
  options.continue_after_smoke = true;
  FakeTestee right({"packing.pack"}, "AVX2");
  auto run = run_vectors(right, files, options);
  EXPECT_FALSE(run.wrong_target);
  EXPECT_TRUE(reach_verdicts(run).conforms);

  for (const auto& [target, line] :
       {std::pair{"SSE4", "asked for target AVX2, the testee runs on SSE4"},
        std::pair{"avx2", "asked for target AVX2, the testee runs on avx2"},
        std::pair{"", "asked for target AVX2, the testee names none"}}) {
    FakeTestee wrong({"packing.pack"}, target);
    run = run_vectors(wrong, files, options);
    EXPECT_EQ(run.wrong_target, line);
    EXPECT_TRUE(run.smoke_failed);
    EXPECT_TRUE(run.results.empty());
    EXPECT_EQ(run.not_run, 2u);
    EXPECT_FALSE(reach_verdicts(run).conforms);
  }
}

TEST(Runner, FiltersAndClaimsSelect) {
  FakeTestee testee({"packing.pack"});
  std::vector<VectorFile> files = {{"core/packing.json", "packing", {pack("a", 1), pack("b", 2)}},
                                   {"packing/wide.json", "packing", {pack("c", 3)}}};
  files[0].vectors[1].operation = "packing.unpack";
  RunOptions options;
  auto run = run_vectors(testee, files, options);
  EXPECT_THAT(ids(run), ElementsAre("packing/a", "packing/c"));
  EXPECT_EQ(run.not_claimed, 1u);
  options.tier = Tier::kCore;
  EXPECT_THAT(ids(run_vectors(testee, files, options)), ElementsAre("packing/a"));
  options = {};
  options.only = "packing/?";
  options.operation = "*.unpack";
  run = run_vectors(testee, files, options);
  EXPECT_TRUE(run.results.empty());
  EXPECT_EQ(run.selected, 1u);
  EXPECT_FALSE(reach_verdicts(run).conforms) << "nothing passed";
}

TEST(Runner, Globs) {
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_TRUE(matches_glob("keys/*-w2", "keys/encode-w2-w2"));
  EXPECT_TRUE(matches_glob("a?c*", "abc"));
  EXPECT_FALSE(matches_glob("a?c", "ac"));
  EXPECT_FALSE(matches_glob("", "a"));
  EXPECT_FALSE(matches_glob("*b", "abc"));
}

TEST(Verdicts, DeclinedIsNeitherPassNorFail) {
  FakeTestee testee({"packing.pack"});
  const std::vector<VectorFile> one = {{"core/packing.json", "packing", {pack("a", 0xfe)}}};
  const std::vector<VectorFile> two = {
      {"core/packing.json", "packing", {pack("a", 0xfe), pack("b", 2), pack("c", 1)}}};
  EXPECT_FALSE(reach_verdicts(run_vectors(testee, one, {})).conforms) << "a hollow claim";
  const auto run = run_vectors(testee, two, {});
  const Verdicts verdicts = reach_verdicts(run);
  EXPECT_TRUE(verdicts.conforms);
  ASSERT_EQ(verdicts.requirements.size(), 2u);
  EXPECT_EQ(name_of(verdicts.requirements[0].counts.verdict()), "partial");
  EXPECT_EQ(name_of(verdicts.requirements[1].counts.verdict()), "pass");
  EXPECT_THAT(verdicts.levels[0].missing, ElementsAre("page.parse", "key.decode"));
  EXPECT_EQ(name_of(verdicts.levels[0].verdict), "not-exercised");
}

TEST(Verdicts, ReaderNeedsBothOperations) {
  conformance::Run run;
  run.identity =
      Identity{"n", "v", {{"page.parse", {"bits", ""}}, {"key.decode", {"bounds", "fma"}}}};
  Vector parse;
  parse.operation = "page.parse";
  Vector decode;
  decode.operation = "key.decode";
  run.results = {{&parse, "page", {}, {}, {}}, {&decode, "keys", {}, {}, {}}};
  LevelVerdict reader = reach_verdicts(run).levels[0];
  EXPECT_EQ(name_of(reader.verdict), "pass");
  EXPECT_EQ(reader.conformance_class, "bounds(fma)");
  run.results.pop_back();
  EXPECT_EQ(name_of(reach_verdicts(run).levels[0].verdict), "partial");
}

class Reports : public testing::Test {
 protected:
  FakeTestee testee_{{"packing.pack"}};
  std::vector<VectorFile> files_ = {
      {"core/packing.json",
       "packing",
       {pack("a", 1), pack("b", 0xfd), pack("c", 0xff), pack("d", 0xfe)}}};
  conformance::Run run_ = run_vectors(testee_, files_, {});
  Verdicts verdicts_ = reach_verdicts(run_);
  ReportContext context_{"0.1.0", "./it's mine", "", "r00t", "2026-01-31T12:00:00Z", {}};
};

TEST_F(Reports, TextNamesThePlaceAndTheWayBack) {
  const std::string text = text_report(run_, verdicts_, context_, false);
  EXPECT_THAT(text, HasSubstr("fail packing/b\n  output packed differs at element 0\n"
                              "  expected fd\n  actual   00\n  requirement TQ-PACK-001\n"));
  EXPECT_THAT(text, HasSubstr("reproduce: tqc run --testee './it'\\''s mine' --only packing/b"));
  EXPECT_THAT(text, HasSubstr("1 of 4 pass, 2 fail, 1 unsupported"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text_report(run_, verdicts_, context_, true), HasSubstr("\x1b[31mfail\x1b[0m"));
}

TEST_F(Reports, CertificateSaysWhatItStandsOn) {
  const auto json = nlohmann::json::parse(json_report(run_, verdicts_, context_));
  for (const char* key :
       {"suite", "specification", "vector_format", "protocol", "vectors_root", "testee", "started",
        "seconds", "selection", "conforms", "levels", "operations", "requirements", "reproduce"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["counts"]["pass"], 1);
  ASSERT_EQ(json["not_passed"].size(), 3u);
  EXPECT_EQ(json["not_passed"][0]["divergence"]["index"], 0);
  EXPECT_EQ(json["not_passed"][1]["outcome"], "crash");
}

TEST_F(Reports, JunitIsEscaped) {
  const std::string xml = junit_report(run_, verdicts_, context_);
  EXPECT_THAT(xml, HasSubstr("tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\""));
  EXPECT_THAT(xml, HasSubstr("died &lt;&amp;&quot;&apos;\\x01&gt;"));
}

// TQ-CONF-025
TEST_F(Reports, EachNamesTheTarget) {
  FakeTestee testee({"packing.pack"}, "SSE4");
  for (const std::string asked : {"SSE4", "AVX2"}) {
    const bool right = asked == "SSE4";
    context_.options.target = asked;
    const auto run = run_vectors(testee, files_, context_.options);
    const Verdicts verdicts = reach_verdicts(run);
    const std::string line = "asked for target AVX2, the testee runs on SSE4";
    const std::string text = text_report(run, verdicts, context_, false);
    EXPECT_THAT(text, HasSubstr("testee   fake 1\ntarget   SSE4\n"));
    EXPECT_EQ(text.find("fail target\n  " + line) != std::string::npos, !right);
    EXPECT_THAT(text, HasSubstr(" --expect-target " + asked + " --only "));
    const auto json = nlohmann::json::parse(json_report(run, verdicts, context_));
    EXPECT_EQ(json["testee"]["target"], "SSE4");
    EXPECT_EQ(json["target"]["expected"], asked);
    EXPECT_EQ(json["target"]["verdict"], right ? "pass" : "fail");
    EXPECT_EQ(json["smoke"], right ? "pass" : "fail");
    const std::string xml = junit_report(run, verdicts, context_);
    EXPECT_THAT(xml, HasSubstr("<property name=\"target\" value=\"SSE4\"/>"));
    EXPECT_THAT(xml, HasSubstr("name=\"tqc.target\" tests=\"1\" failures=\"" +
                               std::string(right ? "0" : "1")));
    EXPECT_EQ(xml.find("message=\"" + line) != std::string::npos, !right);
  }
}

}  // namespace
}  // namespace tq::conformance
