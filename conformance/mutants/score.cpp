// SPDX-License-Identifier: Apache-2.0
#include "reference/score.hpp"

#include <optional>

#include "conformance/mutants/chapters.hpp"
#include "reference/gain.hpp"
#include "reference/packing.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using reference::Binary32;
using reference::Page;

struct Score {
  static std::optional<Error> refusal(const Record& input) {
    const auto parsed = reference::parse_page(input.bytes("page"));
    if (const auto* fault = std::get_if<reference::PageFault>(&parsed)) return fault->error;
    const auto& fields = std::get<Page>(parsed).fields;
    const std::uint64_t heads = input.integer("query_heads");
    if (heads < 1 || heads > contract::kMaxQueryHeads || heads % fields.kv_heads != 0) {
      return Error::kBadArgument;
    }
    const Numbers queries = numbers(input, "queries");
    if (queries.size() != heads * fields.key_dim) return Error::kBadLength;
    if (!reference::all_finite(queries)) return Error::kNonFiniteInput;
    return std::nullopt;
  }
  static std::size_t kv_head(std::size_t head, std::size_t heads, std::size_t kv_heads) {
    return reference::kv_head_of(head, heads, kv_heads);
  }
  static Numbers rotate(const reference::PageFields& fields, std::size_t kv_head,
                        const Numbers& query) {
    const auto signs = reference::key_signs(fields.transform, query.size(), fields.seed,
                                            static_cast<std::uint32_t>(fields.layer),
                                            static_cast<std::uint32_t>(kv_head));
    return reference::forward<Binary32>(fields.transform, signs, query).y;
  }
  static std::size_t row_head(std::size_t, std::size_t kv_head, std::size_t) { return kv_head; }
  static Binary32 dot(const Numbers& rotated, const Numbers& levels) {
    return reference::dot<Binary32>(rotated, levels);
  }
  static Binary32 finish(Binary32 sum, Binary32 sigma, Binary32 gain) {
    return reference::without_negative_zero((sum * sigma) * gain);
  }
};

// Gain and levels of one used row.
struct Row {
  Binary32 gain;
  Numbers levels;
};
Row load_row(const Page& page, std::size_t token, std::size_t kv_head) {
  const auto geometry = reference::page_geometry(page.fields);
  const std::size_t row = token * static_cast<std::size_t>(page.fields.kv_heads) + kv_head;
  const auto width = static_cast<int>(page.fields.key_mode);
  Row loaded;
  loaded.gain = *reference::load_gain(
      page.fields.gain_coding,
      std::span(page.gains).subspan(row * geometry.gain_row, geometry.gain_row));
  const auto codes =
      reference::unpack(static_cast<std::uint64_t>(width), page.fields.key_dim,
                        std::span(page.rows).subspan(row * geometry.code_row, geometry.code_row));
  for (const std::uint8_t code : *codes) {
    loaded.levels.push_back(*reference::dequantize(width, code));
  }
  return loaded;
}

template <class S>
Answer score(const Record& input) {
  if (const auto error = S::refusal(input)) return refuse(*error);
  const auto parsed = reference::parse_page(input.bytes("page"));
  const Page& page = std::get<Page>(parsed);
  const auto heads = static_cast<std::size_t>(input.integer("query_heads"));
  const auto kv_heads = static_cast<std::size_t>(page.fields.kv_heads);
  const auto key_dim = static_cast<std::size_t>(page.fields.key_dim);
  const Numbers queries = numbers(input, "queries");
  const Binary32 sigma = reference::return_scale(page.fields.transform, key_dim);
  Numbers all_rotated;
  Numbers sums;
  Numbers scores;
  for (std::size_t head = 0; head < heads; ++head) {
    const std::size_t kv_head = S::kv_head(head, heads, kv_heads);
    const auto begin = queries.begin() + static_cast<std::ptrdiff_t>(head * key_dim);
    const Numbers query(begin, begin + static_cast<std::ptrdiff_t>(key_dim));
    const Numbers rotated = S::rotate(page.fields, kv_head, query);
    all_rotated.insert(all_rotated.end(), rotated.begin(), rotated.end());
    for (std::size_t token = 0; token < page.fields.count; ++token) {
      const Row row = load_row(page, token, S::row_head(head, kv_head, kv_heads));
      sums.push_back(S::dot(rotated, row.levels));
      scores.push_back(S::finish(sums.back(), sigma, row.gain));
    }
  }
  if (!reference::all_finite(all_rotated) || !reference::all_finite(sums) ||
      !reference::all_finite(scores)) {
    return refuse(Error::kResultOverflow);
  }
  return {.stages = {{"rotated", words(all_rotated)}, {"sums", words(sums)}},
          .output = {{"scores", words(scores)}},
          .error = {}};
}

