// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "optimized/gain.hpp"
#include "optimized/key_rows.hpp"
#include "optimized/packing.hpp"
#include "optimized/page_layout.hpp"

namespace tq::optimized {
namespace {

using contract::Error;
using Bytes = std::span<const std::uint8_t>;

// Reads all bytes, so that the compiler may take many at once.
bool all_zero(Bytes bytes) {
  unsigned any = 0;
  for (const std::uint8_t byte : bytes) any |= byte;
  return any == 0;
}

// TQ-PACK-002 for rows that lie one behind the other.
bool rows_are_padded(Bytes rows, std::size_t row_bytes, std::uint8_t padding) {
  if (padding == 0) return true;
  for (std::size_t end = row_bytes; end <= rows.size(); end += row_bytes) {
    if ((rows[end - 1] & padding) != 0) return false;
  }
  return true;
}

// TQ-PAGE-005, TQ-PAGE-010: one section by increasing offset. check_used sees the used rows of one
// KV head after the other.
template <class CheckUsed>
std::optional<Error> check_section(const PageFields& fields, Bytes section, std::size_t row_bytes,
                                   const CheckUsed& check_used) {
  const std::size_t head_bytes = static_cast<std::size_t>(fields.capacity) * row_bytes;
  const std::size_t used_bytes = static_cast<std::size_t>(fields.count) * row_bytes;
  for (std::uint64_t head = 0; head < fields.kv_heads; ++head) {
    const Bytes rows = section.first(head_bytes);
    if (const std::optional<Error> error = check_used(rows.first(used_bytes))) return error;
    if (!all_zero(rows.subspan(used_bytes))) return Error::kUnusedRowNonzero;
    section = section.subspan(head_bytes);
  }
  if (!all_zero(section)) return Error::kSectionPaddingNonzero;
  return std::nullopt;
}

// TQ-PAGE-011. Padding bits are 0 already, so that whole bytes can be compared.
bool has_zero_gain_codes(const PageView& view) {
  const std::vector<std::uint8_t> zero_codes = zero_code_row(
      static_cast<int>(view.fields.key_mode), static_cast<std::size_t>(view.fields.key_dim));
  for (std::size_t head = 0; head < view.fields.kv_heads; ++head) {
    const Bytes gains = view.head_gains(head);
    const Bytes rows = view.head_rows(head);
    for (std::size_t token = 0; token < view.fields.count; ++token) {
      if (all_zero(gains.subspan(token * view.gain_bytes, view.gain_bytes)) &&
          !std::ranges::equal(rows.subspan(token * view.row_bytes, view.row_bytes), zero_codes)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

std::optional<Error> check_payload(const PageView& view) {
  const auto check_used_gains = [&](Bytes gains) {
    return check_gains(view.fields.gain_coding, gains);
  };
  const std::uint8_t padding = padding_mask(static_cast<int>(view.fields.key_mode),
                                            static_cast<std::size_t>(view.fields.key_dim));
  const auto check_used_codes = [&](Bytes rows) -> std::optional<Error> {
    if (!rows_are_padded(rows, view.row_bytes, padding)) return Error::kRowPaddingNonzero;
    return std::nullopt;
  };
  if (const auto error =
          check_section(view.fields, view.gain_section, view.gain_bytes, check_used_gains)) {
    return error;
  }
  if (const auto error =
          check_section(view.fields, view.code_section, view.row_bytes, check_used_codes)) {
    return error;
  }
  if (has_zero_gain_codes(view)) return Error::kZeroGainCodes;
  return std::nullopt;
}

}  // namespace tq::optimized
