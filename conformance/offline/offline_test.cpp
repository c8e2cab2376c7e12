// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-040, TQ-CONF-041, TQ-CONF-042, TQ-CONF-043, TQ-CONF-044: requests in a file, answers in a
// file, and what becomes of a file that is not what an adapter should have written.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <streambuf>

#include "conformance/offline/answers_testee.hpp"
#include "conformance/vectors/load.hpp"
#include "conformance/verdict.hpp"
#include "conformance/wire.hpp"

namespace tq::conformance {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kRoot = "0123abcd";
constexpr const char* kReady =
    R"({"op":"ready","protocol":1,"name":"n","version":"1","max_line":65536,)"
    R"("operations":{"packing.pack":{"class":"bits"}}})";

Vector pack_vector(const std::string& id, std::vector<std::uint8_t> codes, bool smoke = false) {
  Vector vector;
  vector.id = "packing/" + id;
  vector.operation = "packing.pack";
  vector.requirements = {"TQ-PACK-001"};
  vector.smoke = smoke;
  vector.input = {{"width", std::uint64_t{8}}, {"codes", Bytes{codes}}};
  vector.expected.output = {{"packed", Bytes{std::move(codes)}}};
  return vector;
}

// An operation that kReady does not claim.
Vector unpack_vector(const std::string& id) {
  Vector vector = pack_vector(id, {1});
  vector.operation = "packing.unpack";
  vector.input = {{"width", std::uint64_t{8}}, {"count", std::uint64_t{1}}, {"packed", Bytes{{1}}}};
  vector.expected.output = {{"codes", Bytes{{1}}}};
  return vector;
}

using Files = std::vector<VectorFile>;

const Files& files() {
  static const Files files = {{"core/packing.json",
                               "packing",
                               {pack_vector("a", {1}), pack_vector("b", {0xba, 0xd0}),
                                pack_vector("c", {3}), unpack_vector("u"), pack_vector("v", {5})}}};
  return files;
}

std::uint64_t id_of(std::string_view name, const Files& all = files()) {
  for (const Request& request : number_requests(all, kRoot)) {
    if (request.vector->id == "packing/" + std::string(name)) return request.id;
  }
  ADD_FAILURE() << name;
  return 0;
}

// The right answer to one of files().
std::string answer(std::string_view name) {
  for (const Vector& vector : files()[0].vectors) {
    if (vector.id != "packing/" + std::string(name)) continue;
    return encode_answer(id_of(name), vector.expected) + "\n";
  }
  ADD_FAILURE() << name;
  return "";
}

std::string outcomes(const conformance::Run& run) {
  std::string text;
  for (const Result& result : run.results) {
    text +=
        result.vector->id.substr(8) + ":" + std::string(name_of(result.judgement.outcome)) + " ";
  }
  return text;
}

struct Judged {
  conformance::Run run;
  std::optional<std::string> no_verdict;
};

Judged judge_answers(const std::string& answers, const RunOptions& options = {},
                     std::size_t max_line = kMaxLine) {
  std::istringstream stream(answers);
  AnswersTestee testee(stream, files(), kRoot, options, max_line);
  conformance::Run run = run_vectors(testee, files(), options);
  return {std::move(run), testee.why_no_verdict()};
}

std::string ready_and(std::initializer_list<std::string> lines) {
  std::string text = std::string(kReady) + "\n";
  for (const std::string& line : lines) text += line;
  return text;
}

std::string detail_of(const conformance::Run& run, std::string_view name) {
  for (const Result& result : run.results) {
    if (result.vector->id == "packing/" + std::string(name)) return result.judgement.detail;
  }
  return "did not run";
}

std::vector<std::string> requests(const Files& all, const RunOptions& options = {},
                                  std::size_t max_line = kMaxLine) {
  std::vector<std::string> lines;
  write_requests(all, kRoot, options, max_line, [&](std::string_view line) {
    lines.emplace_back(line);
    return true;
  });
  return lines;
}

TEST(Requests, AreTheLinesOfThePipeInTheOrderOfARun) {
  Files all = files();
  all[0].vectors[2].smoke = true;
  const auto lines = requests(all);
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0], encode_hello());
  const Vector& smoke = all[0].vectors[2];
  EXPECT_EQ(lines[1],
            encode_call(id_of("c", all), *contract::find_operation("packing.pack"), smoke.input));
  RunOptions options;
  options.operation = "*.unpack";
  EXPECT_EQ(requests(all, options).size(), 2u);
  options.only = "keys/*";
  EXPECT_TRUE(requests(all, options).empty());
}

