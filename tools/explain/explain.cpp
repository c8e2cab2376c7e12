// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/explain.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "conformance/checker.hpp"
#include "conformance/compare.hpp"
#include "conformance/report.hpp"
#include "conformance/vectors/formulas.hpp"
#include "tools/explain/chapters.hpp"

namespace tq::tools {
namespace {

using conformance::Judgement;
using conformance::Outcome;

std::string where(const Judgement& judgement) {
  const auto& divergence = judgement.divergence;
  if (!divergence) return judgement.detail;
  const std::string place = conformance::describe_place(*divergence);
  return fmt::format("{}{}{}: golden {}, derived {}", divergence->field,
                     place.empty() ? "" : " at ", place, divergence->expected, divergence->actual);
}

// Compares the derived answer with the golden one, as the runner would in class bits.
void land(Explanation& explanation, const conformance::Answer& answer,
          const conformance::Checker* checker) {
  const auto& expected = explanation.vector.expected.error;
  const Judgement judgement = conformance::judge(explanation.vector, answer, {"bits", ""}, checker);
  // Where several errors are right, the derivation has to give the one that is recorded.
  explanation.lands = judgement.outcome == Outcome::kPass && answer.error == expected;
  if (explanation.lands && expected) {
    explanation.landing =
        fmt::format("the derivation gives the expected error {}", contract::entry(*expected).slug);
  } else if (explanation.lands) {
    explanation.landing = "the derivation lands on the golden output, bit for bit";
  } else if (judgement.outcome == Outcome::kPass) {
    explanation.landing =
        fmt::format("the derivation DOES NOT land: it gives the error {}, another one is recorded",
                    contract::entry(*answer.error).slug);
  } else {
    explanation.landing = "the derivation DOES NOT land on the golden output: " + where(judgement);
  }
}

}  // namespace

Derive find_derivation(std::string_view operation) {
  for (const DeriveTable table :
       {arithmetic_derivations(), random_derivations(), transform_derivations(),
        codebook_derivations(), packing_derivations(), gain_derivations(), keys_derivations(),
        page_derivations(), score_derivations()}) {
    for (const auto& [name, derive] : table) {
      if (name == operation) return derive;
    }
  }
  return nullptr;
}

Explanation explain(const conformance::VectorFile& file, const conformance::Vector& vector,
                    const Focus& focus) {
  const Derive derive = find_derivation(vector.operation);
  if (derive == nullptr) {
    throw std::runtime_error(
        fmt::format("no derivation is written for the operation {}", vector.operation));
  }
  Explanation explanation;
  explanation.file = &file;
  explanation.vector = vector;
  explanation.vector.input = conformance::full_input(vector);
  Derivation derivation(focus);
  derive(derivation, explanation.vector.input);
  if (focus.coordinate && !derivation.is_placed()) {
    throw std::runtime_error("--coordinate: this vector has no list to look into");
  }
  explanation.steps = derivation.steps();
  land(explanation, derivation.answer, conformance::find_checker(file.chapter));
  return explanation;
}

}  // namespace tq::tools
