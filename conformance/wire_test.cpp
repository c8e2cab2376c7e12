// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-001, TQ-CONF-005, TQ-CONF-006, TQ-CONF-007, TQ-CONF-009, TQ-CONF-010, TQ-CONF-011: the
// messages, as the chapter prints them and as testees get them wrong.
#include "conformance/wire.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "conformance/chapters/text.hpp"
#include "conformance/value_text.hpp"
#include "spec/contract/profiles.hpp"

namespace tq::conformance {
namespace {

using testing::HasSubstr;

const contract::Operation& pack() { return *contract::find_operation("packing.pack"); }

std::vector<std::string> json_lines_of_the_chapter() {
  std::istringstream chapter(read_chapter("conformance"));
  std::vector<std::string> lines;
  bool inside = false;
  for (std::string line; std::getline(chapter, line);) {
    if (line.starts_with("```")) {
      inside = line == "```json";
    } else if (inside) {
      lines.push_back(line);
    }
  }
  return lines;
}

TEST(Wire, EveryMessageOfTheChapterIsRead) {
  const auto lines = json_lines_of_the_chapter();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0], encode_hello());
  EXPECT_TRUE(std::holds_alternative<Hello>(decode_request(lines[0])));

  const auto ready = decode_ready(lines[1]);
  ASSERT_TRUE(std::holds_alternative<Ready>(ready)) << std::get<WireError>(ready).detail;
  EXPECT_EQ(std::get<Ready>(ready).identity.claims.at("score.page"), (Claim{"bounds", "fma"}));
  EXPECT_EQ(encode_ready(std::get<Ready>(ready)), lines[1]);

  const auto request = decode_request(lines[2]);
  ASSERT_TRUE(std::holds_alternative<Call>(request));
  EXPECT_EQ(encode_call(7, pack(), std::get<Call>(request).input), lines[2]);

  const auto answer = decode_answer(lines[3], 7, pack());
  ASSERT_TRUE(std::holds_alternative<Answer>(answer));
  EXPECT_EQ(encode_answer(7, std::get<Answer>(answer)), lines[3]);

  const auto refused = decode_answer(lines[4], 8, pack());
  ASSERT_TRUE(std::holds_alternative<Answer>(refused));
  EXPECT_EQ(std::get<Answer>(refused).error, contract::Error::kBadLength);

  const auto declined = decode_answer(lines[5], 9, pack());
  ASSERT_TRUE(std::holds_alternative<Declined>(declined));
  EXPECT_EQ(encode_answer(9, NoAnswer{Trouble::kUnsupported, std::get<Declined>(declined).reason}),
            lines[5]);
}

// TQ-CONF-005
TEST(Wire, TheTargetTravels) {
  const Ready ready{{"n", "v", {}, "AVX3_DL"}, kMinTesteeLine};
  const auto read = decode_ready(encode_ready(ready));
  ASSERT_TRUE(std::holds_alternative<Ready>(read));
  EXPECT_EQ(std::get<Ready>(read).identity.target, "AVX3_DL");
}

// TQ-CONF-004
TEST(Wire, OperationTableOfTheChapterIsTheContract) {
  const auto fields =
      table_rows(read_chapter("conformance"), {"operation", "field", "part", "type"});
  const auto operations = table_rows(read_chapter("conformance"), {"operation", "what it does"});
  ASSERT_EQ(operations.size(), std::size(contract::kOperations));
  constexpr const char* kParts[] = {"input", "stage", "output"};
  std::size_t row = 0;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const contract::Operation& operation = contract::kOperations[i];
    EXPECT_EQ(operations[i].at("operation"), operation.name);
    EXPECT_EQ(operations[i].at("chapter"), operation.chapter);
    EXPECT_EQ(operations[i].at("what it does"), operation.summary);
    for (const contract::OperationField& field : operation.fields) {
      ASSERT_LT(row, fields.size());
      EXPECT_EQ(fields[row].at("operation"), operation.name);
      EXPECT_EQ(fields[row].at("field"), field.name);
      EXPECT_EQ(fields[row].at("part"), kParts[static_cast<int>(field.part)]);
      EXPECT_EQ(fields[row].at("type"), name_of(field.type));
      ++row;
    }
  }
  EXPECT_EQ(row, fields.size());
}

std::string ready_error(const char* line) {
  const auto ready = decode_ready(line);
  const auto* error = std::get_if<WireError>(&ready);
  return error == nullptr ? "" : error->detail;
}

TEST(Wire, RefusesWrongReadyMessages) {
  EXPECT_THAT(ready_error("loading..."), HasSubstr("not JSON"));
  EXPECT_THAT(ready_error("{}"), HasSubstr("not a ready message"));
  EXPECT_THAT(ready_error(R"({"op":"ready","protocol":2})"), HasSubstr("protocol is not 1"));
  const std::string start = R"({"op":"ready","protocol":1,"name":"n","version":"v",)";
  const auto with = [&](const char* rest) { return ready_error((start + rest).c_str()); };
  EXPECT_EQ(with(R"("max_line":65536,"operations":{}})"), "");
  EXPECT_EQ(with(R"("target":"sm_90a-x.1","max_line":65536,"operations":{}})"), "");
  for (const std::string target : {"\"\"", "7", "null", "\"AVX 2\"", "\"a/b\""}) {
    EXPECT_THAT(with((R"("target":)" + target + R"(,"max_line":65536,"operations":{}})").c_str()),
                HasSubstr("target must be 1 to 64"))
        << target;
  }
  EXPECT_TRUE(is_target_name(std::string(64, 'a')));
  EXPECT_FALSE(is_target_name(std::string(65, 'a')));
  EXPECT_THAT(with(R"("max_line":65535,"operations":{}})"), HasSubstr("at least 65536"));
  EXPECT_THAT(with(R"("max_line":65536})"), HasSubstr("operations is not an object"));
  EXPECT_THAT(with(R"("max_line":65536,"operations":{"packing.park":{"class":"bits"}}})"),
              HasSubstr("unknown operation \"packing.park\""));
  for (const char* claim :
       {R"("bits")", "{}", R"({"class":"exact"})", R"({"class":"bounds"})",
        R"({"class":"bits","profile":"fma"})", R"({"class":"bounds","profile":"fast"})"}) {
    EXPECT_THAT(
        with((R"("max_line":65536,"operations":{"packing.pack":)" + std::string(claim) + "}}")
                 .c_str()),
        HasSubstr("the claim of packing.pack"))
        << claim;
  }
}

// TQ-CONF-006
TEST(Wire, EveryProfileCanBeClaimed) {
  for (const contract::Profile& profile : contract::kProfiles) {
    Ready ready{{"n", "1", {{"score.page", {"bounds", std::string(profile.name)}}}}, 65536};
    const auto read = decode_ready(encode_ready(ready));
    ASSERT_TRUE(std::holds_alternative<Ready>(read)) << profile.name;
    EXPECT_EQ(std::get<Ready>(read).identity.claims, ready.identity.claims);
  }
}

TEST(Wire, RefusesWrongRequests) {
  for (const char* line :
       {"", "[]", "{}", R"({"op":"stop"})", R"({"op":"hello","protocol":9})",
        R"({"op":"call","id":1,"operation":"packing.park","input":{}})",
        R"({"op":"call","id":-1,"operation":"packing.pack","input":{"width":1,"codes":""}})",
        R"({"op":"call","id":1,"operation":"packing.pack","input":{"width":1}})"}) {
    EXPECT_TRUE(std::holds_alternative<WireError>(decode_request(line))) << line;
  }
}

}  // namespace
}  // namespace tq::conformance
