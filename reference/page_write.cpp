// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/page.hpp"

namespace tq::reference {
namespace {

using contract::Error;

// TQ-PAGE-002
bool is_legal_page(const PageFields& fields) {
  return is_legal(key_shape(fields)) && fields.capacity >= 1 &&
         fields.capacity <= contract::kMaxCapacity && fields.count <= fields.capacity &&
         fields.first_position <= contract::kMaxPosition &&
         fields.first_position + fields.count <= contract::kMaxPosition;
}

// Every field but crc. TQ-PAGE-001, TQ-PAGE-002
void write_header(std::span<std::uint8_t> bytes, const PageFields& fields) {
  constexpr std::uint32_t kMagicWord = 0x47505154;  // TQPG
  write_field(bytes, contract::kMagic, kMagicWord);
  write_field(bytes, contract::kVersionMajor, contract::kPageMajor);
  write_field(bytes, contract::kVersionMinor, contract::kPageMinor);
  write_field(bytes, contract::kFlags, contract::kSealedFlag);
  write_field(bytes, contract::kPageBytes, bytes.size());
  write_field(bytes, contract::kLayer, fields.layer);
  write_field(bytes, contract::kKvHeads, fields.kv_heads);
  write_field(bytes, contract::kKeyDim, fields.key_dim);
  write_field(bytes, contract::kCapacity, fields.capacity);
  write_field(bytes, contract::kCount, fields.count);
  write_field(bytes, contract::kFirstPosition, fields.first_position);
  write_field(bytes, contract::kSeed, fields.seed);
  write_field(bytes, contract::kKeyModeField, static_cast<std::uint64_t>(fields.key_mode));
  write_field(bytes, contract::kTransformField, static_cast<std::uint64_t>(fields.transform));
  write_field(bytes, contract::kCodebookField,
              static_cast<std::uint64_t>(contract::Codebook::kGaussian));
  write_field(bytes, contract::kGainRuleField,
              static_cast<std::uint64_t>(contract::GainRule::kRawNorm));
  write_field(bytes, contract::kGainCodingField, static_cast<std::uint64_t>(fields.gain_coding));
  std::copy(fields.identity.begin(), fields.identity.end(),
            bytes.begin() + static_cast<std::ptrdiff_t>(contract::kIdentity.offset));
}

// Rows in [tokens, kv_heads] order to their head-major places. TQ-PAGE-004
void place_rows(std::span<std::uint8_t> bytes, const PageFields& fields, std::size_t section,
                std::size_t row_size, std::span<const std::uint8_t> rows) {
  for (std::size_t row = 0; row * row_size < rows.size(); ++row) {
    const std::size_t token = row / fields.kv_heads;
    const std::size_t kv_head = row % fields.kv_heads;
    const auto source = rows.subspan(row * row_size, row_size);
    const std::size_t offset = row_offset(fields, section, row_size, kv_head, token);
    std::copy(source.begin(), source.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  }
}

}  // namespace

// TQ-PAGE-005, TQ-PAGE-007
contract::Result<std::vector<std::uint8_t>> write_page(const Page& page) {
  if (!is_legal_page(page.fields)) return Error::kBadArgument;
  const PageGeometry geometry = page_geometry(page.fields);
  const std::size_t used = static_cast<std::size_t>(page.fields.count * page.fields.kv_heads);
  if (page.gains.size() != used * geometry.gain_row ||
      page.rows.size() != used * geometry.code_row) {
    return Error::kBadLength;
  }
  std::vector<std::uint8_t> bytes(geometry.page_bytes);
  write_header(bytes, page.fields);
  place_rows(bytes, page.fields, geometry.gains, geometry.gain_row, page.gains);
  place_rows(bytes, page.fields, geometry.codes, geometry.code_row, page.rows);
  write_field(bytes, contract::kCrc, page_crc(bytes));  // TQ-PAGE-006

  // A writer never emits what a reader rejects.
  const auto parsed = parse_page(bytes);
  if (const auto* fault = std::get_if<PageFault>(&parsed)) return fault->error;
  return bytes;
}

}  // namespace tq::reference
