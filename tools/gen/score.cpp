// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "tools/gen/chapters.hpp"
#include "tools/gen/inputs.hpp"
#include "tools/gen/intervals.hpp"
#include "tools/gen/page_builder.hpp"

namespace tq::tools {

using conformance::Bytes;
using conformance::Record;
using conformance::Words;
using contract::Error;

namespace {

constexpr auto kCore = "core/score.json";
const VectorSet::Requirements kAll = {"TQ-SCORE-001", "TQ-SCORE-002", "TQ-SCORE-003",
                                      "TQ-SCORE-004"};

Record score_input(std::vector<std::uint8_t> page, std::uint64_t query_heads, Words queries) {
  return {{"page", Bytes{std::move(page)}},
          {"query_heads", query_heads},
          {"queries", std::move(queries)}};
}

void add_modes(VectorSet& set) {
  for (const auto& mode : contract::kKeyModes) {
    for (const auto& transform : contract::kTransforms) {
      PagePlan plan;
      plan.key_mode = mode.value;
      plan.transform = transform.value;
      auto& vector = set.add(
          kCore, "score/" + std::string(mode.name) + "-" + std::string(transform.name),
          "score.page", kAll, "Every key mode with every transform; two query heads a KV head.",
          score_input(build_bytes(plan), 4, gaussian_like(700, 64)));
      add_intervals(vector);
    }
  }
}

void add_heads(VectorSet& set) {
  // Hq / Hkv of 1, 2, 7: a tiled instead of a repeated mapping shows at 2 and 7.
  for (const std::uint64_t ratio : {1u, 2u, 7u}) {
    PagePlan plan;
    plan.gain_coding = contract::GainCoding::kBinary32;
    set.add(kCore, "score/heads-ratio-" + std::to_string(ratio), "score.page", {"TQ-SCORE-001"},
            "Query heads repeat over KV heads, they are not tiled.",
            score_input(build_bytes(plan), 2 * ratio, gaussian_like(710, 32 * ratio)));
  }
}

void add_edges(VectorSet& set) {
  PagePlan empty;
  empty.count = 0;
  set.add(kCore, "score/empty-page", "score.page", {"TQ-SCORE-004"},
          "A page without tokens gives no scores.",
          score_input(build_bytes(empty), 2, gaussian_like(720, 32)));
  PagePlan zero_row;
  zero_row.with_zero_row = true;
  set.add(kCore, "score/zero-row", "score.page", {"TQ-SCORE-004", "TQ-ARITH-008"},
          "A row of zeros scores +0 whatever the sign of its sum.",
          score_input(build_bytes(zero_row), 2, gaussian_like(721, 32)));
  set.add(kCore, "score/zero-query", "score.page", {"TQ-ARITH-008"}, "A query of -0 scores +0.",
          score_input(build_bytes({}), 2, repeat(0x80000000, 32)));
  set.add(kCore, "score/tiny-query", "score.page", {"TQ-SCORE-003"},
          "Subnormal products: flush-to-zero gives zero.",
          score_input(build_bytes({}), 2, repeat(0x000116c2, 32)));
  PagePlan production;
  production.key_mode = contract::KeyMode::kLloydMax4;
  production.key_dim = 128;
  production.kv_heads = 2;
  production.capacity = 32;
  production.count = 31;
  set.add("score/production.json", "score/d128-p32", "score.page", kAll,
          "A head size of real models and a page with one free slot.",
          score_input(build_bytes(production), 8, gaussian_like(722, 1024)));
}

void add_refusals(VectorSet& set) {
  const auto refuse = [&](const char* name, const char* reason, Record input, Error error) {
    set.add_refused(kCore, std::string("score/") + name, "score.page", {"TQ-SCORE-005"}, reason,
                    std::move(input), error);
  };
  const auto page = build_bytes({});
  refuse("heads-3", "Three query heads over two KV heads.",
         score_input(page, 3, gaussian_like(730, 48)), Error::kBadArgument);
  refuse("heads-0", "No query heads.", score_input(page, 0, Words{}), Error::kBadArgument);
  refuse("length", "One query element is missing.", score_input(page, 2, gaussian_like(731, 31)),
         Error::kBadLength);
  Words queries = gaussian_like(732, 32);
  queries.values[31] = 0x7fc00000;
  refuse("nan", "A NaN in a query.", score_input(page, 2, queries), Error::kNonFiniteInput);
  auto broken = page;
  broken[contract::kCrc.offset] ^= 1;
  refuse("page-before-query", "The page's error wins over the NaN in the query.",
         score_input(broken, 2, queries), Error::kCrcMismatch);
  refuse("overflow", "Sixteen coordinates of 2^127 overflow in the transform.",
         score_input(page, 2, repeat(0x7f000000, 32)), Error::kResultOverflow);
}

}  // namespace

void add_score_vectors(VectorSet& set) {
  add_modes(set);
  add_heads(set);
  add_edges(set);
  add_refusals(set);
}

}  // namespace tq::tools