TEST(Requests, ThatAreTooLongAreLeftOutAndUnsupported) {
  const std::size_t longest = requests(files())[2].size();  // of b, one byte too long
  const auto counts = write_requests(files(), kRoot, {}, longest, [](auto) { return true; });
  EXPECT_EQ(counts.asked + counts.too_long, 5u);
  EXPECT_GE(counts.too_long, 1u);
  const auto judged =
      judge_answers(ready_and({answer("a"), answer("c"), answer("u"), answer("v")}), {}, longest);
  EXPECT_THAT(outcomes(judged.run), HasSubstr("b:unsupported"));
  EXPECT_THAT(detail_of(judged.run, "b"), HasSubstr("the testee reads lines of at most"));
}

TEST(Requests, IdsAreDistinctShortAndThoseOfTheseVectors) {
  const auto loaded = load_vectors("vectors");
  const auto& vectors = std::get<LoadedVectors>(loaded);
  std::set<std::uint64_t> ids;
  for (const Request& request : number_requests(vectors.files, vectors.root)) {
    EXPECT_GT(request.id, 0u);
    EXPECT_LT(request.id, std::uint64_t{1} << 31);
    EXPECT_TRUE(ids.insert(request.id).second);
  }
  EXPECT_GT(ids.size(), 1000u);
  std::size_t shared = 0;
  for (const Request& request : number_requests(vectors.files, "another root")) {
    shared += ids.count(request.id);
  }
  EXPECT_LT(shared, 3u);
}

TEST(Answers, InOrderAreJudgedAndOthersIgnored) {
  auto judged =
      judge_answers(ready_and({answer("a"), answer("b"), answer("c"), answer("u"), answer("v")}));
  EXPECT_EQ(outcomes(judged.run), "a:pass b:pass c:pass v:pass ");
  EXPECT_EQ(judged.run.not_claimed, 1u);
  EXPECT_TRUE(reach_verdicts(judged.run).conforms);
  EXPECT_FALSE(judged.no_verdict);
  // TQ-CONF-042: whatever stands for the operation that is not claimed, or nothing.
  for (const std::string line : {"no such operation\n", "{\"id\":7}\n", ""}) {
    judged = judge_answers(ready_and({answer("a"), answer("b"), answer("c"), line, answer("v")}));
    EXPECT_EQ(outcomes(judged.run), "a:pass b:pass c:pass v:pass ") << line;
  }
  RunOptions options;
  options.only = "packing/c";
  judged = judge_answers(
      ready_and({answer("a"), answer("b"), answer("c"), answer("u"), answer("v")}), options);
  EXPECT_EQ(outcomes(judged.run), "c:pass ");
}

TEST(Answers, DeclinedRefusedAndWrongAreAsOnThePipe) {
  const auto line = [](std::string_view name, const std::string& rest) {
    return "{\"id\":" + std::to_string(id_of(name)) + "," + rest + "}\n";
  };
  const auto judged = judge_answers(ready_and(
      {line("a", R"("unsupported":"not built in")"), line("b", R"("error":"bad-length")"),
       line("c", R"("output":{"packed":"ff"})"), line("v", R"("output":{"packet":"05"})")}));
  EXPECT_EQ(outcomes(judged.run), "a:unsupported b:fail c:fail v:protocol-error ");
  EXPECT_EQ(detail_of(judged.run, "a"), "not built in");
  EXPECT_THAT(detail_of(judged.run, "v"), HasSubstr("packe"));
}

// Each tampers with the answers of a, b, c, v; u is not claimed and not answered.
struct Tampered {
  const char* name;
  std::vector<std::string> lines;
  const char* outcomes;
  const char* first_detail;  // of the first that is no pass
};

