// SPDX-License-Identifier: Apache-2.0
// Implementations that are wrong on purpose: the search finds them, shrinks what it found, and
// writes a vector that tells them from the reference.
#include "conformance/builtin/parity/counterexample.hpp"

#include <unistd.h>

#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/builtin/parity/definition.hpp"
#include "conformance/builtin/parity/search_for_test.hpp"
#include "conformance/builtin/reference/reference.hpp"
#include "conformance/compare.hpp"
#include "conformance/runner.hpp"
#include "conformance/vectors/lint.hpp"
#include "conformance/vectors/load.hpp"
#include "conformance/vectors/rules.hpp"

namespace tq::conformance {
namespace {

namespace fs = std::filesystem;
using contract::Operation;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const Operation& operation_named(std::string_view name) { return *contract::find_operation(name); }

// Answers as the reference does, but for what `spoil` changes.
using SpoilAnswer = std::function<void(const Record& input, Answer& answer)>;

Ask wrong_where(SpoilAnswer spoil) {
  return [spoil = std::move(spoil)](const Operation& operation, const Record& input) -> Reply {
    Answer answer = perform_with_reference(operation, input);
    spoil(input, answer);
    return answer;
  };
}

// Flips the last bit of the packed rows, whenever there are three or more coordinates below -2.
void flip_a_bit(const Record& input, Answer& answer) {
  if (answer.error) return;
  std::size_t count = 0;
  for (const std::uint32_t word : input.words("x")) count += word > 0xc0000000 ? 1 : 0;
  if (count < 3) return;
  Bytes rows = answer.output.get<Bytes>("rows");
  rows.values.back() = static_cast<std::uint8_t>(rows.values.back() ^ 0x80);
  answer.output = {{"gains", answer.output.get<Bytes>("gains")}, {"rows", rows}};
}

class WrongTestee final : public Testee {
 public:
  explicit WrongTestee(Ask ask) : ask_(std::move(ask)) {}
  std::variant<Identity, NoAnswer> start() override {
    Identity identity;
    identity.name = "wrong";
    identity.version = "1";
    for (const Operation& operation : contract::kOperations) {
      identity.claims.emplace(operation.name, Claim{.conformance_class = "bits", .profile = ""});
    }
    return identity;
  }
  Reply call(const Operation& operation, const Record& input) override {
    return ask_(operation, input);
  }

