// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include <gtest/gtest.h>

#include "conformance/determinism/altered_for_test.hpp"
#include "conformance/determinism/determinism.hpp"
#include "conformance/vectors/load.hpp"

// What the tests of determinism share: the suite, an examination of a part of it, its verdicts.
namespace tq::conformance {

inline const LoadedVectors& suite() {
  static const auto loaded = load_vectors("vectors");
  return std::get<LoadedVectors>(loaded);
}

inline Determinism examined(Testee& testee, std::string operation = "*", Tier tier = Tier::kCore) {
  DeterminismOptions options;
  options.filter = {"*", std::move(operation), tier};
  return examine(testee, suite().files, options);
}

inline const OperationSteadiness& of(const Determinism& result, std::string_view operation) {
  for (const OperationSteadiness& one : result.operations) {
    if (one.operation == operation) return one;
  }
  throw std::runtime_error("not examined");
}

// "repeat pass, batch not-testable, order fail"
inline std::string verdicts(const OperationSteadiness& one) {
  std::string text;
  for (const Invariance invariance :
       {Invariance::kRepeat, Invariance::kBatch, Invariance::kOrder}) {
    text += std::string(text.empty() ? "" : ", ") + std::string(name_of(invariance)) + " " +
            std::string(name_of(one.of(invariance).verdict));
  }
  return text;
}

inline std::string verdicts(const Determinism& result, std::string_view operation) {
  return verdicts(of(result, operation));
}

inline const Counterexample& example(const Determinism& result, std::string_view operation,
                                     Invariance invariance) {
  return of(result, operation).of(invariance).examples.at(0);
}

inline void expect_others_steady(const Determinism& result, std::string_view but) {
  for (const OperationSteadiness& one : result.operations) {
    if (one.operation == but) continue;
    for (const Cell& cell : one.cells) {
      EXPECT_NE(cell.verdict, Steadiness::kFail) << one.operation;
    }
  }
}

inline std::size_t integer(const Record& input, std::string_view field) {
  return static_cast<std::size_t>(input.integer(field));
}

}  // namespace tq::conformance
