// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/parity/search_for_test.hpp"

#include <chrono>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <rapidcheck.h>

#include "conformance/builtin/parity/counterexample.hpp"
#include "conformance/builtin/parity/generators.hpp"
#include "conformance/builtin/reference/reference.hpp"

namespace tq::conformance {
namespace {

using contract::Operation;
using Sequence = std::vector<std::uint64_t>;

constexpr std::uint64_t kSeed = 20261130;
// Long rows have many simplifications; what is reached by then is small enough to look at.
constexpr std::chrono::seconds kShrinkingTime{20};

struct Case {
  Sequence sequence;
  Record input;
};

Case play(const Operation& operation, Choices choices) {
  Record input = choose_input(operation, choices);
  return {choices.taken(), std::move(input)};
}

// The simpler cases of a case, as RapidCheck wants them.
class SimplerCases {
 public:
  SimplerCases(const Operation& operation, const Sequence& sequence)
      : operation_(&operation), sequence_(sequence), simplifications_(sequence) {}

  rc::Maybe<Case> operator()() {
    Sequence next;
    while (simplifications_.next(next)) {
      Case simpler = play(*operation_, Choices(next));
      if (Simplifications::is_simpler(simpler.sequence, sequence_)) return simpler;
    }
    return rc::Nothing;
  }

 private:
  const Operation* operation_;
  Sequence sequence_;
  Simplifications simplifications_;
};

rc::Gen<Case> cases_of(const Operation& operation) {
  return [&operation](const rc::Random& random, int) {
    Choices choices([source = random]() mutable { return source.next(); });
    return rc::shrinkable::shrinkRecur(
        play(operation, std::move(choices)), [&operation](const Case& shrunk) {
          return rc::makeSeq<SimplerCases>(operation, shrunk.sequence);
        });
  };
}

rc::detail::TestParams parameters(std::size_t cases) {
  const char* chosen = std::getenv("RC_PARAMS");
  const std::string text = chosen == nullptr ? "" : chosen;
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  if (text.find("seed=") == text.npos) params.seed = kSeed;
  if (text.find("max_success=") == text.npos) params.maxSuccess = static_cast<int>(cases);
  return params;
}

}  // namespace

SearchResult search(const Operation& operation, const Ask& ask, std::size_t cases) {
  SearchResult result;
  Sequence smallest;
  std::chrono::steady_clock::time_point deadline;
  const auto generator = cases_of(operation);
  const auto agrees = [&] {
    const Case tried = *generator;
    const bool is_shrinking = result.input.has_value();
    if (is_shrinking) ++result.tried_while_shrinking;
    const bool is_late = is_shrinking && std::chrono::steady_clock::now() > deadline;
    // RapidCheck asks for the smallest case once more in the end.
    if (is_late && tried.sequence != smallest) return;
    const Answer expected = perform_with_reference(operation, tried.input);
    const auto difference =
        difference_of(operation, tried.input, expected, ask(operation, tried.input));
    if (!difference) {
      if (!is_shrinking) ++result.cases;
      return;
    }
    if (!is_shrinking) deadline = std::chrono::steady_clock::now() + kShrinkingTime;
    smallest = tried.sequence;
    result.input = tried.input;
    result.difference = *difference;
    RC_FAIL(*difference);
  };
  const auto params = parameters(cases);
  result.wanted = static_cast<std::size_t>(params.maxSuccess);
  result.repeat = fmt::format("RC_PARAMS='seed={} max_success={}'", params.seed, params.maxSuccess);
  rc::detail::TestMetadata metadata;
  metadata.id = operation.name;
  rc::detail::checkTestable(agrees, metadata, params);
  return result;
}

}  // namespace tq::conformance
