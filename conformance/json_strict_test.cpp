// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-002, TQ-CONF-003: what is a line, and what is a value.
#include "conformance/json_strict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/record_json.hpp"

namespace tq::conformance {
namespace {

using contract::FieldPart;
using Json = nlohmann::ordered_json;
using testing::HasSubstr;

std::string error_of(std::string_view text, const JsonLimits& limits = {}) {
  std::string error;
  return parse_json(text, error, limits) ? "" : error;
}

TEST(JsonStrict, ReadsWhatItShould) {
  std::string error;
  const auto json = parse_json(R"( {"a":[1,-2,1.5,null,true,")"
                               "\xc3\xa9\xf0\x9f\x98\x80"
                               R"("],"b":{}} )",
                               error);
  ASSERT_TRUE(json) << error;
  EXPECT_EQ(json->dump(), R"({"a":[1,-2,1.5,null,true,")"
                          "\xc3\xa9\xf0\x9f\x98\x80"
                          R"("],"b":{}})");
}

TEST(JsonStrict, RefusesEachBrokenRule) {
  EXPECT_EQ(error_of(R"({"a":1,"a":1})"), "duplicate key \"a\"");
  EXPECT_EQ(error_of(R"([{"b":{"a":1,"c":2,"a":1}}])"), "duplicate key \"a\"");
  EXPECT_EQ(error_of("\xef\xbb\xbf{}"), "not JSON: byte order mark");
  EXPECT_EQ(error_of(std::string_view("{}\0", 3)), "not JSON: zero byte");
  for (const char* text : {"", "{", "{} {}", "NaN", "[Infinity]", "-Infinity", "[1,]", "{'a':1}",
                           "// x\n1", "1e999", "\"\xff\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"",
                           "\"\\ud800\"", "01", "+1", "\"a\nb\"", "nul"}) {
    EXPECT_THAT(error_of(text), HasSubstr("not JSON: error at byte")) << text;
  }
}

TEST(JsonStrict, BoundsDepthKeysAndSize) {
  EXPECT_THAT(error_of(std::string(1'000'000, '[')), HasSubstr("nested deeper than 16"));
  EXPECT_EQ(error_of("[[1]]", {.depth = 2}), "");
  EXPECT_EQ(error_of("[[1]]", {.depth = 1}), "nested deeper than 1 levels");
  EXPECT_EQ(error_of(R"({"a":1,"b":2})", {.keys = 1}), "more than 1 keys in one object");
  EXPECT_EQ(error_of("[1]", {.bytes = 2}), "longer than 2 bytes");
}

TEST(JsonStrict, IntegersAreBelowTwoToThe53) {
  EXPECT_EQ(as_integer(Json::parse("9007199254740991")), 9007199254740991u);
  for (const char* text : {"9007199254740992", "-1", "-0", "1.0", "1e2", "\"1\"", "true", "null",
                           "18446744073709551616"}) {
    EXPECT_EQ(as_integer(Json::parse(text)), std::nullopt) << text;
  }
}

TEST(RecordJson, ReadsExactlyTheFieldsOfThePart) {
  const auto& operation = *contract::find_operation("packing.pack");
  const auto read = [&](const char* text, bool all_required = true) {
    constexpr FieldPart kInputs[] = {FieldPart::kInput};
    return read_record(operation, kInputs, Json::parse(text), all_required);
  };
  const auto good = read(R"({"codes":"07","width":3})");
  ASSERT_FALSE(good.error) << *good.error;
  EXPECT_EQ(good.record, (Record{{"width", std::uint64_t{3}}, {"codes", Bytes{{7}}}}));
  EXPECT_EQ(write_record(good.record).dump(), R"({"width":3,"codes":"07"})");

  EXPECT_EQ(read(R"({"width":3})").error, "field \"codes\" is missing");
  EXPECT_EQ(read(R"({"width":3})", false).error, std::nullopt);
  EXPECT_THAT(*read(R"({"width":"3","codes":""})").error, HasSubstr("is not an integer"));
  EXPECT_THAT(*read(R"({"width":3,"codes":"0"})").error, HasSubstr("lowercase hex digits"));
  EXPECT_EQ(read(R"({"width":3,"codes":"","packed":""})").error,
            "\"packed\" is no such field of packing.pack");
  EXPECT_EQ(read("[]").error, "fields are not a JSON object");
}

}  // namespace
}  // namespace tq::conformance
