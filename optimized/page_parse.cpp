// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "optimized/page.hpp"
#include "optimized/page_layout.hpp"
#include "spec/contract/modes.hpp"

namespace tq::optimized {
namespace {

using contract::Error;
using Bytes = std::span<const std::uint8_t>;

// TQ-PAGE-009, errors 101 to 106.
std::optional<Error> check_envelope(Bytes page) {
  if (page.size() < contract::kHeaderBytes) return Error::kTruncatedHeader;
  const auto is_magic = [](std::uint8_t byte, char c) { return byte == static_cast<unsigned>(c); };
  const Bytes magic = page.first(kMagicBytes.size());
  if (!std::ranges::equal(magic, kMagicBytes, is_magic)) {
    const bool swapped =
        std::equal(magic.rbegin(), magic.rend(), kMagicBytes.begin(), kMagicBytes.end(), is_magic);
    return swapped ? Error::kSwappedMagic : Error::kBadMagic;
  }
  if (read_field(page, contract::kVersionMajor) != contract::kPageMajor ||
      read_field(page, contract::kVersionMinor) != contract::kPageMinor) {
    return Error::kUnsupportedVersion;
  }
  const std::uint64_t claimed = read_field(page, contract::kPageBytes);
  if (page.size() < claimed) return Error::kTruncatedPage;
  if (page.size() > claimed) return Error::kTrailingBytes;
  return std::nullopt;
}

// The enumerator with the value of a field; nothing when the table has none.
template <class E, std::size_t size>
std::optional<E> enumerator(Bytes page, const contract::HeaderField& field,
                            const contract::Named<E> (&table)[size]) {
  const auto value = static_cast<E>(read_field(page, field));
  for (const contract::Named<E>& entry : table) {
    if (entry.value == value) return value;
  }
  return std::nullopt;
}

// TQ-PAGE-002, TQ-PAGE-009, errors 201 to 215 in the order of the header table.
contract::Result<PageFields> read_fields(Bytes page) {
  const auto field = [&](const contract::HeaderField& which) { return read_field(page, which); };
  if ((field(contract::kFlags) & ~std::uint64_t{contract::kSealedFlag}) != 0) {
    return Error::kReservedFlags;
  }
  PageFields fields{};
  fields.layer = field(contract::kLayer);
  fields.kv_heads = field(contract::kKvHeads);
  fields.key_dim = field(contract::kKeyDim);
  if (const auto error = check_shape(fields)) return *error;
  if (field(contract::kValueDim) != 0) return Error::kBadValueDim;
  fields.capacity = field(contract::kCapacity);
  fields.count = field(contract::kCount);
  fields.first_position = field(contract::kFirstPosition);
  if (const auto error = check_tokens(fields)) return *error;
  fields.seed = field(contract::kSeed);
  const auto key_mode = enumerator(page, contract::kKeyModeField, contract::kKeyModes);
  if (!key_mode) return Error::kBadKeyMode;
  if (field(contract::kValueModeField) != 0) return Error::kBadValueMode;
  const auto transform = enumerator(page, contract::kTransformField, contract::kTransforms);
  if (!transform) return Error::kBadTransform;
  if (field(contract::kCodebookField) != static_cast<unsigned>(contract::Codebook::kGaussian)) {
    return Error::kBadCodebook;
  }
  if (field(contract::kGainRuleField) != static_cast<unsigned>(contract::GainRule::kRawNorm)) {
    return Error::kBadGainRule;
  }
  const auto gain_coding = enumerator(page, contract::kGainCodingField, contract::kGainCodings);
  if (!gain_coding) return Error::kBadGainCoding;
  if (field(contract::kSketchRows) != 0 || field(contract::kSketchLaw) != 0 ||
      field(contract::kGroupSize) != 0 || field(contract::kOutlierSlots) != 0) {
    return Error::kReservedField;
  }
  fields.key_mode = *key_mode;
  fields.transform = *transform;
  fields.gain_coding = *gain_coding;
  return fields;
}

}  // namespace

Bytes PageView::head_gains(std::size_t kv_head) const {
  const auto capacity = static_cast<std::size_t>(fields.capacity);
  return gain_section.subspan(kv_head * capacity * gain_bytes,
                              static_cast<std::size_t>(fields.count) * gain_bytes);
}

Bytes PageView::head_rows(std::size_t kv_head) const {
  const auto capacity = static_cast<std::size_t>(fields.capacity);
  return code_section.subspan(kv_head * capacity * row_bytes,
                              static_cast<std::size_t>(fields.count) * row_bytes);
}

// TQ-PAGE-008, TQ-PAGE-009
contract::Result<PageView> view_page(Bytes page) {
  if (const auto error = check_envelope(page)) return *error;
  const auto fields = read_fields(page);
  if (!fields) return fields.error();
  const PageLayout layout(*fields);
  if (page.size() != layout.page_bytes) return Error::kPageBytesMismatch;
  if (read_field(page, contract::kFlags) != contract::kSealedFlag) return Error::kOpenPage;
  if (read_field(page, contract::kCrc) != page_crc(page)) return Error::kCrcMismatch;
  const PageView view = make_view(page, *fields, layout);
  if (const auto error = check_payload(view)) return *error;
  return view;
}

// TQ-PAGE-012
contract::Result<ParsedPage> parse_page(Bytes page) {
  const auto view = view_page(page);
  if (!view) return view.error();
  const auto count = static_cast<std::size_t>(view->fields.count);
  const auto kv_heads = static_cast<std::size_t>(view->fields.kv_heads);
  ParsedPage parsed{view->fields, {}, {}, {}};
  std::ranges::copy(view->identity, parsed.identity.begin());
  parsed.gains.resize(count * kv_heads * view->gain_bytes);
  parsed.rows.resize(count * kv_heads * view->row_bytes);
  for (std::size_t head = 0; head < kv_heads; ++head) {
    const Bytes gains = view->head_gains(head);
    const Bytes rows = view->head_rows(head);
    for (std::size_t token = 0; token < count; ++token) {
      const std::size_t row = token * kv_heads + head;
      std::copy_n(gains.data() + token * view->gain_bytes, view->gain_bytes,
                  parsed.gains.data() + row * view->gain_bytes);
      std::copy_n(rows.data() + token * view->row_bytes, view->row_bytes,
                  parsed.rows.data() + row * view->row_bytes);
    }
  }
  return parsed;
}

}  // namespace tq::optimized
