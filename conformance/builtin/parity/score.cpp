// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/parity/generators.hpp"
#include "conformance/builtin/parity/pages.hpp"

namespace tq::conformance {
namespace {

// TQ-SCORE-001
Record score_page(Choices& choices) {
  constexpr std::uint64_t kMaxElements = 2048;
  const reference::Page page = choose_page(choices);
  const reference::PageFields& fields = page.fields;
  std::uint64_t ratio = 1 + choices.below(4);
  if (ratio * fields.kv_heads * fields.key_dim > kMaxElements) ratio = 1;
  const std::uint64_t query_heads = ratio * fields.kv_heads;
  Words queries;
  for (std::uint64_t head = 0; head < query_heads; ++head) {
    const auto d = static_cast<std::size_t>(fields.key_dim);
    const Words row = choices.one_in(8) ? choose_row(choices, d) : choose_tame_row(choices, d);
    queries.values.insert(queries.values.end(), row.values.begin(), row.values.end());
  }
  return {{"page", Bytes{*reference::write_page(page)}},
          {"query_heads", query_heads},
          {"queries", std::move(queries)}};
}

constexpr std::pair<std::string_view, Generate> kGenerators[] = {{"score.page", score_page}};

}  // namespace

GeneratorTable score_generators() { return kGenerators; }

}  // namespace tq::conformance
