// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/nearest.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tq::tools {
namespace {

const std::vector<std::string> kVerbs = {"run", "explain", "verify", "trace", "gen"};

TEST(Nearest, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "run"), 3u);
  EXPECT_EQ(edit_distance("run", ""), 3u);
  EXPECT_EQ(edit_distance("run", "rum"), 1u);
  EXPECT_EQ(edit_distance("run", "rnu"), 1u);
  EXPECT_EQ(edit_distance("verify", "verfy"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Nearest, FindsTheNameThatWasMeant) {
  EXPECT_EQ(nearest("rnu", kVerbs), "run");
  EXPECT_EQ(nearest("explian", kVerbs), "explain");
  EXPECT_EQ(nearest("trase", kVerbs), "trace");
}

TEST(Nearest, PrefersFewerEditsAndThenTheFirst) {
  const std::vector<std::string> names = {"packing.pack", "packing.unpack", "packing.peck"};
  EXPECT_EQ(nearest("packing.pick", names), "packing.pack");
  EXPECT_EQ(nearest("packing.unpakc", names), "packing.unpack");
}

TEST(Nearest, TakesABeginningForTheName) {
  EXPECT_EQ(nearest("exp", kVerbs), "explain");
  EXPECT_EQ(nearest("ex", kVerbs), std::nullopt);
}

TEST(Nearest, IsSilentWhenNothingIsNear) {
  EXPECT_EQ(nearest("quantize", kVerbs), std::nullopt);
  EXPECT_EQ(nearest("", kVerbs), std::nullopt);
  EXPECT_EQ(nearest("run", {}), std::nullopt);
  EXPECT_EQ(nearest(std::string(1 << 20, 'x'), kVerbs), std::nullopt);
}

TEST(Nearest, AsksAUser) {
  EXPECT_EQ(did_you_mean("rnu", kVerbs), "; did you mean \"run\"?");
  EXPECT_EQ(did_you_mean("quantize", kVerbs), "");
}

}  // namespace
}  // namespace tq::tools
