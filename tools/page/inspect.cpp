// SPDX-License-Identifier: Apache-2.0
#include "tools/page/inspect.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "reference/gain.hpp"

namespace tq::tools {
namespace {

using contract::HeaderField;
using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t kGainsShown = 4;
constexpr int kFirstErrorAfterGeometry = 400;

std::string hex(Bytes bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

std::string printable(Bytes bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += byte >= 0x20 && byte < 0x7f ? static_cast<char>(byte) : '.';
  }
  return text;
}

template <class E, std::size_t size>
std::string name_in(const contract::Named<E> (&table)[size], std::uint64_t value) {
  const auto* found = std::find_if(std::begin(table), std::end(table), [&](const auto& entry) {
    return static_cast<std::uint64_t>(entry.value) == value;
  });
  return found == std::end(table) ? "not in the table" : std::string(found->name);
}

std::string only_legal(std::uint64_t value, std::uint64_t legal, std::string_view name) {
  return std::string(value == legal ? name : "not in the table");
}

bool is(const HeaderField& field, const HeaderField& other) { return field.name == other.name; }

std::string meaning_of(const HeaderField& field, std::uint64_t value, Bytes bytes) {
  if (is(field, contract::kMagic)) return printable(bytes.subspan(field.offset, field.size));
  if (is(field, contract::kFlags)) return (value & contract::kSealedFlag) != 0 ? "sealed" : "open";
  if (is(field, contract::kCrc)) {
    const std::uint32_t computed = reference::page_crc(bytes);
    return value == computed ? "right" : fmt::format("computed: {:08x}", computed);
  }
  if (is(field, contract::kKeyModeField)) return name_in(contract::kKeyModes, value);
  if (is(field, contract::kValueModeField)) return only_legal(value, 0, "none");
  if (is(field, contract::kTransformField)) return name_in(contract::kTransforms, value);
  if (is(field, contract::kCodebookField)) return only_legal(value, 1, "gaussian");
  if (is(field, contract::kGainRuleField)) return only_legal(value, 1, "raw-norm");
  if (is(field, contract::kGainCodingField)) return name_in(contract::kGainCodings, value);
  return "";
}

FieldReading read_header_field(const HeaderField& field, Bytes bytes) {
  const Bytes raw = bytes.subspan(field.offset, field.size);
  if (field.bits > 64) return {field.name, field.offset, hex(raw), "not interpreted"};
  const std::uint64_t value = reference::read_field(bytes, field);
  std::string text = fmt::format("{}", value);
  if (is(field, contract::kMagic)) text = hex(raw);
  if (is(field, contract::kCrc)) text = fmt::format("{:08x}", value);
  if (is(field, contract::kSeed)) text = fmt::format("{:016x}", value);
  return {field.name, field.offset, text, meaning_of(field, value, bytes)};
}

// The fields that decide where sections and rows are. Precondition: the header is legal.
reference::PageFields read_shape(Bytes bytes) {
  reference::PageFields fields;
  fields.kv_heads = reference::read_field(bytes, contract::kKvHeads);
  fields.key_dim = reference::read_field(bytes, contract::kKeyDim);
  fields.capacity = reference::read_field(bytes, contract::kCapacity);
  fields.count = reference::read_field(bytes, contract::kCount);
  fields.key_mode =
      static_cast<contract::KeyMode>(reference::read_field(bytes, contract::kKeyModeField));
  fields.gain_coding =
      static_cast<contract::GainCoding>(reference::read_field(bytes, contract::kGainCodingField));
  return fields;
}

void read_sections(Bytes bytes, Inspection& inspection) {
  const reference::PageFields fields = read_shape(bytes);
  const reference::PageGeometry geometry = reference::page_geometry(fields);
  inspection.sections = {{"header", 0, contract::kHeaderBytes},
                         {"gains", geometry.gains, geometry.codes - geometry.gains},
                         {"codes", geometry.codes, geometry.page_bytes - geometry.codes}};
  for (std::size_t token = 0; token < std::min<std::size_t>(fields.count, kGainsShown); ++token) {
    const Bytes stored =
        bytes.subspan(reference::row_offset(fields, geometry.gains, geometry.gain_row, 0, token),
                      geometry.gain_row);
    const auto gain = reference::load_gain(fields.gain_coding, stored);
    const std::string value = gain ? fmt::format("{}", std::bit_cast<float>(gain->bits()))
                                   : std::string(contract::entry(gain.error()).slug);
    inspection.gains.push_back({0, token, hex(stored), value});
  }
}

}  // namespace

Inspection inspect_page(Bytes bytes) {
  Inspection inspection;
  inspection.bytes = bytes.size();
  const auto parsed = reference::parse_page(bytes);
  if (const auto* fault = std::get_if<reference::PageFault>(&parsed)) inspection.fault = *fault;
  if (bytes.size() < contract::kHeaderBytes) return inspection;
  for (const HeaderField& field : contract::kHeaderFields) {
    inspection.header.push_back(read_header_field(field, bytes));
  }
  // Later layers are reached only behind a legal header whose size is that of the bytes.
  if (!inspection.fault || static_cast<int>(inspection.fault->error) > kFirstErrorAfterGeometry) {
    read_sections(bytes, inspection);
  }
  return inspection;
}

}  // namespace tq::tools
