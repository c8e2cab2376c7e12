// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/requirement.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tq::tools {
namespace {

using testing::Contains;
using testing::HasSubstr;

// Tests run in the root of the repository.
TEST(Requirement, HasTextCodeTestsAndVectors) {
  const RequirementPlaces places = find_requirement("TQ-PACK-001", ".", "vectors");
  EXPECT_THAT(*places.text, HasSubstr("MUST be bit"));
  EXPECT_THAT(places.chapter, HasSubstr("spec/packing.md:"));
  EXPECT_THAT(*places.vectors, Contains(HasSubstr("packing/")));
  ASSERT_EQ(places.code->size(), 5u);
  for (const auto& [kind, quotations] : *places.code) {
    EXPECT_FALSE(quotations.empty()) << kind;
    for (const Quotation& quotation : quotations) {
      EXPECT_THAT(quotation.line, HasSubstr("TQ-PACK-001"));
      EXPECT_THAT(quotation.place, testing::MatchesRegex("[a-z].*[.][a-z]+:[0-9]+"));
    }
  }
  EXPECT_THAT(requirement_text(places, false), HasSubstr("\nreference ("));
}

TEST(Requirement, SaysWhatIsNotAtHand) {
  const RequirementPlaces places = find_requirement("TQ-PACK-001", "/nowhere", "vectors");
  EXPECT_FALSE(places.text.has_value());
  EXPECT_FALSE(places.code.has_value());
  EXPECT_FALSE(places.vectors->empty());
  const std::string text = requirement_text(places, false);
  EXPECT_THAT(text, HasSubstr("text not at hand: the chapters (see --root)"));
  EXPECT_THAT(text, HasSubstr("not at hand: the sources (see --root)"));
  EXPECT_THAT(requirement_json(places), HasSubstr("\"code\": null"));
}

TEST(Requirement, SuggestsTheNearestId) {
  try {
    find_requirement(
        "TQ-PAKC"
        "-001",
        ".", "vectors");
    FAIL() << "found";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "no requirement has the id \"TQ-PAKC"
                 "-001\"; did you mean \"TQ-PACK-001\"?");
  }
  EXPECT_THROW(find_requirement("TQ-PACK-001", "/nowhere", "/nowhere"), std::runtime_error);
}

}  // namespace
}  // namespace tq::tools
