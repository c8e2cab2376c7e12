// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tools/bench/floors.hpp"

namespace tq::tools::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

Report made_up() {
  return {{"Some CPU", 2, "GCC 12.2.0", "-O2"},
          1024,
          {{"append/d128/w4",
            512,
            {{"memcpy", {30, 32, 60}}},
            {{"AVX2", {50, 48, 90}}, {"SCALAR", {400, 408, 810}}}},
           {"scan/d128/w2",
            32,
            {{"memcpy", {2, 2, 2}}, {"read", {1, 1, 1}}},
            {{"AVX2", {4, 4, 4}}, {"SCALAR", {100, 100, 100}}}}}};
}

TEST(BenchReport, TableHasARowForEachCaseAndAColumnForEachTarget) {
  EXPECT_EQ(report_text(made_up()),
            "Some CPU, 2 cores; GCC 12.2.0, -O2\n"
            "Nanoseconds a row of 1024, median of 3; in brackets: times as fast as SCALAR.\n"
            "\n"
            "case            bytes  memcpy  read        SCALAR         AVX2  AVX2/memcpy"
            "  AVX2/read\n"
            "append/d128/w4    512    32.0     -  408.0 (1.0x)  50.0 (8.5x)         1.50"
            "          -\n"
            "scan/d128/w2       32     2.0   1.0  100.0 (1.0x)  4.0 (25.0x)         2.00"
            "       4.00\n");
}

TEST(BenchReport, JsonHoldsEveryRepetitionAndBothRatios) {
  const auto json = nlohmann::json::parse(report_json(made_up()));
  EXPECT_EQ(json.at("machine").at("processor"), "Some CPU");
  ASSERT_EQ(json.at("cases").size(), 2u);
  const auto& avx2 = json.at("cases")[0].at("targets")[0];
  EXPECT_EQ(avx2.at("repetitions"), (std::vector<double>{50, 48, 90}));
  EXPECT_EQ(avx2.at("best"), 48);
  EXPECT_EQ(avx2.at("times_as_fast_as_scalar").at("median"), 8.5);
  EXPECT_EQ(avx2.at("times_as_fast_as_scalar").at("of_bests"), 400.0 / 48);
  EXPECT_EQ(avx2.at("times_as_long_as_memcpy").at("median"), 1.5);
  EXPECT_FALSE(avx2.contains("times_as_long_as_read"));
  EXPECT_EQ(json.at("cases")[1].at("targets")[0].at("times_as_long_as_read").at("median"), 4);
}

TEST(BenchReport, JsonSurvivesAProcessorNameThatIsNoText) {
  Report report = made_up();
  report.machine.processor = "\xff";
  EXPECT_TRUE(nlohmann::json::accept(report_json(report)));
}

CaseTimes appended(double memcpy, double avx2, double scalar) {
  return {"append/d128/w4", 512, {{"memcpy", {memcpy}}}, {{"AVX2", {avx2}}, {"SCALAR", {scalar}}}};
}

TEST(BenchFloors, BoundsThemselvesAreMet) {
  EXPECT_TRUE(judge_floors(appended(50, 100, 400)).met);
  EXPECT_THAT(judge_floors(appended(50, 100, 400)).text, Not(HasSubstr("MISSED")));
}

TEST(BenchFloors, EitherFloorCanBeMissed) {
  const FloorVerdict slow = judge_floors(appended(100, 100, 399));
  EXPECT_FALSE(slow.met);
  EXPECT_THAT(slow.text, HasSubstr("3.99 (best times 3.99) times as fast as SCALAR, at least 4: "
                                   "MISSED\n"));
  const FloorVerdict costly = judge_floors(appended(50, 101, 1000));
  EXPECT_FALSE(costly.met);
  EXPECT_THAT(costly.text, HasSubstr("2.02 (best times 2.02) times as long as memcpy, at most 2: "
                                     "MISSED\n"));
}

TEST(BenchFloors, OneOfTheTwoRatiosIsEnough) {
  CaseTimes times = appended(0, 0, 0);
  times.targets[0].nanoseconds = {100, 150, 150};
  times.targets[1].nanoseconds = {400, 450, 450};
  times.yardsticks[0].nanoseconds = {40, 80, 80};
  EXPECT_TRUE(judge_floors(times).met);  // best times 4 and 2.5, medians 3 and 1.875
}

}  // namespace
}  // namespace tq::tools::bench
