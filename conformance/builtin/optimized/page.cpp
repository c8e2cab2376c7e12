// SPDX-License-Identifier: Apache-2.0
#include "optimized/page.hpp"

#include <string>

#include "conformance/builtin/optimized/performers.hpp"

namespace tq::conformance::fast {
namespace {

using optimized::Kernels;

// TQ-PAGE-007
Answer write(const Kernels&, const Record& input) {
  const auto key_mode = parse_name(contract::kKeyModes, input.text("key_mode"));
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  const auto coding = parse_name(contract::kGainCodings, input.text("gain_coding"));
  if (!key_mode || !transform || !coding) return refuse(contract::Error::kBadArgument);
  const optimized::PageFields fields{.key_mode = *key_mode,
                                     .transform = *transform,
                                     .gain_coding = *coding,
                                     .layer = input.integer("layer"),
                                     .kv_heads = input.integer("kv_heads"),
                                     .key_dim = input.integer("key_dim"),
                                     .capacity = input.integer("capacity"),
                                     .count = input.integer("count"),
                                     .first_position = input.integer("first_position"),
                                     .seed = input.get<Word64>("seed").value};
  const auto page = optimized::write_page(fields, input.bytes("identity"), input.bytes("gains"),
                                          input.bytes("rows"));
  if (!page) return refuse(page.error());
  return {.stages = {}, .output = {{"page", Bytes{*page}}}, .error = {}};
}

// TQ-PAGE-012
Answer parse(const Kernels&, const Record& input) {
  const auto page = optimized::parse_page(input.bytes("page"));
  if (!page) return refuse(page.error());
  const auto& fields = page->fields;
  const auto text = [](std::string_view name) { return std::string(name); };
  return {.stages = {},
          .output = {{"key_mode", text(name_of(contract::kKeyModes, fields.key_mode))},
                     {"transform", text(name_of(contract::kTransforms, fields.transform))},
                     {"gain_coding", text(name_of(contract::kGainCodings, fields.gain_coding))},
                     {"layer", fields.layer},
                     {"kv_heads", fields.kv_heads},
                     {"key_dim", fields.key_dim},
                     {"capacity", fields.capacity},
                     {"count", fields.count},
                     {"first_position", fields.first_position},
                     {"seed", Word64{fields.seed}},
                     {"identity", Bytes{{page->identity.begin(), page->identity.end()}}},
                     {"gains", Bytes{page->gains}},
                     {"rows", Bytes{page->rows}}},
          .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"page.write", write},
    {"page.parse", parse},
};

}  // namespace

PerformerTable page_performers() { return kPerformers; }

}  // namespace tq::conformance::fast
