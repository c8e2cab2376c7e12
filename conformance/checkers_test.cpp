// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include "conformance/checker.hpp"
#include "spec/contract/operations.hpp"

namespace tq::conformance {
namespace {

std::set<std::string> ids_of_chapter(std::string_view chapter) {
  std::ifstream file("spec/" + std::string(chapter) + ".md");
  std::set<std::string> ids;
  const std::regex pattern(R"(^\*\*(TQ-[A-Z]+-[0-9]{3})\*\* )");
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (std::regex_search(line, match, pattern)) ids.insert(match[1]);
  }
  return ids;
}

TEST(Checkers, JudgeEveryRequirementOfTheirChapter) {
  for (const Checker& checker : checkers()) {
    std::set<std::string> judged;
    for (const FieldRule& rule : checker.rules) judged.emplace(rule.requirement);
    for (const std::string_view id : checker.by_vectors) judged.emplace(id);
    const std::set<std::string> ids = ids_of_chapter(checker.chapter);
    ASSERT_FALSE(ids.empty()) << checker.chapter;
    for (const std::string& id : ids) EXPECT_TRUE(judged.contains(id)) << id << " is not judged";
  }
}

TEST(Checkers, CoverEveryStageAndOutput) {
  for (const contract::Operation& operation : contract::kOperations) {
    const Checker* checker = find_checker(operation.chapter);
    ASSERT_NE(checker, nullptr) << operation.chapter;
    for (const contract::OperationField& field : operation.fields) {
      if (field.part == contract::FieldPart::kInput) continue;
      const bool ruled =
          std::any_of(checker->rules.begin(), checker->rules.end(), [&](const FieldRule& rule) {
            return rule.operation == operation.name && rule.field == field.name;
          });
      EXPECT_TRUE(ruled) << operation.name << " " << field.name;
    }
  }
}

TEST(Checkers, NamesOnlyKnownOperationsAndFields) {
  for (const Checker& checker : checkers()) {
    for (const FieldRule& rule : checker.rules) {
      const contract::Operation* operation = contract::find_operation(rule.operation);
      ASSERT_NE(operation, nullptr) << rule.operation;
      EXPECT_TRUE(std::any_of(operation->fields.begin(), operation->fields.end(),
                              [&](const auto& field) { return field.name == rule.field; }))
          << rule.operation << " " << rule.field;
    }
  }
}

}  // namespace
}  // namespace tq::conformance
