// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace tq::tools {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Ids of the fixture are put together here, or the trace of this repository would see them.
std::string id(std::string_view rest) { return "TQ-" + std::string(rest); }

// A repository in which every requirement has all the rows it needs.
class TraceTest : public testing::Test {
 protected:
  TraceTest() : root_(fs::temp_directory_path() / ("tqc-trace-" + std::to_string(getpid()))) {
    fs::remove_all(root_);
    write("spec/packing.md", "# Packing\n\n**" + id("PACK-001") +
                                 "** Code `i` MUST start at bit i w.\n\nSee " + id("CONF-001") +
                                 ".\n");
    write("spec/conformance.md", "**" + id("CONF-001") + "** A runner MUST say why.\n");
    write("reference/packing.cpp", "// " + id("PACK-001") + "\n");
    write("reference/packing.hpp", "// " + id("PACK-001") + "\n");
    write("conformance/packing.cpp", "\"" + id("PACK-001") + "\"\n");
    write("conformance/runner.cpp", "// " + id("CONF-001") + "\n");
    write("conformance/runner_test.cpp", "// " + id("CONF-001") + "\n");
    write("vectors/core/packing.json",
          R"({"vectors":[{"id":"packing/b","requirements":[")" + id("PACK-001") +
              R"("]},{"id":"packing/a","requirements":[")" + id("PACK-001") + R"("]}]})");
  }
  ~TraceTest() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  std::vector<std::string> problems() const { return trace_repository(root_, {}).problems; }

  fs::path root_;
};

TEST_F(TraceTest, ACompleteRepositoryHasNoProblems) {
  const Trace trace = trace_repository(root_, {});
  EXPECT_THAT(trace.problems, IsEmpty());
  ASSERT_EQ(trace.rows.size(), 2u);
  const TraceRow& row = trace.rows[0];
  EXPECT_EQ(row.id, id("PACK-001"));
  EXPECT_EQ(row.title, "Code i MUST start at bit i w.");
  EXPECT_THAT(row.reference, ElementsAre("reference/packing"));
  EXPECT_THAT(row.checkers, ElementsAre("conformance/packing"));
  EXPECT_THAT(row.vectors, ElementsAre("packing/a", "packing/b"));
}

TEST_F(TraceTest, TheSnapshotNamesFilesAndTheFirstVector) {
  const std::string text = trace_markdown(trace_repository(root_, {}));
  EXPECT_THAT(text, HasSubstr("| " + id("PACK-001") +
                              " | Code i MUST start at bit i w. | reference/packing |  | "
                              "conformance/packing |  | 2: packing/a |  |\n"));
}

TEST_F(TraceTest, MutantsStandWithTheRequirementsTheyBreak) {
  const std::string known = id("PACK-001");
  const std::string unknown = id("PACK-009");
  conformance::Mutant mutant{};
  mutant.name = "packing/backwards";
  mutant.requirements = {known, unknown};
  const Trace trace = trace_repository(root_, std::span(&mutant, 1));
  EXPECT_THAT(trace.rows[0].mutants, ElementsAre("packing/backwards"));
  EXPECT_THAT(trace.rows[1].mutants, IsEmpty());
  EXPECT_THAT(trace.problems,
              ElementsAre(unknown + ": broken by mutant packing/backwards, defined nowhere"));
  EXPECT_THAT(trace_markdown(trace), HasSubstr("| 2: packing/a | packing/backwards |\n"));
  EXPECT_THAT(trace_json(trace), HasSubstr("packing/backwards"));
}

TEST_F(TraceTest, TheCodeOfAMutantIsNoChecker) {
  write("conformance/packing.cpp", "");
  write("conformance/mutants/packing.cpp", "// " + id("PACK-001"));
  EXPECT_THAT(problems(), ElementsAre(id("PACK-001: no checker in conformance/ quotes it")));
}

