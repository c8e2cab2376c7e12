// SPDX-License-Identifier: Apache-2.0
#include "reference/page.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "conformance/builtin/reference/reference.hpp"
#include "reference/gain.hpp"
#include "reference/packing.hpp"
#include "tools/explain/chapters.hpp"
#include "tools/explain/page_steps.hpp"
#include "tools/explain/pieces.hpp"

namespace tq::tools {
namespace {

using conformance::Record;
using contract::Error;

// Where the gain and the codes of the row that is looked at lie, and what they are. TQ-PAGE-004.
void show_row(Derivation& derivation, std::span<const std::uint8_t> bytes,
              const reference::PageFields& fields) {
  derivation.place(fields.count * fields.kv_heads, fields.key_dim);
  if (fields.count == 0) {
    derivation.step("TQ-PAGE-005", "no token is used: both sections are zero");
    return;
  }
  const reference::PageGeometry geometry = reference::page_geometry(fields);
  const std::size_t token = derivation.row() / fields.kv_heads;
  const std::size_t kv_head = derivation.row() % fields.kv_heads;
  const auto offset = [&](std::size_t section, std::size_t size) {
    return reference::row_offset(fields, section, size, kv_head, token);
  };
  const std::size_t gain_at = offset(geometry.gains, geometry.gain_row);
  const std::size_t codes_at = offset(geometry.codes, geometry.code_row);
  const auto stored = bytes.subspan(gain_at, geometry.gain_row);
  const auto packed = bytes.subspan(codes_at, geometry.code_row);
  derivation.step("TQ-PAGE-004",
                  fmt::format("head-major: token {}, KV head {} of {} x {} used rows", token,
                              kv_head, fields.count, fields.kv_heads));
  derivation.line(fmt::format("gain at {} + ({} x {} + {}) x {} = {}: {} = {}", geometry.gains,
                              kv_head, fields.capacity, token, geometry.gain_row, gain_at,
                              bytes_text(stored),
                              number_text(*reference::load_gain(fields.gain_coding, stored))));
  derivation.line(fmt::format("codes at {} + ({} x {} + {}) x {} = {}: {}", geometry.codes, kv_head,
                              fields.capacity, token, geometry.code_row, codes_at,
                              bytes_text(packed, 32)));
  const auto width = static_cast<std::uint64_t>(fields.key_mode);
  const auto codes = *reference::unpack(width, fields.key_dim, packed);
  derivation.step("TQ-PACK-001", "the codes of the row, bit by bit");
  explain_packing(derivation, static_cast<int>(width), codes, packed);
}

// TQ-PAGE-012
void parse(Derivation& derivation, const Record& input) {
  const std::span<const std::uint8_t> bytes = input.bytes("page");
  const auto derived = derive_page(derivation, bytes);
  if (!derived) return;
  const reference::Page& page = *derived;
  show_crc(derivation, bytes);
  show_row(derivation, bytes, page.fields);
  derivation.step("TQ-PAGE-012", "fields, and the used rows as [tokens, kv_heads, ...]");
  derivation.line(fmt::format("gains: {}", bytes_text(page.gains, 32)));
  derivation.line(fmt::format("rows: {}", bytes_text(page.rows, 32)));
  derivation.answer = {.stages = {}, .output = conformance::page_record(page), .error = {}};
}

reference::Page read_page(const Record& input) {
  reference::Page page;
  page.fields = {
      .layer = input.integer("layer"),
      .kv_heads = input.integer("kv_heads"),
      .key_dim = input.integer("key_dim"),
      .capacity = input.integer("capacity"),
      .count = input.integer("count"),
      .first_position = input.integer("first_position"),
      .seed = input.get<conformance::Word64>("seed").value,
      .key_mode = parse_name(contract::kKeyModes, input.text("key_mode"))
                      .value_or(contract::KeyMode::kLloydMax2),
      .transform = parse_name(contract::kTransforms, input.text("transform"))
                       .value_or(contract::Transform::kOneRound),
      .gain_coding = parse_name(contract::kGainCodings, input.text("gain_coding"))
                         .value_or(contract::GainCoding::kBinary32),
      .identity = {},
  };
  const auto& identity = input.bytes("identity");
  std::copy_n(identity.begin(), std::min(identity.size(), page.fields.identity.size()),
              page.fields.identity.begin());
  page.gains = input.bytes("gains");
  page.rows = input.bytes("rows");
  return page;
}

// Names and numbers of page.write against TQ-PAGE-002, in the order of the header table.
std::string first_bad_field(const Record& input, const reference::PageFields& fields) {
  const auto name = [&](std::string_view field, bool known) {
    return unknown_name(field, input.text(field), known);
  };
  const std::string found[] = {
      name("key_mode", parse_name(contract::kKeyModes, input.text("key_mode")).has_value()),
      name("transform", parse_name(contract::kTransforms, input.text("transform")).has_value()),
      name("gain_coding",
           parse_name(contract::kGainCodings, input.text("gain_coding")).has_value()),
      outside("layer", fields.layer, 0, contract::kMaxLayers - 1),
      outside("kv_heads", fields.kv_heads, 1, contract::kMaxKvHeads),
      reference::is_legal_head_dim(fields.key_dim) ? ""
                                                   : fmt::format("key_dim = {}", fields.key_dim),
      outside("capacity", fields.capacity, 1, contract::kMaxCapacity),
      outside("count", fields.count, 0, fields.capacity),
      outside("first_position + count", fields.first_position + fields.count, 0,
              contract::kMaxPosition),
  };
  const auto* why = std::ranges::find_if(found, [](const std::string& s) { return !s.empty(); });
  return why == std::end(found) ? "" : *why;
}

// The page of legal fields and lengths, whatever its gains and rows are; sealed.
std::vector<std::uint8_t> page_with_any_rows(const reference::Page& page) {
  const reference::PageFields& fields = page.fields;
  const reference::PageGeometry geometry = reference::page_geometry(fields);
  reference::Page harmless = page;
  harmless.gains.clear();
  const auto one = *reference::store_gain(fields.gain_coding, Binary32::from_integer(1));
  for (std::size_t row = 0; row < fields.count * fields.kv_heads; ++row) {
    harmless.gains.insert(harmless.gains.end(), one.begin(), one.end());
  }
  harmless.rows.assign(page.rows.size(), 0);
  auto bytes = *reference::write_page(harmless);
  const auto place = [&](std::size_t section, std::size_t size,
                         std::span<const std::uint8_t> rows) {
    for (std::size_t row = 0; row * size < rows.size(); ++row) {
      const std::size_t offset = reference::row_offset(fields, section, size, row % fields.kv_heads,
                                                       row / fields.kv_heads);
      std::ranges::copy(rows.subspan(row * size, size),
                        bytes.begin() + static_cast<std::ptrdiff_t>(offset));
    }
  };
  place(geometry.gains, geometry.gain_row, page.gains);
  place(geometry.codes, geometry.code_row, page.rows);
  std::fill_n(bytes.begin() + contract::kCrc.offset, contract::kCrc.size, std::uint8_t{0});
  reference::write_field(bytes, contract::kCrc, reference::page_crc(bytes));
  return bytes;
}

// TQ-PAGE-007
void write(Derivation& derivation, const Record& input) {
  const reference::Page page = read_page(input);
  const reference::PageFields& fields = page.fields;
  const auto used_bytes = [&](std::size_t reference::PageGeometry::*row) {
    return fields.count * fields.kv_heads * (reference::page_geometry(fields).*row);
  };
  if (!derivation.passes(
          {{"TQ-PAGE-002", "every field is in its range or table",
            [&] { return first_bad_field(input, fields); }, Error::kBadArgument},
           {"TQ-PAGE-007", "the identity has 16 bytes",
            [&] { return other_length("identity", input.bytes("identity").size(), 16); },
            Error::kBadLength},
           {"TQ-PAGE-007", "gains has one gain for each used row",
            [&] {
              return other_length("gains", page.gains.size(),
                                  used_bytes(&reference::PageGeometry::gain_row));
            },
            Error::kBadLength},
           {"TQ-PAGE-007", "rows has the bytes of each used row",
            [&] {
              return other_length("rows", page.rows.size(),
                                  used_bytes(&reference::PageGeometry::code_row));
            },
            Error::kBadLength}})) {
    return;
  }
  const auto bytes = reference::write_page(page);
  if (!bytes) {
    derivation.step("TQ-PAGE-007", "a writer never emits what a reader rejects");
    derivation.line("the page that these gains and rows would make is read:");
    const auto unchecked = page_with_any_rows(page);
    const auto parsed = reference::parse_page(unchecked);
    refuse_page(derivation, unchecked, std::get<reference::PageFault>(parsed));
    return;
  }
  show_header(derivation, *bytes);
  show_row(derivation, *bytes, fields);
  show_crc(derivation, *bytes);
  derivation.step("TQ-PAGE-007", "the sealed page");
  derivation.line(bytes_text(*bytes, derivation.all() ? bytes->size() : 64));
  derivation.answer = {.stages = {}, .output = {{"page", conformance::Bytes{*bytes}}}, .error = {}};
}

constexpr std::pair<std::string_view, Derive> kDerivations[] = {
    {"page.write", write},
    {"page.parse", parse},
};

}  // namespace

DeriveTable page_derivations() { return kDerivations; }

}  // namespace tq::tools