TEST(Answers, ThatWereTamperedWithHaveTheirOutcome) {
  const std::string a = answer("a");
  const std::string b = answer("b");
  const std::string c = answer("c");
  const std::string v = answer("v");
  const std::string ready = std::string(kReady) + "\n";
  std::string other = ready;
  other.replace(other.find("packing.pack"), 12, "packing.unpack");
  const std::string huge = std::string(kMaxLine + 1, 'x') + "\n";
  const std::string unknown = "{\"id\":1,\"output\":{\"packed\":\"bad0\"}}\n";
  for (const Tampered& tampered : {
           Tampered{"no tail", {a, b}, "a:pass b:pass c:crash v:crash ", "the answers end before"},
           {"nothing", {}, "a:crash b:crash c:crash v:crash ", "the answers end before the one to"},
           {"cut off",
            {a, b.substr(0, 9)},
            "a:pass b:crash c:crash v:crash ",
            "the last line is cut off"},
           {"no last newline",
            {a, b, c, v.substr(0, v.size() - 1)},
            "a:pass b:pass c:pass v:crash ",
            "the last line is cut off"},
           {"a gap",
            {a, c, v},
            "a:pass b:protocol-error c:pass v:pass ",
            "the next one is that to packing/c"},
           {"two swapped", {a, c, b, v}, "a:pass b:protocol-error c:pass v:pass ", "no answer to"},
           {"backwards",
            {v, c, b, a},
            "a:protocol-error b:protocol-error c:protocol-error v:pass ",
            "no answer to call"},
           {"twice",
            {a, b, b, c, v},
            "a:pass b:protocol-error c:pass v:pass ",
            "wrote without being asked"},
           {"again later",
            {a, b, a, c, v},
            "a:pass b:pass c:protocol-error v:pass ",
            "a second answer to packing/a"},
           {"noise before",
            {a, "[INFO] cuda\n", b, c, v},
            "a:pass b:protocol-error c:pass v:pass ",
            "not JSON"},
           {"noise instead",
            {a, "[INFO] cuda\n", c, v},
            "a:pass b:protocol-error c:pass v:pass ",
            "not JSON"},
           {"noise, then nothing",
            {a, "Killed\n"},
            "a:pass b:protocol-error c:crash v:crash ",
            "not JSON"},
           {"an id of nobody",
            {a, unknown, c, v},
            "a:pass b:protocol-error c:pass v:pass ",
            "does not carry its id"},
           {"too long",
            {a, huge, c, v},
            "a:pass b:protocol-error c:pass v:pass ",
            "bytes without a newline"},
           {"empty line", {a, b, "\n", c, v}, "a:pass b:pass c:protocol-error v:pass ", "not JSON"},
           {"carriage returns",
            {a.substr(0, a.size() - 1) + "\r\n", b, c, v},
            "a:pass b:pass c:pass v:pass ",
            ""},
           {"a restart in place of an answer",
            {a, ready, c, v},
            "a:pass b:crash c:pass v:pass ",
            "was started again before the answer"},
           {"a restart and all answers", {a, ready, b, c, v}, "a:pass b:pass c:pass v:pass ", ""},
           {"a restart with other claims",
            {a, other, b, c, v},
            "a:pass b:protocol-error c:pass v:pass ",
            "its claims changed after a restart"},
           {"noise at the end", {a, b, c, v, "bye\n"}, "a:pass b:pass c:pass v:pass ", ""},
       }) {
    std::string text = ready;
    for (const std::string& line : tampered.lines) text += line;
    const Judged judged = judge_answers(text);
    EXPECT_EQ(outcomes(judged.run), tampered.outcomes) << tampered.name;
    EXPECT_FALSE(judged.no_verdict) << tampered.name;
    for (const Result& result : judged.run.results) {
      if (result.judgement.outcome == Outcome::kPass) continue;
      EXPECT_THAT(result.judgement.detail, HasSubstr(tampered.first_detail)) << tampered.name;
      break;
    }
  }
}

TEST(Answers, OfOtherVectorsAreRefused) {
  std::string text = std::string(kReady) + "\n";
  for (int id = 1; id <= 5; ++id) {
    text += "{\"id\":" + std::to_string(id) + ",\"output\":{\"packed\":\"01\"}}\n";
  }
  const Judged judged = judge_answers(text);
  ASSERT_TRUE(judged.no_verdict);
  EXPECT_THAT(*judged.no_verdict, StartsWith("5 of 5 ids in the answers belong to no request"));
}

