// SPDX-License-Identifier: Apache-2.0
// Every example of the chapters, performed by the exact reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "conformance/builtin/reference/reference.hpp"
#include "conformance/chapters/text.hpp"
#include "conformance/json_strict.hpp"
#include "conformance/record_json.hpp"

namespace tq::conformance {
namespace {

using contract::FieldPart;
using Json = nlohmann::ordered_json;

class ChapterExamples : public testing::TestWithParam<std::string_view> {};

void expect_fields(const Json& wanted, FieldPart part, const contract::Operation& operation,
                   const Record& actual) {
  const FieldPart parts[] = {part};
  const RecordOrError expected = read_record(operation, parts, wanted, false);
  ASSERT_FALSE(expected.error) << *expected.error;
  ASSERT_FALSE(expected.record.empty()) << "the example compares nothing";
  for (const Field& field : expected.record.fields()) {
    const Value* value = actual.find(field.name);
    ASSERT_NE(value, nullptr) << field.name;
    EXPECT_EQ(write_record({{field.name, *value}}), write_record({field}));
  }
}

void check(const Example& example) {
  ASSERT_EQ(example.lines.size(), 2u) << "an example is a request and an answer";
  std::string error;
  const auto request = parse_json(example.lines[0], error);
  ASSERT_TRUE(request) << error;
  const auto answer = parse_json(example.lines[1], error);
  ASSERT_TRUE(answer) << error;

  const Json* name = find_member(*request, "operation");
  ASSERT_TRUE(name != nullptr && as_string(*name) != nullptr);
  const contract::Operation* operation = contract::find_operation(*as_string(*name));
  ASSERT_NE(operation, nullptr) << *name;
  const FieldPart inputs[] = {FieldPart::kInput};
  const Json* input = find_member(*request, "input");
  ASSERT_NE(input, nullptr);
  const RecordOrError record = read_record(*operation, inputs, *input, true);
  ASSERT_FALSE(record.error) << *record.error;

  const Answer actual = perform_with_reference(*operation, record.record);
  if (const Json* slug = find_member(*answer, "error")) {
    ASSERT_TRUE(actual.error) << "the reference accepts";
    EXPECT_EQ(*slug, contract::entry(*actual.error).slug);
    return;
  }
  ASSERT_FALSE(actual.error) << contract::entry(*actual.error).slug;
  const Json* output = find_member(*answer, "output");
  ASSERT_NE(output, nullptr);
  expect_fields(*output, FieldPart::kOutput, *operation, actual.output);
  if (const Json* stages = find_member(*answer, "stages")) {
    expect_fields(*stages, FieldPart::kStage, *operation, actual.stages);
  }
}

TEST_P(ChapterExamples, AreWhatTheReferenceDoes) {
  for (const Example& example : examples_of(read_chapter(GetParam()))) {
    SCOPED_TRACE("spec/" + std::string(GetParam()) + ".md:" + std::to_string(example.line));
    check(example);
  }
}

TEST(Chapters, MostChaptersHaveAnExample) {
  const auto with_examples =
      std::count_if(std::begin(kOperationChapters), std::end(kOperationChapters),
                    [](auto chapter) { return !examples_of(read_chapter(chapter)).empty(); });
  EXPECT_GT(2 * with_examples, std::ssize(kOperationChapters));
}

INSTANTIATE_TEST_SUITE_P(Spec, ChapterExamples, testing::ValuesIn(kOperationChapters),
                         [](const auto& chapter) { return std::string(chapter.param); });

}  // namespace
}  // namespace tq::conformance
