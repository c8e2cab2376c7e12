// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-045, TQ-CONF-046, TQ-CONF-047, TQ-CONF-048, TQ-CONF-049: lists of known failures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

#include "conformance/chapters/text.hpp"
#include "conformance/failures/check.hpp"
#include "conformance/report.hpp"

namespace tq::conformance {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Answers as the first code says: with the codes (0), wrong bits (1), too many (2), an error (3),
// not at all (4), or that it cannot (5).
class FakeTestee : public Testee {
 public:
  std::variant<Identity, NoAnswer> start() override {
    return Identity{"fake", "1", {{"packing.pack", {"bits", ""}}}};
  }
  Reply call(const contract::Operation&, const Record& input) override {
    std::vector<std::uint8_t> codes = input.bytes("codes");
    switch (codes.front()) {
      case 1:
        codes.back() ^= 1;
        break;
      case 2:
        codes.push_back(0);
        break;
      case 3:
        return refuse(contract::Error::kBadLength);
      case 4:
        return NoAnswer{Trouble::kCrash, "died"};
      case 5:
        return NoAnswer{Trouble::kUnsupported, "not built in"};
      default:
        break;
    }
    Answer answer;
    answer.output = {{"packed", Bytes{std::move(codes)}}};
    return answer;
  }
};

Vector vector_of(const std::string& name, std::uint8_t behaviour, bool smoke = false) {
  Vector vector;
  vector.id = "packing/" + name;
  vector.operation = "packing.pack";
  vector.requirements = {"TQ-PACK-001"};
  vector.smoke = smoke;
  vector.input = {{"width", std::uint64_t{8}}, {"codes", Bytes{{behaviour, 7}}}};
  vector.expected.output = {{"packed", Bytes{{behaviour, 7}}}};
  return vector;
}

std::vector<VectorFile> sample_files() {
  std::vector<VectorFile> files = {
      {"core/packing.json",
       "packing",
       {vector_of("pass", 0), vector_of("bits", 1), vector_of("long", 2), vector_of("error", 3),
        vector_of("crash", 4), vector_of("other", 0)}}};
  files[0].vectors[5].operation = "packing.unpack";
  return files;
}

constexpr std::string_view kExact = R"({"format":1,"note":"of the fake","failures":[
{"id":"packing/bits","outcome":"fail","kind":"element","part":"output","field":"packed"},
{"id":"packing/crash","outcome":"crash","note":"by design","wont_fix":"https://example.org/7"},
{"id":"packing/error","outcome":"fail","kind":"error","got":"bad-length"},
{"id":"packing/long","outcome":"fail","kind":"length","part":"output","field":"packed"}
]}
)";

