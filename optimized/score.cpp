// SPDX-License-Identifier: Apache-2.0
#include "optimized/score.hpp"

#include <cstddef>

#include "optimized/arithmetic.hpp"
#include "optimized/gain.hpp"
#include "optimized/key_plans.hpp"
#include "optimized/page.hpp"
#include "optimized/transform.hpp"

namespace tq::optimized {
namespace {

using contract::Error;

KeyShape shape_of(const PageFields& fields) {
  return {static_cast<std::uint64_t>(fields.key_mode),
          fields.transform,
          fields.gain_coding,
          fields.key_dim,
          fields.kv_heads,
          fields.layer,
          fields.seed};
}

// Scores one query against the keys of its KV head. The four spans hold one element a coordinate,
// a coordinate, a token, a token. TQ-SCORE-002 to TQ-SCORE-004.
void score_head(const Kernels& kernels, const PageView& view, const KeyPlans& plans,
                std::size_t kv_head, std::span<const float> gains, const float* query,
                float* rotated, float* sums, float* scores) {
  rotate(kernels, plans.rotation(kv_head), query, rotated);
  kernels.score_rows(plans.width(), plans.head_dim(), view.head_rows(kv_head).data(),
                     plans.row_bytes(), gains.size(), rotated, sums);
  std::vector<float> scaled(gains.size());
  kernels.scale(plans.return_scale(), sums, gains.size(), scaled.data());
  kernels.evaluate(Operator::kMultiply, scaled.data(), gains.data(), gains.size(), scores);
  add_positive_zero({scores, gains.size()});
}

}  // namespace

// TQ-SCORE-001, TQ-SCORE-005
contract::Result<PageScores> score_page(const Kernels& kernels, std::span<const std::uint8_t> page,
                                        std::uint64_t query_heads, std::span<const float> queries) {
  const auto view = view_page(page);
  if (!view) return view.error();
  const PageFields& fields = view->fields;
  if (query_heads < 1 || query_heads > contract::kMaxQueryHeads ||
      query_heads % fields.kv_heads != 0) {
    return Error::kBadArgument;
  }
  if (queries.size() != query_heads * fields.key_dim) return Error::kBadLength;
  if (!all_finite(kernels, queries)) return Error::kNonFiniteInput;
  // A checked page has a legal shape and gains that load.
  const auto created = KeyPlans::create(shape_of(fields));
  const KeyPlans& plans = *created;
  const auto heads = static_cast<std::size_t>(query_heads);
  const auto count = static_cast<std::size_t>(fields.count);
  const std::size_t d = plans.head_dim();
  const std::size_t group = heads / plans.kv_heads();  // query heads of one KV head
  PageScores result{std::vector<float>(queries.size()), std::vector<float>(heads * count),
                    std::vector<float>(heads * count)};
  for (std::size_t kv_head = 0; kv_head < plans.kv_heads(); ++kv_head) {
    const auto gains = *load(kernels, fields.gain_coding, view->head_gains(kv_head));
    for (std::size_t h = kv_head * group; h < (kv_head + 1) * group; ++h) {
      score_head(kernels, *view, plans, kv_head, gains, queries.data() + h * d,
                 result.rotated.data() + h * d, result.sums.data() + h * count,
                 result.scores.data() + h * count);
    }
  }
  if (!all_finite(kernels, result.rotated) || !all_finite(kernels, result.sums) ||
      !all_finite(kernels, result.scores)) {
    return Error::kResultOverflow;
  }
  return result;
}

}  // namespace tq::optimized