 private:
  Ask ask_;
};

class Counterexample : public testing::Test {
 protected:
  Counterexample() {
    std::string name = (fs::temp_directory_path() / "tqc-parity-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~Counterexample() override { fs::remove_all(folder_); }

  std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::size_t failures(const fs::path& vectors, Testee& testee) {
    const auto loaded = load_vectors(vectors);
    if (const auto* why = std::get_if<std::string>(&loaded)) {
      ADD_FAILURE() << *why;
      return 0;
    }
    const conformance::Run run = run_vectors(testee, std::get<LoadedVectors>(loaded).files, {});
    EXPECT_EQ(run.results.size(), 1u);
    std::size_t count = 0;
    for (const Result& result : run.results)
      count += is_failure(result.judgement.outcome) ? 1u : 0u;
    return count;
  }

  fs::path folder_;
};

TEST_F(Counterexample, IsFoundShrunkAndExported) {
  const Operation& operation = operation_named("key.encode");
  const Ask ask = wrong_where(flip_a_bit);
  const SearchResult result = search(operation, ask, 500);
  ASSERT_TRUE(result.input);
  EXPECT_THAT(result.difference, HasSubstr("output rows differs at "));
  EXPECT_GT(result.tried_while_shrinking, 10u);
  // Three such numbers need a row of four, or two rows of two.
  const auto& x = result.input->words("x");
  EXPECT_EQ(x.size(), 4u);
  EXPECT_EQ(result.input->integer("layer"), 0u);
  EXPECT_EQ(result.input->get<Word64>("seed").value, 0u);
  EXPECT_EQ(result.input->text("transform"), "one-round");

  const Vector vector =
      counterexample(operation, *result.input, "./wrong", result.difference, "vectors");
  EXPECT_EQ(fault_of_vector(vector, "keys"), std::nullopt);
  EXPECT_THAT(vector.requirements, Contains("TQ-KEYS-006"));
  const Exported exported = export_counterexample(vector, folder_);
  EXPECT_THAT(instructions(exported, "./wrong"), HasSubstr("tqc run --testee ./wrong --vectors "));

  WrongTestee wrong(ask);
  EXPECT_EQ(failures(exported.vectors, wrong), 1u);
  const auto reference = make_reference_testee();
  EXPECT_EQ(failures(exported.vectors, *reference), 0u);
}

TEST_F(Counterexample, DefinitionHoldsTheInputAndTheError) {
  const Operation& operation = operation_named("packing.unpack");
  // Padding bits are overlooked.
  const Ask ask = wrong_where([](const Record& input, Answer& answer) {
    if (answer.error != contract::Error::kPaddingBits) return;
    const auto count = static_cast<std::size_t>(input.integer("count"));
    answer = {
        .stages = {}, .output = {{"codes", Bytes{std::vector<std::uint8_t>(count)}}}, .error = {}};
  });
  const SearchResult result = search(operation, ask, 2000);
  ASSERT_TRUE(result.input);
  EXPECT_EQ(result.difference, "expected error padding-bits, got output");
  EXPECT_EQ(result.input->bytes("packed").size(), 1u);

  const Vector vector =
      counterexample(operation, *result.input, "./wrong", result.difference, "vectors");
  EXPECT_THAT(vector.requirements, ElementsAre("TQ-PACK-004"));
  const Exported exported = export_counterexample(vector, folder_);
  const auto read_back =
      read_definition(exported.definition.stem().string(), read(exported.definition));
  ASSERT_TRUE(std::holds_alternative<Vector>(read_back)) << std::get<std::string>(read_back);
  EXPECT_EQ(std::get<Vector>(read_back), vector);
}

// Each way in which an answer can be wrong, on one operation with stages.
TEST(DifferenceOf, NamesWhatDiffers) {
  const Operation& operation = operation_named("gain.norm");
  const Record input = {{"x", Words{{0x40400000, 0x40800000}}}};
  const Answer right = perform_with_reference(operation, input);
  const auto difference = [&](const Answer& answer) {
    return difference_of(operation, input, right, answer);
  };
  EXPECT_EQ(difference(right), std::nullopt);
  Answer answer = right;
  answer.stages = {};
  EXPECT_EQ(difference(answer), std::nullopt);  // stages are optional
  answer.stages = {{"sum", Words{{0x3fc80001}}}};
  EXPECT_EQ(difference(answer), "stage sum differs at 0, 3fc80001 for 3fc80000");
  answer = right;
  answer.stages.add("other", Words{});
  EXPECT_EQ(difference(answer), "the fields are not those of the operation");
  answer = right;
  answer.output = {};
  EXPECT_EQ(difference(answer), "the fields are not those of the operation");
  answer = {.stages = {}, .output = {}, .error = contract::Error::kBinary32Overflow};
  EXPECT_EQ(difference(answer), "expected output, got error binary32-overflow");
  EXPECT_EQ(difference_of(operation, input, right, NoAnswer{Trouble::kCrash, "gone"}),
            "no answer: gone");
}

TEST(Definition, IsRefusedWithTheReason) {
  const auto fault = [](std::string_view text) {
    const auto read = read_definition("x", text);
    const auto* why = std::get_if<std::string>(&read);
    return why == nullptr ? std::string() : *why;
  };
  const std::string head =
      R"({"operation":"packing.pack","requirements":["TQ-PACK-001"],"reason":"none",)";
  EXPECT_EQ(fault(head + R"("input":{"width":3,"codes":""}})"), "");
  EXPECT_EQ(fault(head + R"("input":{"width":3}})"), "input: field \"codes\" is missing");
  EXPECT_EQ(fault(head + R"("input":{"width":3,"codes":""},"error":"oops"})"),
            "\"error\" names none");
  EXPECT_EQ(fault(head + R"("inputs":{}})"), "\"inputs\" is no member of a definition");
  EXPECT_EQ(fault(R"({"operation":"packing"})"), "\"operation\" names none");
  EXPECT_EQ(fault("[]"), "not a JSON object");
  EXPECT_THAT(fault("{"), Not(IsEmpty()));
}

// The same inputs every time.
TEST(Search, IsRepeatable) {
  const Operation& operation = operation_named("packing.pack");
  const auto inputs = [&] {
    std::vector<Record> seen;
    search(
        operation,
        [&](const Operation& asked, const Record& input) -> Reply {
          seen.push_back(input);
          return perform_with_reference(asked, input);
        },
        20);
    return seen;
  };
  const auto first = inputs();
  EXPECT_GE(first.size(), 1u);
  EXPECT_EQ(inputs(), first);
}

}  // namespace
}  // namespace tq::conformance
