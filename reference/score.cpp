// SPDX-License-Identifier: Apache-2.0
#include "reference/score.hpp"

#include "reference/gain.hpp"
#include "reference/packing.hpp"

namespace tq::reference {
namespace {

using contract::Error;

// Gain and levels of one used row of a page.
struct PageRow {
  Binary32 gain;
  std::vector<Binary32> levels;
};
PageRow load_row(const Page& page, std::size_t token, std::size_t kv_head) {
  const PageGeometry geometry = page_geometry(page.fields);
  const std::size_t row = token * static_cast<std::size_t>(page.fields.kv_heads) + kv_head;
  const std::span<const std::uint8_t> gains = page.gains;
  const std::span<const std::uint8_t> rows = page.rows;
  PageRow loaded;
  loaded.gain = *load_gain(page.fields.gain_coding,
                           gains.subspan(row * geometry.gain_row, geometry.gain_row));
  const auto width = static_cast<int>(page.fields.key_mode);
  const auto codes = unpack(static_cast<std::uint64_t>(width), page.fields.key_dim,
                            rows.subspan(row * geometry.code_row, geometry.code_row));
  for (const std::uint8_t code : *codes) loaded.levels.push_back(*dequantize(width, code));
  return loaded;
}

}  // namespace

// TQ-SCORE-001
std::size_t kv_head_of(std::size_t query_head, std::size_t query_heads, std::size_t kv_heads) {
  return query_head / (query_heads / kv_heads);
}

template <Number N>
Score<N> score_row(const N& sigma, const N& gain, std::span<const N> rotated,
                   std::span<const N> levels) {
  Score<N> result;
  result.sum = dot(rotated, levels);                                  // TQ-SCORE-003
  result.score = without_negative_zero((result.sum * sigma) * gain);  // TQ-SCORE-004
  return result;
}

contract::Result<Scores> score_page(std::span<const std::uint8_t> bytes, std::uint64_t query_heads,
                                    std::span<const Binary32> queries) {
  const auto parsed = parse_page(bytes);
  if (const auto* fault = std::get_if<PageFault>(&parsed)) return fault->error;
  const Page& page = std::get<Page>(parsed);
  const PageFields& fields = page.fields;
  if (query_heads < 1 || query_heads > contract::kMaxQueryHeads ||
      query_heads % fields.kv_heads != 0) {
    return Error::kBadArgument;  // TQ-SCORE-001
  }
  const auto key_dim = static_cast<std::size_t>(fields.key_dim);
  if (queries.size() != query_heads * key_dim) return Error::kBadLength;
  if (!all_finite(queries)) return Error::kNonFiniteInput;

  const Binary32 sigma = return_scale(fields.transform, key_dim);
  Scores all;
  for (std::size_t head = 0; head < query_heads; ++head) {
    const std::size_t kv_head = kv_head_of(head, static_cast<std::size_t>(query_heads),
                                           static_cast<std::size_t>(fields.kv_heads));
    const SignPair signs =
        key_signs(fields.transform, key_dim, fields.seed, static_cast<std::uint32_t>(fields.layer),
                  static_cast<std::uint32_t>(kv_head));
    const auto query = queries.subspan(head * key_dim, key_dim);
    const auto rotated = forward(fields.transform, signs, query).y;  // TQ-SCORE-002
    all.rotated.insert(all.rotated.end(), rotated.begin(), rotated.end());
    for (std::size_t token = 0; token < fields.count; ++token) {
      const PageRow row = load_row(page, token, kv_head);
      const auto score = score_row<Binary32>(sigma, row.gain, rotated, row.levels);
      all.sums.push_back(score.sum);
      all.scores.push_back(score.score);
    }
  }
  // TQ-SCORE-005
  if (!all_finite(all.rotated) || !all_finite(all.sums) || !all_finite(all.scores)) {
    return Error::kResultOverflow;
  }
  return all;
}

template Score<Binary32> score_row(const Binary32&, const Binary32&, std::span<const Binary32>,
                                   std::span<const Binary32>);
template Score<Real> score_row(const Real&, const Real&, std::span<const Real>,
                               std::span<const Real>);
template Score<Bounded> score_row(const Bounded&, const Bounded&, std::span<const Bounded>,
                                  std::span<const Bounded>);

}  // namespace tq::reference
