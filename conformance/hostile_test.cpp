// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-008, TQ-CONF-012, TQ-CONF-013, TQ-CONF-014, TQ-CONF-020, TQ-CONF-021: every fault of a
// testee has its own outcome and one clear line, and the run goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "conformance/fault_for_test.hpp"
#include "conformance/open_testee.hpp"
#include "conformance/pipe_testee.hpp"
#include "conformance/runner.hpp"
#include "conformance/verdict.hpp"

namespace tq::conformance {
namespace {

using testing::HasSubstr;
using testing::Not;

// Results point into them.
const std::vector<VectorFile>& asked() {
  static const std::vector<VectorFile> files = three_vectors();
  return files;
}

// A hang costs `call`; everything else ends by itself long before its limit.
conformance::Run run_fault(const std::string& arguments, int call = 20'000, int ready = 20'000) {
  const TimeLimits limits{std::chrono::milliseconds(ready), std::chrono::milliseconds(call),
                          std::chrono::milliseconds(call)};
  auto opened = open_testee("python3 conformance/testees/hostile/hostile.py " + arguments, limits);
  return run_vectors(*std::get<std::unique_ptr<Testee>>(opened), asked(), {});
}

class HostileCall : public testing::TestWithParam<Fault> {};

TEST_P(HostileCall, HasItsOutcomeAndTheRunGoesOn) {
  const Fault& fault = GetParam();
  const bool hangs = fault.outcome == Outcome::kTimeout;
  const auto run = run_fault(fault.name, hangs ? 1'000 : 20'000);
  expect_fault_and_the_run_goes_on(run, fault);
  EXPECT_EQ(reach_verdicts(run).conforms, !is_failure(fault.outcome) && run.results.size() == 3);
}

INSTANTIATE_TEST_SUITE_P(
    Faults, HostileCall,
    testing::Values(
        Fault{"garbage", Outcome::kProtocolError, "not JSON: error at byte 1: segmentation"},
        Fault{"hang", Outcome::kTimeout, "no answer to call 2 within 1 s"},
        Fault{"close-pipe", Outcome::kCrash, "closed its output before the answer to call 2"},
        Fault{"exit", Outcome::kCrash, "exited with status 3"},
        Fault{"signal", Outcome::kCrash, "was killed by signal 11"},
        Fault{"array", Outcome::kProtocolError, "not a JSON object"},
        Fault{"number-output", Outcome::kProtocolError, "field \"packed\" is not a string"},
        Fault{"output-list", Outcome::kProtocolError, "fields are not a JSON object"},
        Fault{"missing-output", Outcome::kProtocolError, "field \"packed\" is missing"},
        Fault{"extra-field", Outcome::kProtocolError, "\"took\" is no such field"},
        Fault{"uppercase-hex", Outcome::kProtocolError, "lowercase hex digits"},
        Fault{"duplicate-key", Outcome::kProtocolError, "duplicate key \"id\""},
        Fault{"wrong-id", Outcome::kProtocolError, "does not carry its id"},
        Fault{"text-id", Outcome::kProtocolError, "does not carry its id"},
        Fault{"huge-number", Outcome::kProtocolError, "not JSON"},
        Fault{"infinite-number", Outcome::kProtocolError, "not JSON"},
        Fault{"nan", Outcome::kProtocolError, "not JSON"},
        Fault{"invalid-utf8", Outcome::kProtocolError, "not JSON"},
        Fault{"zero-byte", Outcome::kProtocolError, "zero byte"},
        Fault{"deep", Outcome::kProtocolError, "nested deeper"},
        Fault{"unknown-error", Outcome::kProtocolError, "not a slug of the error table"},
        Fault{"error-and-output", Outcome::kProtocolError, "exactly one of output"},
        Fault{"twice", Outcome::kProtocolError, "wrote without being asked"},
        Fault{"endless-line", Outcome::kProtocolError, "without a newline"},
        Fault{"unsupported", Outcome::kUnsupported, "no such codes here"},
        Fault{"rejects", Outcome::kFail, "expected output, got error bad-length"},
        Fault{"wrong-bits", Outcome::kFail, "output packed differs"},
        Fault{"wrong-length", Outcome::kFail, "output packed differs"},
        Fault{"flood-stderr", Outcome::kPass, ""}),
    name_of_fault);

class HostileHello : public testing::TestWithParam<Fault> {};

TEST_P(HostileHello, EndsTheRunWithOneLine) {
  const Fault& fault = GetParam();
  const bool hangs = fault.outcome == Outcome::kTimeout;
  const auto run = run_fault(fault.name, 20'000, hangs ? 1'000 : 20'000);
  ASSERT_TRUE(run.start_trouble);
  EXPECT_EQ(name_of(outcome_of(run.start_trouble->trouble)), name_of(fault.outcome));
  EXPECT_THAT(run.start_trouble->detail, HasSubstr(fault.line));
  EXPECT_THAT(run.start_trouble->detail, Not(HasSubstr("\n")));
  EXPECT_TRUE(run.results.empty());
  EXPECT_FALSE(reach_verdicts(run).conforms);
}

INSTANTIATE_TEST_SUITE_P(
    Faults, HostileHello,
    testing::Values(
        Fault{"garbage-at-hello", Outcome::kProtocolError, "Loading model weights"},
        Fault{"hang-at-hello", Outcome::kTimeout, "no answer to hello within 1 s"},
        Fault{"close-at-hello", Outcome::kCrash, "exited with status 0"},
        Fault{"log-before-ready", Outcome::kProtocolError, "wrote without being asked"},
        Fault{"wrong-protocol", Outcome::kProtocolError, "protocol is not 1"},
        Fault{"unknown-operation", Outcome::kProtocolError, "unknown operation \"packing.park\""},
        Fault{"unknown-class", Outcome::kProtocolError, "the claim of packing.pack"},
        Fault{"tiny-line", Outcome::kProtocolError, "at least 65536"},
        Fault{"empty-target", Outcome::kProtocolError, "target must be 1 to 64 letters"},
        Fault{"target-with-a-space", Outcome::kProtocolError, "target must be 1 to 64 letters"},
        Fault{"unknown-key-at-hello", Outcome::kProtocolError, "unknown key \"licence\""},
        Fault{"endless-line-at-hello", Outcome::kProtocolError, "without a newline"}),
    name_of_fault);

TEST(Hostile, ProgramThatDoesNotExist) {
  auto opened = open_testee("./no-such-adapter --flag", {});
  const auto run = run_vectors(*std::get<std::unique_ptr<Testee>>(opened), asked(), {});
  ASSERT_TRUE(run.start_trouble);
  EXPECT_EQ(run.start_trouble->detail, "cannot start ./no-such-adapter: No such file or directory");
}

TEST(Hostile, TesteeThatCannotBeRestartedIsGivenUp) {
  const std::string marker = testing::TempDir() + "tqc-hostile-first-start";
  std::filesystem::remove(marker);
  auto opened = open_testee(
      "python3 conformance/testees/hostile/hostile.py die-after-first-start " + marker, {});
  Testee& testee = *std::get<std::unique_ptr<Testee>>(opened);
  ASSERT_TRUE(std::holds_alternative<Identity>(testee.start()));
  const auto& operation = *contract::find_operation("packing.pack");
  const Record bad = {{"width", std::uint64_t{8}}, {"codes", Bytes{{0xba, 0xd0}}}};
  for (int i = 0; i < 2 * kPatience; ++i) {
    const Reply reply = testee.call(operation, bad);
    ASSERT_TRUE(std::holds_alternative<NoAnswer>(reply));
    EXPECT_EQ(std::get<NoAnswer>(reply).trouble, Trouble::kCrash);
    if (i > kPatience) {
      EXPECT_THAT(std::get<NoAnswer>(reply).detail, HasSubstr("not started again after 3"));
    }
  }
  std::filesystem::remove(marker);
}

// TQ-CONF-025: it answers on what was asked for, dies, and answers on something else.
TEST(Hostile, TargetThatChangesAtARestartIsFound) {
  const std::string marker = testing::TempDir() + "tqc-hostile-target";
  std::filesystem::remove(marker);
  auto opened = open_testee(
      "python3 conformance/testees/hostile/hostile.py other-target-after-first-start " + marker,
      {});
  RunOptions options;
  options.target = "AVX2";
  const auto run = run_vectors(*std::get<std::unique_ptr<Testee>>(opened), asked(), options);
  std::filesystem::remove(marker);
  EXPECT_FALSE(run.wrong_target);
  ASSERT_EQ(run.results.size(), 3u);
  EXPECT_EQ(name_of(run.results[0].judgement.outcome), "pass");
  EXPECT_EQ(name_of(run.results[1].judgement.outcome), "crash");
  EXPECT_EQ(name_of(run.results[2].judgement.outcome), "protocol-error");
  EXPECT_EQ(run.results[2].judgement.detail, "its target changed after a restart");
}

TEST(Hostile, OperationThatAlwaysHangsIsNotAskedAgain) {
  const std::chrono::milliseconds limit(300);
  auto opened = open_testee("python3 conformance/testees/hostile/hostile.py hang",
                            {std::chrono::seconds(20), limit, limit});
  Testee& testee = *std::get<std::unique_ptr<Testee>>(opened);
  ASSERT_TRUE(std::holds_alternative<Identity>(testee.start()));
  const Record bad = {{"width", std::uint64_t{8}}, {"codes", Bytes{{0xba, 0xd0}}}};
  NoAnswer last{Trouble::kCrash, ""};
  for (int i = 0; i <= kPatience; ++i) {
    last = std::get<NoAnswer>(testee.call(*contract::find_operation("packing.pack"), bad));
    EXPECT_EQ(last.trouble, Trouble::kTimeout);
  }
  EXPECT_EQ(last.detail, "not asked: packing.pack timed out 3 times in a row");
}

TEST(Hostile, RequestBeyondTheLineOfTheTesteeIsDeclinedForIt) {
  auto opened = open_testee("python3 conformance/testees/hostile/hostile.py hang", {});
  Testee& testee = *std::get<std::unique_ptr<Testee>>(opened);
  ASSERT_TRUE(std::holds_alternative<Identity>(testee.start()));
  const Record big = {{"width", std::uint64_t{8}},
                      {"codes", Bytes{std::vector<std::uint8_t>(1 << 20)}}};
  const Reply reply = testee.call(*contract::find_operation("packing.pack"), big);
  EXPECT_EQ(std::get<NoAnswer>(reply).trouble, Trouble::kUnsupported);
  EXPECT_THAT(std::get<NoAnswer>(reply).detail, HasSubstr("reads lines of at most 1048576"));
}

TEST(OpenTestee, SaysWhatIsWrongWithTheText) {
  const auto why = [](std::string_view text) {
    auto opened = open_testee(text, {});
    return std::get<std::string>(opened);
  };
  EXPECT_THAT(why("builtin:optimised"),
              HasSubstr("no builtin testee is called optimised; there are "
                        "builtin:reference, builtin:optimized and"));
  EXPECT_THAT(why("builtin:reference/AVX2"), HasSubstr("is called reference/AVX2; there are"));
  EXPECT_THAT(why("builtin:optimized/MMX"), HasSubstr("no target MMX here; compiled in: "));
  EXPECT_THAT(why("builtin:optimized/"), HasSubstr("usable on this processor: "));
  EXPECT_EQ(why("  "), "the testee command is empty");
  EXPECT_EQ(why("./a 'b"), "the testee command has an unclosed '");
}

TEST(OpenTestee, SplitsLikeAShell) {
  using Words = std::vector<std::string>;
  const auto split = [](std::string_view text) { return std::get<Words>(split_command(text)); };
  EXPECT_EQ(split(R"(a  'b c' "d \" \e" f\ g '' h'i'"j")"),
            (Words{"a", "b c", R"(d " \e)", "f g", "", "hij"}));
  for (const char* word : {"plain", "", "two words", "it's", "$HOME", "\"", "\\"}) {
    EXPECT_EQ(split("x " + quote_word(word)), (Words{"x", word}));
  }
}

}  // namespace
}  // namespace tq::conformance