FailureList list_of(std::string_view text) {
  auto list = read_failure_list(text);
  if (const auto* why = std::get_if<std::string>(&list)) ADD_FAILURE() << *why;
  return std::get<FailureList>(std::move(list));
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

class Lists : public testing::Test {
 protected:
  FailureCheck check(std::string_view text, const RunOptions& options = {}) {
    run_ = run_vectors(testee_, files_, options);
    verdicts_ = reach_verdicts(run_);
    return check_failures(list_of(text), run_, files_, {"packing/gone"}, options);
  }
  std::vector<std::string> problems(std::string_view text, const RunOptions& options = {}) {
    std::vector<std::string> lines;
    const FailureCheck found = check(text, options);
    for (const FailureProblem& problem : found.problems) {
      lines.push_back(problem.id + ": " + problem.what);
    }
    EXPECT_EQ(is_exact(found, verdicts_), lines.empty());
    return lines;
  }

  FakeTestee testee_;
  std::vector<VectorFile> files_ = sample_files();
  conformance::Run run_;
  Verdicts verdicts_;
};

TEST_F(Lists, ExactlyTheListedFailuresAreExpected) {
  const FailureCheck found = check(kExact);
  EXPECT_THAT(found.problems, IsEmpty());
  EXPECT_EQ(found.expected.size(), 4u);
  EXPECT_EQ(found.wont_fix(), 1u);
  EXPECT_TRUE(is_exact(found, verdicts_));
  EXPECT_FALSE(verdicts_.conforms) << "expected failures are failures";
}

TEST_F(Lists, EveryDifferenceIsAProblem) {
  const std::string exact(kExact);
  const auto entry = [&](std::string_view id) {
    return replaced(
        exact, "packing/error\",\"outcome\":\"fail\",\"kind\":\"error\",\"got\":\"bad-length\"",
        std::string(id) + "\",\"outcome\":\"crash\"");
  };
  const std::string unlisted = "packing/error: not listed: fail, got bad-length";
  EXPECT_THAT(problems(entry("packing/pass")),
              ElementsAre(unlisted, "packing/pass: unexpected pass, listed as crash"));
  EXPECT_THAT(problems(entry("packing/nobody")),
              ElementsAre(unlisted, "packing/nobody: stale: no vector has this id"));
  EXPECT_THAT(problems(entry("packing/gone")),
              ElementsAre(unlisted, "packing/gone: stale: the vector was withdrawn"));
  EXPECT_THAT(problems(entry("packing/other")),
              ElementsAre(unlisted, "packing/other: stale: packing.unpack is not claimed"));
  EXPECT_THAT(problems(entry("packing/error")),
              ElementsAre("packing/error: changed reason: fail, got bad-length, listed as crash"));
  EXPECT_THAT(
      problems(replaced(exact, "bad-length", "output")),
      ElementsAre(
          "packing/error: changed reason: fail, got bad-length, listed as fail, got output"));
  EXPECT_THAT(problems(replaced(exact, "element", "length")),
              ElementsAre("packing/bits: changed reason: fail, output packed, element, listed as "
                          "fail, output packed, length"));
  EXPECT_THAT(problems(replaced(exact, "part\":\"output", "part\":\"stage")),
              ElementsAre(HasSubstr("listed as fail, stage packed, element")));
  EXPECT_EQ(problems(R"({"format":1,"failures":[]})").size(), 4u);
}

TEST_F(Lists, AVectorThatIsDeclinedOrDidNotRunIsNotAsListed) {
  files_[0].vectors[1].input = {{"width", std::uint64_t{8}}, {"codes", Bytes{{5, 7}}}};
  EXPECT_THAT(problems(kExact), ElementsAre("packing/bits: unsupported, listed as fail, output "
                                            "packed, element"));
  files_ = sample_files();
  files_[0].vectors[4].smoke = true;
  EXPECT_THAT(problems(kExact),
              ElementsAre("packing/bits: did not run", "packing/error: did not run",
                          "packing/long: did not run"));
  RunOptions options;
  options.continue_after_smoke = true;
  EXPECT_THAT(problems(kExact, options), IsEmpty());
}

TEST_F(Lists, EntriesOutsideTheFiltersAreLeftAlone) {
  RunOptions options;
  options.only = "packing/[bp]*";
  options.only = "packing/*r*r";  // error
  EXPECT_THAT(problems(kExact, options), IsEmpty());
  EXPECT_EQ(check(kExact, options).not_selected, 3u);
}

TEST_F(Lists, FixListsWhatFailsAndKeepsWhatPeopleWrote) {
  const std::string stale = replaced(replaced(std::string(kExact), "\"crash\",", "\"timeout\","),
                                     "packing/bits", "packing/nobody");
  run_ = run_vectors(testee_, files_, {});
  FailureList fixed = fixed_list(list_of(stale), run_, files_, {});
  EXPECT_EQ(write_failure_list(fixed), kExact);
  EXPECT_EQ(write_failure_list(fixed_list(fixed, run_, files_, {})), kExact) << "stable";
  // Of a part only: the rest stays, but for vectors that are gone.
  RunOptions options;
  options.only = "packing/pass";
  run_ = run_vectors(testee_, files_, options);
  fixed = fixed_list(list_of(replaced(std::string(kExact), "packing/bits", "packing/pass")), run_,
                     files_, options);
  EXPECT_EQ(fixed.entries.size(), 3u);
  EXPECT_EQ(fixed.note, "of the fake");
}

TEST(FailureListText, IsReadBackAsItWasWritten) {
  EXPECT_EQ(write_failure_list(list_of(kExact)), kExact);
  EXPECT_EQ(write_failure_list({}), "{\"format\":1,\"failures\":[\n]}\n");
  EXPECT_THAT(list_of("{\"format\":1,\"failures\":[\n]}\n").entries, IsEmpty());
}

TEST(FailureListText, OfTheChapterIsRead) {
  std::istringstream chapter(read_chapter("conformance"));
  std::string text;
  for (std::string line; std::getline(chapter, line);) {
    if (text.empty() && !line.starts_with("    {\"format\":1,")) continue;
    text += line.substr(4) + "\n";
    if (line == "    ]}") break;
  }
  const FailureList list = list_of(text);
  EXPECT_EQ(list.entries.size(), 3u);
  EXPECT_EQ(write_failure_list(list), text);
}

TEST(FailureListText, ThatIsMalformedIsRefusedInOneLine) {
  const auto refuse = [](std::string_view from, std::string_view to) {
    const auto list = read_failure_list(replaced(std::string(kExact), from, to));
    const auto* why = std::get_if<std::string>(&list);
    EXPECT_NE(why, nullptr) << to;
    return why == nullptr ? std::string() : *why;
  };
  for (const auto& [from, to, why] : {
           std::tuple{"\"format\":1", "\"format\":2", "\"format\" is not 1"},
           {"]}", "]", "not JSON"},
           {"\"failures\":[", "\"failures\":[7,", "entry 1: not an object"},
           {"\"failures\":", "\"failed\":", "\"failures\" is not a list"},
           {"\"note\":\"of the fake\"", "\"colour\":1", "unknown \"colour\""},
           {"\"of the fake\"", "\"\"", "\"note\" is not 1 to 1000 bytes on one line"},
           {"\"by design\"", "\"a\\nb\"", "packing/crash: \"note\" is not"},
           {"packing/bits", "packing", "\"id\" is not the id of a vector"},
           {"packing/bits", "packing/crash", "packing/crash: "},
           {"packing/bits\",\"outcome\":\"fail\"", "packing/bits\",\"outcome\":\"pass\"",
            "\"outcome\" is not fail, crash"},
           {"\"kind\":\"element\",", "", "no \"kind\""},
           {"element", "elements", "\"kind\" is not"},
           {"\"got\":\"bad-length\"", "\"part\":\"output\"", "no \"got\""},
           {"\"got\"", "\"part\":\"output\",\"got\"", "unknown or misplaced \"part\""},
           {"\"crash\",", "\"crash\",\"kind\":\"value\",", "unknown or misplaced \"kind\""},
           {"\"part\":\"output\"", "\"part\":\"input\"", "\"part\" is not stage or output"},
           {"https://example.org/7", "", "\"wont_fix\" is not a URL"},
           {"https://example.org/7", "ticket 7", "\"wont_fix\" is not a URL"},
           {"https://example.org/7", "https://", "\"wont_fix\" is not a URL"},
           {"\"note\":\"by design\",", "", "\"wont_fix\" without a \"note\""},
           {"\"note\":\"by design\",", "\"bug\":\"yes\",", "misplaced \"bug\""},
       }) {
    if (std::string_view(to) == "packing/crash" || std::string_view(to) == "\"bug\":\"yes\",") {
      refuse(from, to);  // two faults at once: either may be named
      continue;
    }
    EXPECT_THAT(refuse(from, to), HasSubstr(why));
  }
  EXPECT_THAT(refuse("packing/error", "packing/long"), HasSubstr("packing/long: listed twice"));
}

// TQ-CONF-049
TEST_F(Lists, ReportsCountWaiversAndNeverCallThemConforming) {
  ReportContext context{"0.1.0", "fake", "", "r00t", "2026-01-31T12:00:00Z", {}};
  FailureCheck found = check(kExact);
  found.file = "known.json";
  context.failures = &found;
  std::string text = text_report(run_, verdicts_, context, false);
  EXPECT_THAT(text, HasSubstr("does not conform to what it claims; 4 expected failures and no "
                              "other, 1 will not be fixed\n"));
  EXPECT_THAT(text, HasSubstr("  packing/crash (crash)\n    will not be fixed: "
                              "https://example.org/7\n"));
  EXPECT_THAT(text, Not(HasSubstr("fail packing/bits")));
  EXPECT_THAT(text, Not(HasSubstr("\nconforms")));
  auto json = nlohmann::json::parse(json_report(run_, verdicts_, context));
  EXPECT_EQ(json["conforms"], false);
  EXPECT_EQ(json["counts"]["fail"], 3);
  EXPECT_EQ(json["failure_list"]["verdict"], "exact");
  EXPECT_EQ(json["failure_list"]["expected_failures"], 4);
  EXPECT_EQ(json["failure_list"]["wont_fix"], 1);
  EXPECT_EQ(json["failure_list"]["entries"][1]["wont_fix"], "https://example.org/7");
  std::string xml = junit_report(run_, verdicts_, context);
  EXPECT_THAT(xml, HasSubstr("name=\"tqc.failure-list\" tests=\"1\" failures=\"0\""));
  EXPECT_THAT(xml, HasSubstr("tests=\"5\" failures=\"0\" errors=\"0\" skipped=\"4\""));
  EXPECT_THAT(xml, HasSubstr("expected failure: crash, https://example.org/7"));

  found = check(replaced(std::string(kExact), "packing/bits", "packing/pass"));
  found.file = "known.json";
  text = text_report(run_, verdicts_, context, false);
  EXPECT_THAT(text, HasSubstr("fail failure list known.json\n"
                              "  packing/bits: not listed: fail, output packed, element\n"
                              "  packing/pass: unexpected pass"));
  EXPECT_THAT(text, HasSubstr("3 expected failures, 2 "));
  json = nlohmann::json::parse(json_report(run_, verdicts_, context));
  EXPECT_EQ(json["failure_list"]["verdict"], "differs");
  EXPECT_EQ(json["failure_list"]["problems"][0]["id"], "packing/bits");
  xml = junit_report(run_, verdicts_, context);
  EXPECT_THAT(xml, HasSubstr("name=\"tqc.failure-list\" tests=\"1\" failures=\"1\""));
  EXPECT_THAT(xml, HasSubstr("packing/pass: unexpected pass, listed as"));
}

}  // namespace
}  // namespace tq::conformance