// Zero bytes, or the same line, for ever.
class Endless : public std::streambuf {
 public:
  explicit Endless(std::string text) : text_(std::move(text)) {}

 protected:
  int_type underflow() override {
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    return traits_type::to_int_type(text_[0]);
  }

 private:
  std::string text_;
};

TEST(Answers, WithoutEndAreReadNoFurtherThanTheLimit) {
  for (const std::string& text : {std::string(64, '\0'), std::string(kReady) + "\n"}) {
    Endless endless(text);
    std::istream stream(&endless);
    AnswersTestee testee(stream, files(), kRoot, {}, kMaxLine, 1'000'000);
    run_vectors(testee, files(), {});
    EXPECT_EQ(testee.why_no_verdict(), "more than 1000000 bytes of answers");
  }
}

TEST(Answers, WithoutAReadyMessageStartNothing) {
  for (const auto& [text, trouble, detail] :
       {std::tuple{std::string(), Trouble::kCrash, "the answers end before the one to hello"},
        {std::string(kReady), Trouble::kCrash, "the answers end before the one to hello"},
        {answer("a"), Trouble::kProtocolError, "the first line is not a ready message"},
        {"\xff\xfe{\n", Trouble::kProtocolError, "not JSON"},
        {std::string(kMaxLine + 1, ' '), Trouble::kProtocolError, "without a newline in answer"}}) {
    const Judged judged = judge_answers(text);
    ASSERT_TRUE(judged.run.start_trouble);
    EXPECT_EQ(judged.run.start_trouble->trouble, trouble);
    EXPECT_THAT(judged.run.start_trouble->detail, HasSubstr(detail));
    EXPECT_TRUE(judged.run.results.empty());
  }
}

TEST(Answers, StopAfterASmokeFailureAsARunDoes) {
  Files all = files();
  all[0].vectors[1].smoke = true;
  const std::string text =
      ready_and({"{\"id\":" + std::to_string(id_of("b")) + ",\"output\":{\"packed\":\"00\"}}\n"});
  std::istringstream stream(text);
  AnswersTestee testee(stream, all, kRoot, {}, kMaxLine);
  const auto run = run_vectors(testee, all, {});
  EXPECT_EQ(outcomes(run), "b:fail ");
  EXPECT_TRUE(run.smoke_failed);
  EXPECT_EQ(run.not_run, 3u);
}

// The adapter that hostile_test runs on a pipe.
TEST(Answers, OfAHostileAdapterHaveTheOutcomesOfALiveRun) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("tqc-offline-" + std::to_string(getpid()));
  fs::create_directories(folder);
  const Files three = {
      {"core/packing.json",
       "packing",
       {pack_vector("a", {1, 2}), pack_vector("b", {0xba, 0xd0}), pack_vector("c", {3})}}};
  std::ofstream asked(folder / "q");
  for (const std::string& line : requests(three)) asked << line << '\n';
  asked.close();
  for (const auto& [fault, status, expected, detail] :
       {std::tuple{"exit", 3, "a:pass b:crash c:crash ", "the answers end before the one to call"},
        {"twice", 0, "a:pass b:protocol-error c:pass ", "wrote without being asked"},
        {"wrong-id", 0, "a:pass b:protocol-error c:pass ", "does not carry its id"}}) {
    const std::string shell =
        fmt::format("python3 conformance/testees/hostile/hostile.py {0} < {1}/q > {1}/r", fault,
                    folder.string());
    EXPECT_EQ(WEXITSTATUS(std::system(shell.c_str())), status) << fault;
    std::ifstream stream(folder / "r", std::ios::binary);
    AnswersTestee testee(stream, three, kRoot, {}, kMaxLine);
    const auto run = run_vectors(testee, three, {});
    EXPECT_EQ(outcomes(run), expected) << fault;
    EXPECT_THAT(detail_of(run, "b"), HasSubstr(detail)) << fault;
  }
  fs::remove_all(folder);
}

}  // namespace
}  // namespace tq::conformance
