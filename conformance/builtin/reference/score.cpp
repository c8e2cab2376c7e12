// SPDX-License-Identifier: Apache-2.0
#include "reference/score.hpp"

#include "conformance/builtin/reference/performers.hpp"

namespace tq::conformance {
namespace {

Answer score_page(const Record& input) {
  const auto scores = reference::score_page(input.bytes("page"), input.integer("query_heads"),
                                            numbers(input, "queries"));
  if (!scores) return refuse(scores.error());
  return {.stages = {{"rotated", words(scores->rotated)}, {"sums", words(scores->sums)}},
          .output = {{"scores", words(scores->scores)}},
          .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {{"score.page", score_page}};

}  // namespace

PerformerTable score_performers() { return kPerformers; }

}  // namespace tq::conformance
