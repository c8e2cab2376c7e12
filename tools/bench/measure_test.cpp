// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/measure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "optimized/target.hpp"

namespace tq::tools::bench {
namespace {

using optimized::Kernels;
using testing::Each;
using testing::ElementsAre;
using testing::Gt;
using testing::SizeIs;

// Kernels of no use but their name, and a case that leaves one byte.
struct Made {
  Made() {
    fast.target = "FAST";
    scalar.target = "SCALAR";
  }

  Case one_case(std::string name) {
    return {std::move(name),
            10,
            1,
            [this](const Kernels& kernels) {
              output = kernels.target == wrong ? 1 : 0;
              ++passes;
            },
            {{"memcpy", [this] { ++copies; }}},
            {&output, 1},
            [this] { ++refills; }};
  }

  Kernels fast{};
  Kernels scalar{};
  std::string wrong;
  unsigned char output = 0;
  long passes = 0;
  long copies = 0;
  long refills = 0;
};

TEST(BenchMeasure, TakesTheLoopsInTurn) {
  Made made;
  const Case cases[] = {made.one_case("a"), made.one_case("b")};
  const Kernels* targets[] = {&made.fast, &made.scalar};
  std::vector<std::string> order;
  MeasureOptions options;
  options.repetitions = 2;
  options.seconds = 1e-5;
  options.progress = [&order](std::string_view name) { order.emplace_back(name); };
  const std::vector<CaseTimes> times = measure(cases, targets, options);

  EXPECT_THAT(order,
              ElementsAre("a/memcpy", "a/FAST", "a/SCALAR", "b/memcpy", "b/FAST", "b/SCALAR",
                          "a/memcpy", "a/FAST", "a/SCALAR", "b/memcpy", "b/FAST", "b/SCALAR"));
  ASSERT_THAT(times, SizeIs(2));
  EXPECT_EQ(times[1].name, "b");
  ASSERT_THAT(times[1].targets, SizeIs(2));
  EXPECT_EQ(times[1].targets[0].name, "FAST");
  for (const CaseTimes& measured : times) {
    EXPECT_THAT(measured.yardsticks[0].nanoseconds, SizeIs(2));
    for (const Times& target : measured.targets) {
      EXPECT_THAT(target.nanoseconds, SizeIs(2));
      EXPECT_THAT(target.nanoseconds, Each(Gt(0)));
    }
  }
  EXPECT_GT(made.copies, 0);
  EXPECT_GT(made.refills, 0);
  EXPECT_LE(made.refills, made.passes);
}

TEST(BenchMeasure, RefusesATargetThatLeavesOtherBytes) {
  Made made;
  const Case cases[] = {made.one_case("a")};
  const Kernels* targets[] = {&made.fast, &made.scalar};
  EXPECT_NO_THROW(require_same_output(cases, targets));
  made.wrong = "FAST";
  EXPECT_THROW(require_same_output(cases, targets), std::runtime_error);
}

TEST(BenchCases, NamesAndSizes) {
  const Kernels& scalar = *optimized::usable_targets().back();
  EXPECT_THAT(make_cases({}, scalar), SizeIs(19));
  EXPECT_THAT(make_cases({.all = true}, scalar), SizeIs(57));
  EXPECT_THAT(make_cases({.only = "append/d64/*"}, scalar), SizeIs(0));
  const std::vector<Case> scans = make_cases({.all = true, .only = "scan/d256/w?"}, scalar);
  ASSERT_THAT(scans, SizeIs(3));
  EXPECT_EQ(scans[1].name, "scan/d256/w3");
  EXPECT_EQ(scans[1].bytes, 96u);
  EXPECT_THAT(scans[1].yardsticks, SizeIs(2));
}

TEST(BenchCases, EveryTargetLeavesTheSameBytes) {
  const auto targets = optimized::usable_targets();
  EXPECT_NO_THROW(
      require_same_output(make_cases({.all = true, .rows = 32}, *targets.back()), targets));
}

}  // namespace
}  // namespace tq::tools::bench
