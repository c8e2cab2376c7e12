// SPDX-License-Identifier: Apache-2.0
#include "tools/gen/intervals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <variant>

#include "conformance/compare.hpp"
#include "conformance/vectors/formulas.hpp"
#include "conformance/vectors/load.hpp"
#include "spec/contract/profiles.hpp"

namespace tq::tools {
namespace {

using conformance::Interval;
using conformance::Outcome;
using conformance::Vector;

// Patterns of numbers in the order of the numbers.
std::int64_t ordinal(std::uint32_t pattern) {
  const std::int64_t magnitude = pattern & 0x7fffffff;
  return (pattern >> 31) != 0 ? -magnitude : magnitude;
}

bool contains(const Interval& wide, const Interval& narrow) {
  for (std::size_t i = 0; i < narrow.lower.size(); ++i) {
    if (ordinal(wide.lower[i]) > ordinal(narrow.lower[i])) return false;
    if (ordinal(wide.upper[i]) < ordinal(narrow.upper[i])) return false;
  }
  return wide.lower.size() == narrow.lower.size();
}

// TQ-ARITH-011, TQ-CONF-014. Golden values lie inside under every profile, what a vector holds is
// what is derived, and a weaker profile permits what a stronger one does.
TEST(DerivedIntervals, HoldTheGoldenValuesAndEachOther) {
  const auto loaded = conformance::load_vectors("vectors");
  ASSERT_TRUE(std::holds_alternative<conformance::LoadedVectors>(loaded));
  std::map<std::string, int> judged;
  for (const auto& file : std::get<conformance::LoadedVectors>(loaded).files) {
    if (!file.path.starts_with("core/")) continue;
    for (const Vector& golden : file.vectors) {
      Vector vector = golden;
      vector.input = conformance::full_input(vector);
      std::map<std::string, Interval> strict;
      for (const contract::Profile& profile : contract::kProfiles) {
        const std::string name(profile.name);
        vector.intervals = derive_intervals(vector, name);
        for (const Interval& stored : golden.intervals) {
          if (stored.profile != name) continue;
          const auto same = [&](const Interval& one) { return one == stored; };
          EXPECT_TRUE(std::ranges::any_of(vector.intervals, same)) << vector.id;
        }
        for (const Interval& interval : vector.intervals) {
          // tf32 and cuda-fast-math each permit what the other does not.
          if (name == "ieee") strict.emplace(interval.field, interval);
          const auto stronger = strict.find(interval.field);
          if (stronger == strict.end()) continue;
          EXPECT_TRUE(contains(interval, stronger->second)) << vector.id << ' ' << name;
        }
        const auto judgement =
            conformance::judge(vector, vector.expected, {"bounds", name}, nullptr);
        EXPECT_TRUE(
            judgement.outcome == Outcome::kPass ||
            (judgement.outcome == Outcome::kNotApplicable && vector.operation == "key.encode"))
            << vector.id << ' ' << name << ": " << judgement.detail;
        judged[name] += vector.intervals.empty() ? 0 : 1;
      }
    }
  }
  EXPECT_EQ(judged.size(), std::size(contract::kProfiles));
  for (const auto& [name, count] : judged) EXPECT_GT(count, 100) << name;
}

TEST(DerivedIntervals, NoneForErrorsAndUnknownProfiles) {
  Vector vector;
  vector.operation = "arithmetic.dot";
  vector.input = {{"a", conformance::Words{{0x3f800000}}}, {"b", conformance::Words{{0x3f800000}}}};
  EXPECT_EQ(derive_intervals(vector, "tf32").size(), 1u);
  EXPECT_TRUE(derive_intervals(vector, "sloppy").empty());
  vector.expected.error = contract::Error::kBadLength;
  EXPECT_TRUE(derive_intervals(vector, "tf32").empty());
}

}  // namespace
}  // namespace tq::tools
