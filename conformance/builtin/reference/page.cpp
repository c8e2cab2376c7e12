// SPDX-License-Identifier: Apache-2.0
#include "reference/page.hpp"

#include <algorithm>
#include <string>

#include "conformance/builtin/reference/performers.hpp"
#include "conformance/builtin/reference/reference.hpp"

namespace tq::conformance {
namespace {

using contract::Error;

// TQ-PAGE-007
Answer write(const Record& input) {
  const auto key_mode = parse_name(contract::kKeyModes, input.text("key_mode"));
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  const auto coding = parse_name(contract::kGainCodings, input.text("gain_coding"));
  if (!key_mode || !transform || !coding) return refuse(Error::kBadArgument);
  reference::Page page;
  page.fields.key_mode = *key_mode;
  page.fields.transform = *transform;
  page.fields.gain_coding = *coding;
  page.fields.layer = input.integer("layer");
  page.fields.kv_heads = input.integer("kv_heads");
  page.fields.key_dim = input.integer("key_dim");
  page.fields.capacity = input.integer("capacity");
  page.fields.count = input.integer("count");
  page.fields.first_position = input.integer("first_position");
  page.fields.seed = input.get<Word64>("seed").value;
  page.gains = input.bytes("gains");
  page.rows = input.bytes("rows");
  const auto& identity = input.bytes("identity");
  // A wrong identity must not hide a field out of range: arguments come before lengths.
  const bool identity_fits = identity.size() == page.fields.identity.size();
  if (identity_fits) std::copy(identity.begin(), identity.end(), page.fields.identity.begin());
  const auto bytes = reference::write_page(page);
  if (!identity_fits && (bytes || bytes.error() != Error::kBadArgument)) {
    return refuse(Error::kBadLength);
  }
  if (!bytes) return refuse(bytes.error());
  return {.stages = {}, .output = {{"page", Bytes{*bytes}}}, .error = {}};
}

// TQ-PAGE-012
Answer parse(const Record& input) {
  const auto parsed = reference::parse_page(input.bytes("page"));
  if (const auto* fault = std::get_if<reference::PageFault>(&parsed)) return refuse(fault->error);
  return {.stages = {}, .output = page_record(std::get<reference::Page>(parsed)), .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"page.write", write},
    {"page.parse", parse},
};

}  // namespace

Record page_record(const reference::Page& page) {
  const reference::PageFields& fields = page.fields;
  return {{"key_mode", std::string(name_of(contract::kKeyModes, fields.key_mode))},
          {"transform", std::string(name_of(contract::kTransforms, fields.transform))},
          {"gain_coding", std::string(name_of(contract::kGainCodings, fields.gain_coding))},
          {"layer", fields.layer},
          {"kv_heads", fields.kv_heads},
          {"key_dim", fields.key_dim},
          {"capacity", fields.capacity},
          {"count", fields.count},
          {"first_position", fields.first_position},
          {"seed", Word64{fields.seed}},
          {"identity", Bytes{{fields.identity.begin(), fields.identity.end()}}},
          {"gains", Bytes{page.gains}},
          {"rows", Bytes{page.rows}}};
}

PerformerTable page_performers() { return kPerformers; }

}  // namespace tq::conformance
