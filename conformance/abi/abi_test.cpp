// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-030, TQ-CONF-032, TQ-CONF-033, TQ-CONF-034: libraries behind the C ABI. The samples pass;
// every fault of a hostile one has its own outcome, and the run goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "conformance/abi/open_abi.hpp"
#include "conformance/fault_for_test.hpp"
#include "conformance/open_testee.hpp"
#include "conformance/runner.hpp"
#include "conformance/vectors/load.hpp"
#include "conformance/verdict.hpp"

namespace tq::conformance {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kTestees = std::string(TQC_TESTEES) + "/";

std::unique_ptr<Testee> open(const std::string& text, const TimeLimits& limits = {}) {
  auto opened = open_testee(text, limits);
  if (const auto* why = std::get_if<std::string>(&opened)) ADD_FAILURE() << *why;
  return std::get<std::unique_ptr<Testee>>(std::move(opened));
}

conformance::Run run_all(const std::string& text) {
  static const auto loaded = std::get<LoadedVectors>(load_vectors("vectors"));
  return run_vectors(*open(text), loaded.files, {});
}

void expect_all_pass(const conformance::Run& run) {
  ASSERT_FALSE(run.start_trouble) << run.start_trouble->detail;
  for (const Result& result : run.results) {
    EXPECT_EQ(name_of(result.judgement.outcome), "pass")
        << result.vector->id << ": " << result.judgement.detail;
  }
  EXPECT_TRUE(reach_verdicts(run).conforms);
}

TEST(Abi, PlainCPassesWhatItClaims) {
  const auto run = run_all(kTestees + "testee_c.so");
  expect_all_pass(run);
  EXPECT_GT(run.results.size(), 200u);
  EXPECT_GT(run.not_claimed, 0u);
}

TEST(Abi, CppPassesEveryVector) {
  const auto run = run_all("abi:" + kTestees + "testee_cpp.so");
  expect_all_pass(run);
  EXPECT_EQ(run.not_claimed, 0u);
  EXPECT_EQ(run.results.size(), run.selected);
}

// The middle one of the vectors meets the fault.
conformance::Run run_fault(const char* fault, std::chrono::milliseconds call,
                           std::vector<std::uint8_t> last = {3}) {
  const std::vector<VectorFile> files = three_vectors(std::move(last));
  ::setenv("TQC_FAULT", fault, 1);
  const auto testee = open(kTestees + "testee_hostile.so", {std::chrono::seconds(20), call, call});
  auto run = run_vectors(*testee, files, {});
  ::unsetenv("TQC_FAULT");
  for (Result& result : run.results) result.vector = nullptr;  // gone with `files`
  return run;
}

class HostileLibrary : public testing::TestWithParam<Fault> {};

TEST_P(HostileLibrary, HasItsOutcomeAndTheRunGoesOn) {
  const Fault& fault = GetParam();
  const bool hangs = fault.outcome == Outcome::kTimeout;
  const auto run = run_fault(fault.name, std::chrono::milliseconds(hangs ? 500 : 20'000));
  expect_fault_and_the_run_goes_on(run, fault);
}

// Only that it closed its output: a sanitizer reports a signal in its own way.
constexpr const char* kDied = "closed its output before the answer to call 2 and ";

INSTANTIATE_TEST_SUITE_P(
    Faults, HostileLibrary,
    testing::Values(
        Fault{"none", Outcome::kPass, ""}, Fault{"print", Outcome::kPass, ""},
        Fault{"segfault", Outcome::kCrash, kDied}, Fault{"abort", Outcome::kCrash, kDied},
        Fault{"endless-recursion", Outcome::kCrash, kDied},
        Fault{"exit", Outcome::kCrash, "call 2 and exited with status 0"},
        Fault{"hang", Outcome::kTimeout, "no answer to call 2 within 0.5 s"},
        Fault{"write-behind", Outcome::kCrash, kDied},
        Fault{"write-in-front", Outcome::kCrash, kDied},
        Fault{"write-request", Outcome::kCrash, kDied},
        Fault{"read-behind", Outcome::kCrash, kDied},
        Fault{"reply-nothing", Outcome::kProtocolError, "a reply of 0 bytes"},
        Fault{"reply-huge", Outcome::kProtocolError, "a reply of 4294967295 bytes, above 8388600"},
        Fault{"reply-greedy", Outcome::kProtocolError, "bytes, more than it had asked for"},
        Fault{"reply-short", Outcome::kProtocolError, "and the message has 0 left"},
        Fault{"lying-count", Outcome::kProtocolError, "of 4294967295 bytes"},
        Fault{"wrong-type", Outcome::kProtocolError, "is of type 4, not 6"},
        Fault{"trailing-bytes", Outcome::kProtocolError, "8 bytes behind the last field"},
        Fault{"dirty-padding", Outcome::kProtocolError, "padding that is not zero"},
        Fault{"unknown-error", Outcome::kProtocolError, "error 999 is not in the error table"},
        Fault{"extra-stage", Outcome::kProtocolError, "packing.pack has 0 stages"},
        Fault{"other-kind", Outcome::kProtocolError, "is no answer to a call"},
        Fault{"wrong-bits", Outcome::kFail, "output packed differs"},
        Fault{"unsupported", Outcome::kUnsupported, "no such codes here"}),
    name_of_fault);

// TQ-CONF-033: the first room is too small for this reply, the second holds it.
TEST(Abi, LargeReplyGetsMoreRoom) {
  const auto run =
      run_fault("none", std::chrono::seconds(20), std::vector<std::uint8_t>(1'000'000, 7));
  ASSERT_EQ(run.results.size(), 3u);
  EXPECT_EQ(name_of(run.results[2].judgement.outcome), "pass") << run.results[2].judgement.detail;
}

TEST(Abi, FaultsAtHelloEndTheRunWithOneLine) {
  for (const auto& [fault, trouble, line] :
       {std::tuple{"hello-abort", Trouble::kCrash, "closed its output before the answer to hello"},
        std::tuple{"hello-claims", Trouble::kProtocolError, "a claim is no name"},
        std::tuple{"hello-abi", Trouble::kProtocolError, "the ABI is version 2, not 1"}}) {
    const auto run = run_fault(fault, std::chrono::seconds(20));
    ASSERT_TRUE(run.start_trouble) << fault;
    EXPECT_EQ(run.start_trouble->trouble, trouble) << fault;
    EXPECT_THAT(run.start_trouble->detail, HasSubstr(line));
  }
}

TEST(Abi, FileThatIsNoLibraryIsACrashAtStartWithTheReason) {
  const std::string path = testing::TempDir() + "tqc-not-a-library.so";
  std::ofstream(path) << "not a library\n";
  const auto started = open(path)->start();
  ASSERT_TRUE(std::holds_alternative<NoAnswer>(started));
  EXPECT_THAT(std::get<NoAnswer>(started).detail,
              HasSubstr("its standard error ends: tqc-abi-host"));
  std::remove(path.c_str());
}

TEST(Abi, NamesAreTakenForLibrariesOrCommands) {
  using Path = std::optional<std::string>;
  EXPECT_EQ(parse_abi_path("./mine.so"), Path("./mine.so"));
  EXPECT_EQ(parse_abi_path("lib/libmine.so.1.2"), Path("lib/libmine.so.1.2"));
  EXPECT_EQ(parse_abi_path("mine.dylib"), Path("mine.dylib"));
  EXPECT_EQ(parse_abi_path("mine.wasm"), Path("mine.wasm"));
  EXPECT_EQ(parse_abi_path("abi:my library"), Path("my library"));
  for (const char* command :
       {"./adapter", "./adapter mine.so", "'mine.so'", "x.so.d/adapter", ""}) {
    EXPECT_EQ(parse_abi_path(command), std::nullopt) << command;
  }
  auto opened = open_testee("./nowhere.so", {});
  EXPECT_EQ(std::get<std::string>(opened), "no library or module ./nowhere.so");
  opened = open_testee("abi:", {});
  EXPECT_EQ(std::get<std::string>(opened), "no library or module ");
}

}  // namespace
}  // namespace tq::conformance
