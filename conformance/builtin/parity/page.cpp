// SPDX-License-Identifier: Apache-2.0
#include "reference/page.hpp"

#include "conformance/builtin/parity/generators.hpp"
#include "conformance/builtin/parity/key_rows.hpp"
#include "conformance/builtin/parity/pages.hpp"
#include "conformance/builtin/reference/reference.hpp"

namespace tq::conformance {
namespace {

// TQ-PAGE-007
Record write(Choices& choices) { return page_record(choose_page(choices)); }

// TQ-PAGE-008
Record parse(Choices& choices) {
  return {{"page", Bytes{*reference::write_page(choose_page(choices))}}};
}

constexpr std::pair<std::string_view, Generate> kGenerators[] = {
    {"page.write", write},
    {"page.parse", parse},
};

}  // namespace

reference::Page choose_page(Choices& choices) {
  const reference::KeyShape shape = choose_key_shape(choices);
  reference::Page page;
  page.fields.key_mode = static_cast<contract::KeyMode>(shape.width);
  page.fields.transform = shape.transform;
  page.fields.gain_coding = shape.gain_coding;
  page.fields.layer = shape.layer;
  page.fields.kv_heads = shape.kv_heads;
  page.fields.key_dim = shape.head_dim;
  page.fields.count = shape.tokens;
  page.fields.seed = shape.seed;
  page.fields.capacity = shape.tokens + choices.below(4);
  if (page.fields.capacity == 0) page.fields.capacity = 1;
  page.fields.first_position =
      choices.one_in(8) ? contract::kMaxPosition - shape.tokens : choices.bits(20);
  if (choices.one_in(4)) {
    for (std::uint8_t& byte : page.fields.identity) {
      byte = static_cast<std::uint8_t>(choices.bits(8));
    }
  }
  StoredRows stored = choose_stored_rows(choices, shape);
  page.gains = std::move(stored.gains);
  page.rows = std::move(stored.rows);
  return page;
}

GeneratorTable page_generators() { return kGenerators; }

}  // namespace tq::conformance
