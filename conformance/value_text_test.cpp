// SPDX-License-Identifier: Apache-2.0
#include "conformance/value_text.hpp"

#include <gtest/gtest.h>

namespace tq::conformance {
namespace {

using contract::FieldType;

TEST(ValueText, FormatsEveryType) {
  EXPECT_EQ(format_value(std::uint64_t{9007199254740991}), "9007199254740991");
  EXPECT_EQ(format_value(std::string("two-sign")), "two-sign");
  EXPECT_EQ(format_value(Word64{0xab}), "00000000000000ab");
  EXPECT_EQ(format_value(Words{{1, 0xdeadbeef}}), "00000001 deadbeef");
  EXPECT_EQ(format_value(Halves{{1, 0xbeef}}), "0001 beef");
  EXPECT_EQ(format_value(Bytes{{1, 0xef}}), "01ef");
  EXPECT_EQ(format_value(Words{}), "");
}

struct Text {
  FieldType type;
  std::string text;
};

TEST(ValueText, ReadsBackWhatItWrote) {
  for (const auto& [type, text] : std::vector<Text>{{FieldType::kInteger, "0"},
                                                    {FieldType::kInteger, "9007199254740991"},
                                                    {FieldType::kText, "lloyd-max-3"},
                                                    {FieldType::kWord64, "0123456789abcdef"},
                                                    {FieldType::kWords, ""},
                                                    {FieldType::kWords, "00000000"},
                                                    {FieldType::kWords, "00000001 deadbeef"},
                                                    {FieldType::kHalves, "0001 beef"},
                                                    {FieldType::kBytes, "00ff"}}) {
    const auto value = parse_value(type, text);
    ASSERT_TRUE(value.has_value()) << text;
    EXPECT_EQ(type_of(*value), type) << text;
    EXPECT_EQ(format_value(*value), text);
  }
}

TEST(ValueText, RefusesEverythingElse) {
  for (const auto& [type, text] : std::vector<Text>{{FieldType::kInteger, ""},
                                                    {FieldType::kInteger, "01"},
                                                    {FieldType::kInteger, "-1"},
                                                    {FieldType::kInteger, "+1"},
                                                    {FieldType::kInteger, "9007199254740992"},
                                                    {FieldType::kInteger, "99999999999999999999"},
                                                    {FieldType::kText, ""},
                                                    {FieldType::kText, "Two"},
                                                    {FieldType::kText, std::string(65, 'a')},
                                                    {FieldType::kWord64, "0"},
                                                    {FieldType::kWord64, "0123456789ABCDEF"},
                                                    {FieldType::kWords, "0000000"},
                                                    {FieldType::kWords, "00000000 "},
                                                    {FieldType::kWords, " 00000000"},
                                                    {FieldType::kWords, "00000000  00000000"},
                                                    {FieldType::kWords, "00000000\t00000000"},
                                                    {FieldType::kWords, "0000000g"},
                                                    {FieldType::kHalves, "00000000"},
                                                    {FieldType::kBytes, "0"},
                                                    {FieldType::kBytes, "00 00"},
                                                    {FieldType::kBytes, "0F"}}) {
    EXPECT_FALSE(parse_value(type, text).has_value()) << name_of(type) << " " << text;
  }
}

}  // namespace
}  // namespace tq::conformance
