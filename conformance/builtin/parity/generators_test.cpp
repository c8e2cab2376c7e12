// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/parity/generators.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "conformance/builtin/reference/reference.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using contract::Operation;

Choices random_choices(std::uint64_t seed) {
  return Choices([engine = std::mt19937_64(seed)]() mutable { return std::uint64_t{engine()}; });
}

std::string slug(Error error) { return std::string(contract::entry(error).slug); }

// The errors that the chapters give to each operation.
std::set<std::string> errors_of(std::string_view operation) {
  static const std::map<std::string_view, std::vector<Error>> kOthers = {
      {"arithmetic.evaluate", {Error::kBadArgument, Error::kBadLength, Error::kNonFiniteInput}},
      {"arithmetic.dot", {Error::kBadLength, Error::kNonFiniteInput, Error::kResultOverflow}},
      {"arithmetic.to_binary16", {Error::kNonFiniteInput, Error::kBinary16Overflow}},
      {"arithmetic.from_binary16", {Error::kNonFiniteInput}},
      {"random.philox", {Error::kBadLength}},
      {"random.signs", {Error::kBadArgument}},
      {"transform.forward",
       {Error::kBadArgument, Error::kBadLength, Error::kPaddingBits, Error::kNonFiniteInput,
        Error::kResultOverflow}},
      {"transform.inverse",
       {Error::kBadArgument, Error::kBadLength, Error::kPaddingBits, Error::kNonFiniteInput,
        Error::kResultOverflow}},
      {"codebook.table", {Error::kBadArgument}},
      {"codebook.quantize", {Error::kBadArgument, Error::kNonFiniteInput}},
      {"codebook.dequantize", {Error::kBadArgument, Error::kCodeOutOfRange}},
      {"packing.pack", {Error::kBadArgument, Error::kCodeOutOfRange}},
      {"packing.unpack", {Error::kBadArgument, Error::kBadLength, Error::kPaddingBits}},
      {"packing.pack_signs", {Error::kNonFiniteInput}},
      {"gain.norm", {Error::kNonFiniteInput, Error::kBinary32Overflow}},
      {"gain.store", {Error::kBadArgument, Error::kNonFiniteInput, Error::kBinary16Overflow}},
      {"gain.load",
       {Error::kBadArgument, Error::kBadLength, Error::kGainNotFinite, Error::kGainNegative}},
      {"key.quantize",
       {Error::kBadArgument, Error::kBadLength, Error::kNonFiniteInput, Error::kResultOverflow}},
      {"key.encode",
       {Error::kBadArgument, Error::kBadLength, Error::kNonFiniteInput, Error::kBinary32Overflow,
        Error::kBinary16Overflow}},
      {"key.decode",
       {Error::kBadArgument, Error::kBadLength, Error::kGainNotFinite, Error::kGainNegative,
        Error::kPaddingBits, Error::kZeroGainCodes, Error::kResultOverflow}},
      {"page.write",
       {Error::kBadArgument, Error::kBadLength, Error::kGainNotFinite, Error::kGainNegative,
        Error::kRowPaddingNonzero, Error::kZeroGainCodes}},
      {"page.parse", {}},
      {"score.page",
       {Error::kBadArgument, Error::kBadLength, Error::kNonFiniteInput, Error::kResultOverflow}},
  };
  std::set<std::string> errors;
  for (const Error error : kOthers.at(operation)) errors.insert(slug(error));
  if (operation == "page.parse" || operation == "score.page") {
    for (const contract::ErrorEntry& entry : contract::kErrors) {
      if (static_cast<int>(entry.error) < 700) errors.emplace(entry.slug);
    }
  }
  return errors;
}

class Generators : public testing::TestWithParam<const Operation*> {};

// Or a whole part of an operation would never be compared.
TEST_P(Generators, ReachEveryErrorOfTheOperationAndNoOther) {
  const Operation& operation = *GetParam();
  const auto wanted = errors_of(operation.name);
  std::set<std::string> found;
  std::uint64_t seed = 0;
  for (; seed < 30'000 && (found != wanted || seed < 500); ++seed) {
    Choices choices = random_choices(seed);
    const Record input = choose_input(operation, choices);
    const Answer answer = perform_with_reference(operation, input);
    if (answer.error) found.insert(slug(*answer.error));
  }
  EXPECT_EQ(found, wanted) << seed << " cases";
}

TEST_P(Generators, GiveLegalInputsThatMayOnlyOverflow) {
  const Operation& operation = *GetParam();
  int overflows = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Choices choices = random_choices(seed);
    const Record input = choose_legal_input(operation, choices);
    const Answer answer = perform_with_reference(operation, input);
    if (!answer.error) continue;
    EXPECT_TRUE(is_overflow(*answer.error)) << slug(*answer.error) << ", seed " << seed;
    ++overflows;
  }
  EXPECT_LT(overflows, 160);
}

TEST_P(Generators, FillTheFieldTable) {
  const Operation& operation = *GetParam();
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Choices choices = random_choices(seed);
    const Record input = choose_input(operation, choices);
    auto field = input.fields().begin();
    for (const contract::OperationField& entry : operation.fields) {
      if (entry.part != contract::FieldPart::kInput) continue;
      ASSERT_NE(field, input.fields().end());
      EXPECT_EQ(field->name, entry.name);
      EXPECT_EQ(type_of(field->value), entry.type);
      ++field;
    }
    EXPECT_EQ(field, input.fields().end());
  }
}

// What was taken is the input.
TEST_P(Generators, GiveTheSameInputForTheSameChoices) {
  const Operation& operation = *GetParam();
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Choices choices = random_choices(seed);
    const Record input = choose_input(operation, choices);
    Choices again(choices.taken());
    EXPECT_EQ(choose_input(operation, again), input);
    EXPECT_EQ(again.taken(), choices.taken());
  }
}

std::vector<const Operation*> operations() {
  std::vector<const Operation*> all;
  for (const Operation& operation : contract::kOperations) all.push_back(&operation);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Operations, Generators, testing::ValuesIn(operations()),
                         [](const testing::TestParamInfo<const Operation*>& tested) {
                           std::string name(tested.param->name);
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(Simplifications, AreAllSimplerAndFew) {
  const std::vector<std::uint64_t> sequence = {5, 0, 1000, 3, 7, 0, 1};
  Simplifications simplifications(sequence);
  std::vector<std::uint64_t> simpler;
  std::set<std::vector<std::uint64_t>> all;
  int count = 0;
  while (simplifications.next(simpler)) {
    EXPECT_TRUE(simpler == sequence || Simplifications::is_simpler(simpler, sequence));
    all.insert(simpler);
    ASSERT_LT(++count, 100);
  }
  EXPECT_TRUE(all.contains({}));
  EXPECT_TRUE(all.contains({5, 0, 1000, 3}));          // cut in the middle
  EXPECT_TRUE(all.contains({5, 1000, 3, 7, 0, 1}));    // one removed
  EXPECT_TRUE(all.contains({0, 0, 0, 3, 7, 0, 1}));    // a run cleared
  EXPECT_TRUE(all.contains({5, 0, 500, 3, 7, 0, 1}));  // one halved
  EXPECT_TRUE(all.contains({5, 0, 999, 3, 7, 0, 1}));  // one less
  EXPECT_FALSE(simplifications.next(simpler));
}

}  // namespace
}  // namespace tq::conformance
