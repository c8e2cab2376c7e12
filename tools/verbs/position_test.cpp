// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/position.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "tools/verbs/candidates.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

class CommandLine : public testing::Test {
 protected:
  CommandLine() {
    add_run(app_, status_);
    add_explain(app_, status_);
    add_page(app_, status_);
    add_completion(app_, status_);
  }
  std::string complaint(const std::vector<std::string>& words) {
    return follow(app_, words).complaint.value_or("");
  }
  std::vector<std::string> complete(const std::vector<std::string>& words) {
    return candidates(app_, words);
  }

  CLI::App app_;
  int status_ = 0;
};

TEST_F(CommandLine, KnowsItsVerbsAndOptions) {
  EXPECT_EQ(complaint({"run", "--testee", "x", "--only=a"}), "");
  EXPECT_EQ(complaint({"page", "inspect", "file", "--json", "-"}), "");
  EXPECT_EQ(complaint({"run", "--testee", "--strange"}), "") << "a value may look like an option";
  EXPECT_EQ(complaint({"explain", "--", "--strange"}), "");
}

TEST_F(CommandLine, SuggestsTheNearest) {
  EXPECT_EQ(complaint({"rnu"}), "tqc has no verb \"rnu\"; did you mean \"run\"?");
  EXPECT_EQ(complaint({"page", "inspct"}),
            "tqc page has no verb \"inspct\"; did you mean \"inspect\"?");
  EXPECT_EQ(complaint({"run", "--tesste", "x"}),
            "tqc run has no option --tesste; did you mean \"--testee\"?");
  EXPECT_EQ(complaint({"run", "--jsn=x"}), "tqc run has no option --jsn; did you mean \"--json\"?");
  EXPECT_EQ(complaint({"quantize"}), "tqc has no verb \"quantize\"");
}

TEST_F(CommandLine, CompletesVerbsAndOptions) {
  EXPECT_THAT(complete({""}), ElementsAre("run", "explain", "page", "completion"));
  EXPECT_THAT(complete({"pa"}), ElementsAre("page"));
  EXPECT_THAT(complete({"page", ""}), ElementsAre("inspect"));
  EXPECT_THAT(complete({"run", "--js"}), ElementsAre("--json"));
  EXPECT_THAT(complete({"completion", ""}), ElementsAre("bash", "zsh", "fish"));
  EXPECT_THAT(complete({"completion", "bash", ""}), IsEmpty());
}

TEST_F(CommandLine, CompletesValues) {
  EXPECT_THAT(complete({"run", "--operation", "key."}),
              ElementsAre("key.quantize", "key.encode", "key.decode"));
  EXPECT_THAT(complete({"run", "--tier="}), ElementsAre("--tier=core", "--tier=all"));
  EXPECT_THAT(complete({"run", "--testee", "builtin:r"}), ElementsAre("builtin:reference"));
  EXPECT_THAT(complete({"run", "--expect-target", "SCA"}), ElementsAre("SCALAR"));
  EXPECT_THAT(complete({"run", "--only", "keys/encode-one-hot-d128"}),
              Contains("keys/encode-one-hot-d128-w2"));
  EXPECT_THAT(complete({"explain", "keys/encode-one-hot-d128"}),
              Contains("keys/encode-one-hot-d128-w2"));
  EXPECT_THAT(complete({"explain", "--requirement", "TQ-PACK-00"}),
              Contains(testing::StartsWith("TQ-PACK-00")));
}

TEST_F(CommandLine, OffersNothingWhereFilesAreExpectedOrTheLineIsWrong) {
  EXPECT_THAT(complete({"run", "--json", ""}), IsEmpty());
  EXPECT_THAT(complete({"rnu", "--"}), IsEmpty());
  EXPECT_THAT(complete({"page", "inspect", ""}), IsEmpty());
}

}  // namespace
}  // namespace tq::tools
