// SPDX-License-Identifier: Apache-2.0
// The table of profiles in chapter arithmetic says what reference/profile.hpp and spec/contract
// say.
#include <gtest/gtest.h>

#include <iterator>
#include <string>

#include "conformance/chapters/text.hpp"
#include "reference/profile.hpp"
#include "spec/contract/profiles.hpp"

namespace tq::conformance {
namespace {

using reference::ArithmeticProfile;
using reference::Format;

std::string yes_no(bool value) { return value ? "yes" : "no"; }

std::string format_name(Format format) {
  switch (format) {
    case Format::kTf32:
      return "tf32";
    case Format::kBfloat16:
      return "bfloat16";
    case Format::kBinary16:
      return "binary16";
    case Format::kBinary32:
      break;
  }
  return "binary32";
}

// k units are (k - 1) / 2 ulp of the correctly rounded result.
std::string ulps(int units) { return std::to_string((units - 1) / 2); }
std::string permitted(int units) { return units == 0 ? "no" : ulps(units); }

std::string exponential(const ArithmeticProfile& profile) {
  std::string text = ulps(profile.exponential_units);
  const int thousandths = profile.exponential_milliunits / 2;
  if (thousandths == 0) return text;
  return text + " + " + std::to_string(thousandths / 1000) + "." +
         std::to_string(thousandths % 1000) + " abs(x)";
}

// TQ-ARITH-011
TEST(ChapterArithmetic, TableOfProfilesIsTheReference) {
  const auto rows =
      table_rows(read_chapter("arithmetic"),
                 {"profile", "fused", "x / y", "x times 1 / y", "sqrt", "1 / sqrt", "exp",
                  "flushing", "matrix operands", "accumulator", "addition", "output"});
  ASSERT_EQ(rows.size(), std::size(reference::kProfiles));
  ASSERT_EQ(rows.size(), std::size(contract::kProfiles));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ArithmeticProfile& profile = *reference::kProfiles[i];
    EXPECT_EQ(profile.name, contract::kProfiles[i].name);
    const std::map<std::string, std::string> expected = {
        {"profile", std::string(profile.name)},
        {"fused", yes_no(profile.fused_products_allowed)},
        {"x / y", ulps(profile.quotient_units)},
        {"x times 1 / y", permitted(profile.reciprocal_units)},
        {"sqrt", ulps(profile.square_root_units)},
        {"1 / sqrt", permitted(profile.reciprocal_square_root_units)},
        {"exp", exponential(profile)},
        {"flushing", yes_no(profile.flush_to_zero)},
        {"matrix operands", format_name(profile.product_format)},
        {"accumulator", format_name(profile.accumulator)},
        {"addition", std::to_string(profile.accumulator_units) + " u"},
        {"output", format_name(profile.output_format)}};
    EXPECT_EQ(rows[i], expected) << profile.name;
    EXPECT_EQ(contract::kProfiles[i].is_correctly_rounded,
              profile.quotient_units == 1 && profile.square_root_units == 1 &&
                  profile.reciprocal_units == 0 && !profile.flush_to_zero)
        << profile.name;
    EXPECT_EQ(profile.sum_units, 1);
    EXPECT_EQ(profile.product_units, 1);
  }
}

}  // namespace
}  // namespace tq::conformance
