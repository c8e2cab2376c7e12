// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-017 on every golden vector: an answer on an end of an interval passes class bounds, one
// ulp behind it fails, at that element, by that ulp.
#include <gtest/gtest.h>

#include "conformance/checker.hpp"
#include "conformance/compare.hpp"
#include "conformance/vectors/load.hpp"

namespace tq::conformance {
namespace {

// The neighbour in the order of the numbers: ordinals of ordinal.hpp, or plain bytes.
std::uint32_t next(std::uint32_t pattern, int step, bool is_float) {
  constexpr std::uint32_t kSign = 0x80000000;
  if (!is_float) return pattern + static_cast<std::uint32_t>(step);
  const std::int64_t magnitude = pattern & ~kSign;
  const std::int64_t ordinal = ((pattern & kSign) != 0 ? -magnitude : magnitude) + step;
  return ordinal < 0 ? static_cast<std::uint32_t>(-ordinal) | kSign
                     : static_cast<std::uint32_t>(ordinal);
}

class Ends {
 public:
  Ends(const VectorFile& file, const Vector& vector, const Interval& interval)
      : vector_(vector),
        interval_(interval),
        checker_(find_checker(file.chapter)),
        answer_(vector.expected),
        is_stage_(vector.expected.output.find(interval.field) == nullptr),
        values_(*(is_stage_ ? answer_.stages : answer_.output).find(interval.field)) {}

  // How many places were judged.
  std::size_t judge_all() {
    std::size_t judged = 0;
    for (std::size_t i = 0; i < interval_.lower.size(); ++i) {
      judged += judge_end(i, interval_.lower[i], -1) + judge_end(i, interval_.upper[i], 1);
    }
    return judged;
  }

 private:
  std::size_t judge_end(std::size_t index, std::uint32_t end, int outwards) {
    const bool is_float = std::holds_alternative<Words>(values_);
    EXPECT_EQ(judge_value(index, end).outcome, Outcome::kPass) << vector_.id << ' ' << index;
    const std::uint32_t beyond = next(end, outwards, is_float);
    if (!is_float && beyond > 0xff) return 1;
    const Judgement judgement = judge_value(index, beyond);
    EXPECT_EQ(judgement.outcome, Outcome::kFail) << vector_.id << ' ' << index;
    if (!judgement.divergence) return 0;
    EXPECT_EQ(judgement.divergence->field, interval_.field);
    EXPECT_EQ(judgement.divergence->is_stage, is_stage_);
    EXPECT_EQ(judgement.divergence->index, index);
    EXPECT_EQ(judgement.divergence->ulps.value_or(1), 1u) << vector_.id << ' ' << index;
    EXPECT_EQ(judgement.divergence->ulps.has_value(), is_float);
    return 2;
  }

  Judgement judge_value(std::size_t index, std::uint32_t pattern) {
    Answer answer = answer_;
    Record& part = is_stage_ ? answer.stages : answer.output;
    Record changed;
    for (const Field& field : part.fields()) {
      Value value = field.value;
      if (field.name == interval_.field) set(value, index, pattern);
      changed.add(field.name, std::move(value));
    }
    part = std::move(changed);
    return judge(vector_, answer, {"bounds", interval_.profile}, checker_);
  }

  static void set(Value& value, std::size_t index, std::uint32_t pattern) {
    if (auto* words = std::get_if<Words>(&value)) words->values[index] = pattern;
    if (auto* bytes = std::get_if<Bytes>(&value)) {
      bytes->values[index] = static_cast<std::uint8_t>(pattern);
    }
  }

  const Vector& vector_;
  const Interval& interval_;
  const Checker* const checker_;
  const Answer answer_;
  const bool is_stage_;
  const Value& values_;
};

TEST(Bounds, EveryEndOfEveryIntervalIsSharp) {
  const auto loaded = load_vectors("vectors");
  ASSERT_TRUE(std::holds_alternative<LoadedVectors>(loaded));
  std::size_t judged = 0;
  for (const VectorFile& file : std::get<LoadedVectors>(loaded).files) {
    for (const Vector& vector : file.vectors) {
      for (const Interval& interval : vector.intervals) {
        judged += Ends(file, vector, interval).judge_all();
      }
    }
  }
  EXPECT_GT(judged, 10000u);
}

}  // namespace
}  // namespace tq::conformance
