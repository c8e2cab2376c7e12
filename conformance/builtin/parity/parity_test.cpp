// SPDX-License-Identifier: Apache-2.0
// The fast implementation equals the exact reference on random inputs: every operation, on every
// target that this processor can run. What differs is shrunk and written as a vector.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "conformance/builtin/optimized/optimized.hpp"
#include "conformance/builtin/parity/counterexample.hpp"
#include "conformance/builtin/parity/search_for_test.hpp"
#include "optimized/target.hpp"

namespace tq::conformance {
namespace {

using contract::Operation;
using optimized::Kernels;

// So that each operation takes about as long as the others, whatever its inputs cost.
std::size_t quick_cases(const Operation& operation) {
  static const std::map<std::string_view, std::size_t> kCases = {
      {"codebook.table", 20}, {"transform.forward", 4000}, {"transform.inverse", 3000},
      {"key.quantize", 5000}, {"key.encode", 2000},        {"key.decode", 2000},
      {"page.write", 4000},   {"page.parse", 4000},        {"score.page", 1500},
  };
  const auto found = kCases.find(operation.name);
  return found == kCases.end() ? 6000 : found->second;
}

void expect_parity(const Operation& operation, const Kernels& kernels, std::size_t cases) {
  const std::unique_ptr<Testee> testee = make_optimized_testee(kernels);
  const auto ask = [&](const Operation& asked, const Record& input) {
    return testee->call(asked, input);
  };
  const SearchResult result = search(operation, ask, cases);
  testing::Test::RecordProperty("cases", static_cast<int>(result.cases));
  if (!result.input) {
    EXPECT_EQ(result.cases, result.wanted);
    return;
  }
  const std::string who = "builtin:optimized/" + std::string(kernels.target);
  const Vector vector = counterexample(operation, *result.input, who, result.difference, "vectors");
  const Exported exported = export_counterexample(vector, counterexample_directory());
  ADD_FAILURE() << operation.name << " after " << result.cases
                << " equal answers: " << result.difference << "\n"
                << instructions(exported, who) << "search again:  " << result.repeat << "\n";
}

using Parameters = std::tuple<const Operation*, const Kernels*>;

class Parity : public testing::TestWithParam<Parameters> {};

TEST_P(Parity, WithTheReference) {
  const auto& [operation, kernels] = GetParam();
  expect_parity(*operation, *kernels, quick_cases(*operation));
}

class ParityFull : public testing::TestWithParam<Parameters> {};

TEST_P(ParityFull, WithTheReference) {
  const auto& [operation, kernels] = GetParam();
  expect_parity(*operation, *kernels, 50 * quick_cases(*operation));
}

std::vector<const Operation*> operations() {
  std::vector<const Operation*> all;
  for (const Operation& operation : contract::kOperations) all.push_back(&operation);
  return all;
}

std::string name_of_parameters(const testing::TestParamInfo<Parameters>& tested) {
  const auto& [operation, kernels] = tested.param;
  std::string name = std::string(operation->name) + "_" + std::string(kernels->target);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

// A function: the tables of targets are complete when main begins, not before.
auto every_operation_and_target() {
  const auto targets = optimized::usable_targets();
  return testing::Combine(testing::ValuesIn(operations()),
                          testing::ValuesIn(targets.begin(), targets.end()));
}

INSTANTIATE_TEST_SUITE_P(Random, Parity, every_operation_and_target(), name_of_parameters);
INSTANTIATE_TEST_SUITE_P(Random, ParityFull, every_operation_and_target(), name_of_parameters);

}  // namespace
}  // namespace tq::conformance
