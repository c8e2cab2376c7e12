// SPDX-License-Identifier: Apache-2.0
#include "optimized/score.hpp"

#include "conformance/builtin/optimized/performers.hpp"

namespace tq::conformance::fast {
namespace {

// TQ-SCORE-004
Answer score_page(const optimized::Kernels& kernels, const Record& input) {
  const auto scores = optimized::score_page(
      kernels, input.bytes("page"), input.integer("query_heads"), numbers(input, "queries"));
  if (!scores) return refuse(scores.error());
  return {.stages = {{"rotated", words(scores->rotated)}, {"sums", words(scores->sums)}},
          .output = {{"scores", words(scores->scores)}},
          .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {{"score.page", score_page}};

}  // namespace

PerformerTable score_performers() { return kPerformers; }

}  // namespace tq::conformance::fast
