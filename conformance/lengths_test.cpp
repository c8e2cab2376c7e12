// SPDX-License-Identifier: Apache-2.0
// A testee may answer with lists of any length: each is one wrong answer, whatever a chapter's
// checker wants to say about it.
#include <gtest/gtest.h>

#include <algorithm>

#include "conformance/checker.hpp"
#include "conformance/compare.hpp"
#include "conformance/vectors/load.hpp"

namespace tq::conformance {
namespace {

// The value with `count` elements: cut, or its elements again and again. The value itself when it
// is no list.
Value with_length(Value value, std::size_t count) {
  std::visit(
      [count](auto& list) {
        if constexpr (requires { list.values; }) {
          auto repeated = list.values;
          while (repeated.size() < count) repeated.push_back(repeated.empty() ? 0 : repeated[0]);
          repeated.resize(count);
          list.values = std::move(repeated);
        }
      },
      value);
  return value;
}

std::size_t length_of(const Value& value) {
  return std::visit(
      [](const auto& list) -> std::size_t {
        if constexpr (requires { list.values; }) {
          return list.values.size();
        } else {
          return 0;
        }
      },
      value);
}

// Judges the answer with field `name` of another length.
void expect_fail(const VectorFile& file, const Vector& vector, bool is_stage,
                 const std::string& name, std::size_t count) {
  Answer answer = vector.expected;
  Record& record = is_stage ? answer.stages : answer.output;
  Record changed;
  for (const Field& field : record.fields()) {
    changed.add(field.name, field.name == name ? with_length(field.value, count) : field.value);
  }
  record = changed;
  const Judgement judgement = judge(vector, answer, {"bits", ""}, find_checker(file.chapter));
  EXPECT_EQ(judgement.outcome, Outcome::kFail) << vector.id << ' ' << name << ' ' << count;
}

TEST(Compare, AnswersOfEveryLengthAreJudged) {
  const auto loaded = load_vectors("vectors");
  ASSERT_TRUE(std::holds_alternative<LoadedVectors>(loaded));
  std::size_t judged = 0;
  for (const VectorFile& file : std::get<LoadedVectors>(loaded).files) {
    for (const Vector& vector : file.vectors) {
      for (const Record* record : {&vector.expected.stages, &vector.expected.output}) {
        for (const Field& field : record->fields()) {
          const std::size_t length = length_of(field.value);
          if (length == 0 || length > 4096) continue;
          for (const std::size_t count : {std::size_t{0}, length - 1, length + 1, 3 * length}) {
            if (count == length) continue;
            expect_fail(file, vector, record == &vector.expected.stages, field.name, count);
            ++judged;
          }
        }
      }
    }
  }
  EXPECT_GT(judged, 4000U);
}

}  // namespace
}  // namespace tq::conformance
