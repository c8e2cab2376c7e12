// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/explain.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/vectors/load.hpp"
#include "tools/explain/chapters.hpp"

namespace tq::tools {
namespace {

using conformance::Vector;
using conformance::VectorFile;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

class Explain : public testing::Test {
 protected:
  static const std::vector<VectorFile>& files() {
    static const auto loaded = conformance::load_vectors("vectors");
    return std::get<conformance::LoadedVectors>(loaded).files;
  }
  static std::pair<const VectorFile*, const Vector*> find(std::string_view id) {
    for (const VectorFile& file : files()) {
      for (const Vector& vector : file.vectors) {
        if (vector.id == id) return {&file, &vector};
      }
    }
    throw std::runtime_error("no vector " + std::string(id));
  }
};

// The lines of the first step of a derivation that belongs to a requirement.
std::vector<std::string> lines_of(std::string_view requirement, std::string_view operation,
                                  const conformance::Record& input, const Focus& focus = {}) {
  Derivation derivation(focus);
  find_derivation(operation)(derivation, input);
  for (const Step& step : derivation.steps()) {
    if (step.requirement == requirement) return step.lines;
  }
  return {};
}

const conformance::Record kCodes = {{"width", std::uint64_t{3}},
                                    {"codes", conformance::Bytes{{0, 1, 2, 3, 4, 5, 6, 7}}}};

TEST(ExplainText, PackingShowsBits) {
  EXPECT_THAT(lines_of("TQ-PACK-001", "packing.pack", kCodes),
              ElementsAre("code 0 = 0 = 000: bits 0..2 of the stream",
                          "code 1 = 1 = 001: bits 3..5 of the stream",
                          "code 2 = 2 = 010: bits 6..8 of the stream",
                          "code 3 = 3 = 011: bits 9..11 of the stream",
                          "code 4 = 4 = 100: bits 12..14 of the stream",
                          "code 5 = 5 = 101: bits 15..17 of the stream",
                          "code 6 = 6 = 110: bits 18..20 of the stream",
                          "code 7 = 7 = 111: bits 21..23 of the stream",
                          "byte 0 = 10|001|000 = 88, low bits on the right",
                          "byte 1 = 1|100|011|0 = c6, low bits on the right",
                          "byte 2 = 111|110|10 = fa, low bits on the right"));
}

TEST(ExplainText, ArithmeticShowsATie) {
  const conformance::Record input = {{"operator", std::string("add")},
                                     {"a", conformance::Words{{0x3f800000}}},
                                     {"b", conformance::Words{{0x33800000}}}};
  EXPECT_THAT(
      lines_of("TQ-ARITH-001", "arithmetic.evaluate", input),
      ElementsAre("[0] add 3f800000 = 1 and 33800000 = 5.9604645e-08 gives 3f800000 = 1",
                  "  exact value 1.00000005960464477539062",
                  "  lies between 3f800000 = 1 and 3f800001 = 1.0000001",
                  "  on the half-way point, a tie: the one with an even last bit, 3f800000 = 1"));
}

TEST(ExplainText, ErrorsShowWhichCheckDecides) {
  const conformance::Record input = {{"width", std::uint64_t{2}},
                                     {"codes", conformance::Bytes{{0, 4}}}};
  EXPECT_THAT(lines_of("TQ-PACK-003", "packing.pack", input),
              ElementsAre("holds        the width is 1 to 8, else bad-argument (TQ-PACK-003)",
                          "holds        there are at most 1048576 codes, else bad-argument "
                          "(TQ-PACK-003)",
                          "FAILS        every code is below 2^w, else code-out-of-range "
                          "(TQ-PACK-003)",
                          "             codes[1] = 4"));
  const conformance::Record wrong_width = {{"width", std::uint64_t{9}},
                                           {"codes", conformance::Bytes{{0, 4}}}};
  EXPECT_THAT(lines_of("TQ-PACK-003", "packing.pack", wrong_width),
              Contains("not reached  every code is below 2^w, else code-out-of-range "
                       "(TQ-PACK-003)"));
}

TEST(ExplainText, AnEmptyListIsShort) {
  const conformance::Record input = {{"width", std::uint64_t{3}}, {"codes", conformance::Bytes{}}};
  EXPECT_THAT(lines_of("TQ-PACK-001", "packing.pack", input), testing::IsEmpty());
}

// One step of work for each vector; two threads, since the long ones decide.
TEST_F(Explain, EveryVectorLandsOnItsGoldenBytes) {
  std::vector<std::pair<const VectorFile*, const Vector*>> all;
  for (const VectorFile& file : files()) {
    for (const Vector& vector : file.vectors) all.emplace_back(&file, &vector);
  }
  ASSERT_GT(all.size(), 1000u);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::vector<std::string> faults;
  const auto work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) {
      const auto [file, vector] = all[i];
      const Explanation explanation = explain(*file, *vector, {});
      const bool has_steps = !explanation.steps.empty();
      if (explanation.lands && has_steps) continue;
      const std::lock_guard lock(mutex);
      faults.push_back(vector->id + ": " + explanation.landing);
    }
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_THAT(faults, testing::IsEmpty());
}

TEST_F(Explain, EveryOperationHasADerivation) {
  for (const contract::Operation& operation : contract::kOperations) {
    EXPECT_NE(find_derivation(operation.name), nullptr) << operation.name;
  }
  EXPECT_EQ(find_derivation("packing.fold"), nullptr);
}

TEST_F(Explain, ADamagedVectorDoesNotLand) {
  const auto [file, vector] = find("keys/encode-one-hot-d128-w2");
  Vector damaged = *vector;
  auto output = damaged.expected.output;
  damaged.expected.output = {};
  for (const auto& field : output.fields()) {
    auto value = field.value;
    if (field.name == "rows") std::get<conformance::Bytes>(value).values[5] ^= 4;
    damaged.expected.output.add(field.name, value);
  }
  const Explanation explanation = explain(*file, damaged, {});
  EXPECT_FALSE(explanation.lands);
  EXPECT_THAT(explanation.landing, HasSubstr("DOES NOT land on the golden output: rows at "));
}

TEST_F(Explain, AnotherErrorDoesNotLandEvenWhenItIsAccepted) {
  for (const VectorFile& file : files()) {
    for (const Vector& vector : file.vectors) {
      if (!vector.expected.error || vector.accept.empty()) continue;
      Vector other = vector;
      other.accept = {*vector.expected.error};
      other.expected.error = vector.accept.front();
      const Explanation explanation = explain(file, other, {});
      EXPECT_FALSE(explanation.lands) << vector.id;
      EXPECT_THAT(explanation.landing, HasSubstr("another one is recorded"));
      return;
    }
  }
}

TEST_F(Explain, TextAndJsonHoldTheSteps) {
  const auto [file, vector] = find("keys/encode-one-hot-d128-w2");
  const auto sentence = [](std::string_view id) { return "says " + std::string(id); };
  const Explanation explanation = explain(*file, *vector, {});
  const std::string text = explanation_text(explanation, {}, sentence);
  for (const char* part :
       {"vector     keys/encode-one-hot-d128-w2 (vectors/core/keys.json)",
        "TQ-KEYS-001 says TQ-KEYS-001", "largest magnitude m = 40a00000 = 5 at coordinate 0",
        "c = floor(log2 m), within -126..126: 2", "seed 9e3779b97f4a7c15: key 7f4a7c15 9e3779b9",
        "the divisor t = RN(g' rho)", "z[0] = 3f800000 = 1 in (",
        "the derivation lands on the golden output, bit for bit",
        "tqc run --testee '...' --only keys/encode-one-hot-d128-w2"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  const std::string json = explanation_json(explanation, sentence);
  EXPECT_THAT(json, HasSubstr("\"lands\": true"));
  EXPECT_THAT(json, HasSubstr("\"text\": \"says TQ-KEYS-001\""));
}

TEST_F(Explain, RefusesACoordinateThatIsNotThere) {
  const auto [file, vector] = find("keys/encode-one-hot-d128-w2");
  EXPECT_THROW(explain(*file, *vector, {.coordinate = 128}), std::runtime_error);
  EXPECT_NO_THROW(explain(*file, *vector, {.coordinate = 127}));
}

}  // namespace
}  // namespace tq::tools