TEST_F(TraceTest, ACommittedSnapshotIsNotEvidence) {
  write("spec/TRACE.md", "| " + id("PACK-777") + " | left over |\n");
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(TraceTest, AnIdWithoutReferenceCheckerOrVectorIsReported) {
  write("reference/packing.cpp", "");
  write("reference/packing.hpp", "");
  write("conformance/packing.cpp", "");
  write("vectors/core/packing.json", "{}");
  EXPECT_THAT(problems(),
              ElementsAre(id("PACK-001: no code in reference/ or spec/contract quotes it"),
                          id("PACK-001: no checker in conformance/ quotes it"),
                          id("PACK-001: no vector exercises it")));
}

TEST_F(TraceTest, TheAdapterOfTheReferenceIsNoChecker) {
  write("conformance/packing.cpp", "");
  write("conformance/builtin/reference/packing.cpp", "// " + id("PACK-001"));
  EXPECT_THAT(problems(), ElementsAre(id("PACK-001: no checker in conformance/ quotes it")));
}

TEST_F(TraceTest, MachineryNeedsCodeAndATest) {
  write("conformance/runner.cpp", "");
  write("conformance/runner_test.cpp", "");
  EXPECT_THAT(problems(), ElementsAre(id("CONF-001: no code in conformance/ or tools/ quotes it"),
                                      id("CONF-001: no test quotes it")));
}

TEST_F(TraceTest, AnIdThatNoChapterDefinesIsReported) {
  write("tools/gen/packing.cpp", "// " + id("PACK-009"));
  write("vectors/packing/bulk.json",
        R"([{"id":"packing/c","requirements":[")" + id("PACK-008") + R"("]}])");
  EXPECT_THAT(problems(),
              ElementsAre(id("PACK-009: quoted in tools/gen/packing.cpp, defined nowhere"),
                          id("PACK-008: quoted by vector packing/c in vectors/packing/bulk.json, "
                             "defined nowhere")));
}

TEST_F(TraceTest, FaultsOfADefinitionAreReported) {
  write("spec/packing.md", "**" + id("PACK-001") + "** Codes MUST fit.\n**" + id("PACK-001") +
                               "** Again, codes MUST fit.\n");
  EXPECT_THAT(problems(), Contains(id("PACK-001: defined twice")));
  write("spec/packing.md", "**" + id("PACK-001") + "** Codes fit.\n");
  EXPECT_THAT(problems(), Contains(id("PACK-001: its line has no MUST")));
  write("spec/rationale.md", "**" + id("PACK-002") + "** Why MUST it be so.\n");
  EXPECT_THAT(
      problems(),
      Contains(id("PACK-002: defined in spec/rationale.md, which does not have this prefix")));
  write("spec/packing.md", "**" + id("PACK-1") + "** Codes MUST fit.\n");
  EXPECT_THAT(problems(), Contains("spec/packing.md: " + id("PACK-1") + " is not an id"));
}

TEST_F(TraceTest, AVectorFileThatIsNotJsonIsReported) {
  write("vectors/core/packing.json", "{");
  EXPECT_THAT(problems(), Contains("vectors/core/packing.json: not JSON"));
}

TEST_F(TraceTest, ADirectoryThatIsNoRepositoryIsRefused) {
  EXPECT_THROW(trace_repository(root_ / "vectors", {}), std::runtime_error);
}

TEST(RequirementIds, AreFoundInAnyText) {
  EXPECT_THAT(requirement_ids("(" + id("PAGE-012") + "," + id("PAGE-003") + ")"),
              ElementsAre(id("PAGE-003"), id("PAGE-012")));
  EXPECT_THAT(requirement_ids("TQ- TQ-PAGE TQ-PAGE- TQ--001 TQ-page-001 TQ-PAGE-12"), IsEmpty());
  EXPECT_THAT(requirement_ids(id("PAGE-0123")), IsEmpty());
}

}  // namespace
}  // namespace tq::tools
