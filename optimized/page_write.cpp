// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "optimized/page.hpp"
#include "optimized/page_layout.hpp"

namespace tq::optimized {
namespace {

using contract::Error;
using Bytes = std::span<const std::uint8_t>;

// TQ-PAGE-001, TQ-PAGE-002. crc stays 0.
void write_header(std::span<std::uint8_t> page, const PageFields& fields, Bytes identity) {
  std::ranges::transform(kMagicBytes, page.begin(),
                         [](char c) { return static_cast<std::uint8_t>(c); });
  const auto set = [&](const contract::HeaderField& field, std::uint64_t value) {
    write_field(page, field, value);
  };
  set(contract::kVersionMajor, contract::kPageMajor);
  set(contract::kVersionMinor, contract::kPageMinor);
  set(contract::kFlags, contract::kSealedFlag);
  set(contract::kPageBytes, page.size());
  set(contract::kLayer, fields.layer);
  set(contract::kKvHeads, fields.kv_heads);
  set(contract::kKeyDim, fields.key_dim);
  set(contract::kCapacity, fields.capacity);
  set(contract::kCount, fields.count);
  set(contract::kFirstPosition, fields.first_position);
  set(contract::kSeed, fields.seed);
  set(contract::kKeyModeField, static_cast<std::uint64_t>(fields.key_mode));
  set(contract::kTransformField, static_cast<std::uint64_t>(fields.transform));
  set(contract::kCodebookField, static_cast<std::uint64_t>(contract::Codebook::kGaussian));
  set(contract::kGainRuleField, static_cast<std::uint64_t>(contract::GainRule::kRawNorm));
  set(contract::kGainCodingField, static_cast<std::uint64_t>(fields.gain_coding));
  std::ranges::copy(identity, page.subspan(contract::kIdentity.offset).begin());
}

// TQ-PAGE-004: rows in the order [tokens, kv_heads] to head-major.
void place_rows(const PageFields& fields, Bytes rows, std::size_t row_bytes,
                std::span<std::uint8_t> section) {
  const auto capacity = static_cast<std::size_t>(fields.capacity);
  const auto kv_heads = static_cast<std::size_t>(fields.kv_heads);
  for (std::size_t token = 0; token < fields.count; ++token) {
    for (std::size_t head = 0; head < kv_heads; ++head) {
      std::copy_n(rows.data() + (token * kv_heads + head) * row_bytes, row_bytes,
                  section.data() + (head * capacity + token) * row_bytes);
    }
  }
}

}  // namespace

// TQ-PAGE-005, TQ-PAGE-007
contract::Result<std::vector<std::uint8_t>> write_page(const PageFields& fields, Bytes identity,
                                                       Bytes gains, Bytes rows) {
  if (check_shape(fields) || check_tokens(fields)) return Error::kBadArgument;
  const PageLayout layout(fields);
  const std::uint64_t count = fields.count * fields.kv_heads;
  if (identity.size() != kIdentityBytes || gains.size() != count * layout.gain_bytes ||
      rows.size() != count * layout.row_bytes) {
    return Error::kBadLength;
  }
  std::vector<std::uint8_t> page(layout.page_bytes);
  write_header(page, fields, identity);
  place_rows(fields, gains, layout.gain_bytes, std::span(page).subspan(contract::kHeaderBytes));
  place_rows(fields, rows, layout.row_bytes, std::span(page).subspan(layout.codes_offset));
  if (const auto error = check_payload(make_view(page, fields, layout))) return *error;
  write_field(page, contract::kCrc, page_crc(page));  // TQ-PAGE-006
  return page;
}

}  // namespace tq::optimized