struct HeadsInterleaved : Score {
  static std::size_t kv_head(std::size_t head, std::size_t, std::size_t kv_heads) {
    return head % kv_heads;
  }
};
struct RowsInterleaved : Score {
  static std::size_t row_head(std::size_t head, std::size_t, std::size_t kv_heads) {
    return head % kv_heads;
  }
};
struct HeadZeroRotates : Score {
  static Numbers rotate(const reference::PageFields& fields, std::size_t, const Numbers& query) {
    return Score::rotate(fields, 0, query);
  }
};
struct QueryNotRotated : Score {
  static Numbers rotate(const reference::PageFields&, std::size_t, const Numbers& query) {
    return query;
  }
};
struct FusedDot : Score {
  static Binary32 dot(const Numbers& rotated, const Numbers& levels) {
    Numbers lanes(reference::kLanes);
    for (std::size_t i = 0; i < rotated.size(); ++i) {
      Binary32& lane = lanes[i % lanes.size()];
      lane = fused(rotated[i], levels[i], lane);
    }
    return reference::tree_sum<Binary32>(lanes);
  }
};
struct SequentialDot : Score {
  static Binary32 dot(const Numbers& rotated, const Numbers& levels) {
    Numbers products;
    for (std::size_t i = 0; i < rotated.size(); ++i) products.push_back(rotated[i] * levels[i]);
    return sequential_sum(products);
  }
};
struct ScaleMissing : Score {
  static Binary32 finish(Binary32 sum, Binary32, Binary32 gain) {
    return reference::without_negative_zero(sum * gain);
  }
};
struct GainMissing : Score {
  static Binary32 finish(Binary32 sum, Binary32 sigma, Binary32) {
    return reference::without_negative_zero(sum * sigma);
  }
};
struct FactorsFirst : Score {
  static Binary32 finish(Binary32 sum, Binary32 sigma, Binary32 gain) {
    return reference::without_negative_zero(sum * (sigma * gain));
  }
};
struct NegativeZeroOut : Score {
  static Binary32 finish(Binary32 sum, Binary32 sigma, Binary32 gain) {
    return (sum * sigma) * gain;
  }
};
struct QueryBeforePage : Score {
  static std::optional<Error> refusal(const Record& input) {
    const bool is_finite = reference::all_finite(numbers(input, "queries"));
    return is_finite ? Score::refusal(input) : Error::kNonFiniteInput;
  }
};

}  // namespace

ChapterMutants score_mutants() {
  constexpr std::string_view kScore = "score.page";
  return {
      .mutants =
          {
              mutant("score/heads-interleaved", "shares KV heads as head mod kv_heads",
                     {"TQ-SCORE-002", "TQ-SCORE-001"}, kScore, "rotated", {"score/heads-ratio-2"},
                     score<HeadsInterleaved>),
              mutant("score/rows-interleaved", "takes the rows of KV head mod kv_heads",
                     {"TQ-SCORE-003", "TQ-SCORE-001"}, kScore, "sums", {"score/heads-ratio-2"},
                     score<RowsInterleaved>),
              mutant("score/head-zero-rotates", "rotates every query as for KV head 0",
                     {"TQ-SCORE-002"}, kScore, "rotated", {"score/heads-ratio-1"},
                     score<HeadZeroRotates>),
              mutant("score/query-not-rotated", "scores a query that was not rotated",
                     {"TQ-SCORE-002"}, kScore, "rotated", {"score/lloyd-max-2-one-round"},
                     score<QueryNotRotated>),
              mutant("score/fused-dot", "fuses each product into its sum", {"TQ-SCORE-003"}, kScore,
                     "sums", {"score/canary-fused"}, score<FusedDot>),
              mutant("score/sequential-sum", "sums from left to right", {"TQ-SCORE-003"}, kScore,
                     "sums", {"score/lloyd-max-4-one-round"}, score<SequentialDot>),
              mutant("score/scale-missing", "leaves sigma out", {"TQ-SCORE-004"}, kScore, "scores",
                     {"score/lloyd-max-2-one-round", "score/lloyd-max-2-two-rounds"},
                     score<ScaleMissing>),
              mutant("score/gain-missing", "leaves the gain out", {"TQ-SCORE-004"}, kScore,
                     "scores", {"score/lloyd-max-2-one-round"}, score<GainMissing>),
              mutant("score/factors-first", "multiplies sigma and gain before the sum",
                     {"TQ-SCORE-004"}, kScore, "scores", {"score/tiny-query"}, score<FactorsFirst>),
              mutant("score/negative-zero-out", "lets -0 leave", {"TQ-SCORE-004", "TQ-ARITH-008"},
                     kScore, "scores", {"score/zero-row"}, score<NegativeZeroOut>),
              mutant("score/query-before-page", "finds a NaN in the query before a broken page",
                     {"TQ-SCORE-005"}, kScore, "error", {"score/page-before-query"},
                     score<QueryBeforePage>),
          },
      .controls = {{kScore, score<Score>}},
  };
}

}  // namespace tq::conformance
