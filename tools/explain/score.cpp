// SPDX-License-Identifier: Apache-2.0
#include "reference/score.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "conformance/builtin/reference/performers.hpp"
#include "reference/gain.hpp"
#include "reference/packing.hpp"
#include "tools/explain/chapters.hpp"
#include "tools/explain/page_steps.hpp"
#include "tools/explain/rows.hpp"

namespace tq::tools {
namespace {

using conformance::numbers;
using conformance::Record;
using conformance::words;
using contract::Error;

// The queries of a call against the rows of a page.
struct Call {
  const reference::Page& page;
  std::uint64_t query_heads;
  std::vector<Binary32> queries;

  std::size_t key_dim() const { return page.fields.key_dim; }
  std::size_t kv_head(std::size_t head) const {
    return reference::kv_head_of(head, query_heads, page.fields.kv_heads);
  }
};

// TQ-SCORE-002
std::vector<Binary32> derive_rotated(Derivation& derivation, const Call& call, std::size_t head) {
  const reference::PageFields& fields = call.page.fields;
  derivation.step("TQ-SCORE-001", fmt::format("query head {} is scored against KV head {}", head,
                                              call.kv_head(head)));
  derivation.line(fmt::format("floor({} / ({} / {})) = {}", head, call.query_heads, fields.kv_heads,
                              call.kv_head(head)));
  const auto signs = derive_key_signs(derivation, fields.transform, call.key_dim(), fields.seed,
                                      fields.layer, call.kv_head(head));
  const auto query = std::span(call.queries).subspan(head * call.key_dim(), call.key_dim());
  auto rotated = derive_forward(derivation, fields.transform, signs, query).y;
  derivation.line("this is `rotated` (TQ-SCORE-002)");
  return rotated;
}

// TQ-SCORE-003, TQ-SCORE-004
reference::Score<Binary32> derive_score(Derivation& derivation, const Call& call, std::size_t head,
                                        std::size_t token, std::span<const Binary32> rotated) {
  const reference::PageFields& fields = call.page.fields;
  const reference::PageGeometry geometry = reference::page_geometry(fields);
  const std::size_t row = token * fields.kv_heads + call.kv_head(head);
  const auto width = static_cast<std::uint64_t>(fields.key_mode);
  const auto packed = std::span(call.page.rows).subspan(row * geometry.code_row, geometry.code_row);
  const auto codes = *reference::unpack(width, call.key_dim(), packed);
  const auto levels = derive_levels(derivation, static_cast<int>(width), codes);

  derivation.step("TQ-SCORE-003",
                  fmt::format("token {}: products of rotated query and levels", token));
  std::vector<Binary32> products;
  for (std::size_t i = 0; i < levels.size(); ++i) products.push_back(rotated[i] * levels[i]);
  derivation.elements(levels.size(), [&](std::size_t i) {
    return fmt::format("[{}] {} x {} = {}", i, number_text(rotated[i]), number_text(levels[i]),
                       number_text(products[i]));
  });
  derivation.step("TQ-ARITH-002", "the sum in 16 lanes and a tree");
  reference::Score<Binary32> score;
  score.sum = derive_sum(derivation, products);

  const auto stored =
      std::span(call.page.gains).subspan(row * geometry.gain_row, geometry.gain_row);
  const Binary32 gain = *reference::load_gain(fields.gain_coding, stored);
  const Binary32 sigma = reference::return_scale(fields.transform, call.key_dim());
  score.score = reference::without_negative_zero((score.sum * sigma) * gain);
  derivation.step("TQ-SCORE-004", "RN(RN(sum sigma) gain) + (+0)");
  derivation.line(fmt::format("sum {}", number_text(score.sum)));
  derivation.line(
      fmt::format("times sigma {} = {}", number_text(sigma), number_text(score.sum * sigma)));
  derivation.line(fmt::format("times gain {} (bytes {}) = {}", number_text(gain),
                              bytes_text(stored), number_text(score.score)));
  return score;
}

struct Lists {
  std::vector<Binary32> rotated;
  std::vector<Binary32> sums;
  std::vector<Binary32> scores;
};

Lists derive_all(const Call& call) {
  Lists lists;
  for (std::size_t head = 0; head < call.query_heads; ++head) {
    Derivation unseen(Focus{.shown = 0});
    const auto rotated = derive_rotated(unseen, call, head);
    lists.rotated.insert(lists.rotated.end(), rotated.begin(), rotated.end());
    for (std::size_t token = 0; token < call.page.fields.count; ++token) {
      Derivation unseen_score(Focus{.shown = 0});
      const auto score = derive_score(unseen_score, call, head, token, rotated);
      lists.sums.push_back(score.sum);
      lists.scores.push_back(score.score);
    }
  }
  return lists;
}

std::string first_overflow(const Lists& lists) {
  for (const auto& [name, values] :
       {std::pair{"rotated", &lists.rotated}, {"sums", &lists.sums}, {"scores", &lists.scores}}) {
    const std::string why = first_non_finite(name, *values);
    if (!why.empty()) return why;
  }
  return "";
}

void score_page(Derivation& derivation, const Record& input) {
  const std::span<const std::uint8_t> bytes = input.bytes("page");
  const auto page = derive_page(derivation, bytes);
  if (!page) return;
  const Call call{*page, input.integer("query_heads"), numbers(input, "queries")};
  const std::uint64_t kv_heads = call.page.fields.kv_heads;
  if (!derivation.passes(
          {{"TQ-SCORE-001", "query_heads is 1 to 4096",
            [&] { return outside("query_heads", call.query_heads, 1, contract::kMaxQueryHeads); },
            Error::kBadArgument},
           {"TQ-SCORE-001", "query_heads is a multiple of kv_heads",
            [&] {
              return call.query_heads % kv_heads == 0
                         ? ""
                         : fmt::format("{} is no multiple of {}", call.query_heads, kv_heads);
            },
            Error::kBadArgument},
           {"TQ-SCORE-005", "queries has query_heads x key_dim elements",
            [&] {
              return other_length("queries", call.queries.size(),
                                  call.query_heads * call.page.fields.key_dim);
            },
            Error::kBadLength},
           {"TQ-SCORE-005", "every element of queries is finite",
            [&] { return first_non_finite("queries", call.queries); }, Error::kNonFiniteInput}})) {
    return;
  }
  const Lists lists = derive_all(call);
  const std::size_t count = call.page.fields.count;
  // --coordinate picks a score: its query head and token.
  derivation.place(call.query_heads * count, 1);
  const std::size_t head = count == 0 ? 0 : derivation.row() / count;
  const auto rotated = derive_rotated(derivation, call, head);
  if (count == 0) {
    derivation.step("TQ-SCORE-004", "a page without tokens: an empty list of scores");
  } else {
    derive_score(derivation, call, head, derivation.row() % count, rotated);
  }
  const std::string overflow = first_overflow(lists);
  if (!overflow.empty()) {
    derivation.refuse("TQ-SCORE-005", Error::kResultOverflow,
                      "an element of a stage or a score is not finite: " + overflow);
    return;
  }
  derivation.answer = {.stages = {{"rotated", words(lists.rotated)}, {"sums", words(lists.sums)}},
                       .output = {{"scores", words(lists.scores)}},
                       .error = {}};
}

constexpr std::pair<std::string_view, Derive> kDerivations[] = {{"score.page", score_page}};

}  // namespace

DeriveTable score_derivations() { return kDerivations; }

}  // namespace tq::tools
