// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>

#include "reference/gain.hpp"
#include "reference/packing.hpp"
#include "reference/page.hpp"

namespace tq::reference {
namespace {

using contract::Error;
using contract::HeaderField;
using Bytes = std::span<const std::uint8_t>;
using Fault = std::optional<PageFault>;

constexpr std::array<std::uint8_t, 4> kMagicBytes = {0x54, 0x51, 0x50, 0x47};

// Layer envelope, in the order of the error numbers. TQ-PAGE-009
Fault check_envelope(Bytes bytes) {
  if (bytes.size() < contract::kHeaderBytes)
    return PageFault{Error::kTruncatedHeader, bytes.size()};
  const Bytes magic = bytes.first(4);
  if (std::equal(magic.rbegin(), magic.rend(), kMagicBytes.begin())) {
    return PageFault{Error::kSwappedMagic, contract::kMagic.offset};
  }
  if (!std::equal(magic.begin(), magic.end(), kMagicBytes.begin())) {
    return PageFault{Error::kBadMagic, contract::kMagic.offset};
  }
  if (read_field(bytes, contract::kVersionMajor) != contract::kPageMajor ||
      read_field(bytes, contract::kVersionMinor) != contract::kPageMinor) {
    return PageFault{Error::kUnsupportedVersion, contract::kVersionMajor.offset};
  }
  const std::uint64_t claimed = read_field(bytes, contract::kPageBytes);
  if (bytes.size() < claimed) return PageFault{Error::kTruncatedPage, bytes.size()};
  if (bytes.size() > claimed) {
    return PageFault{Error::kTrailingBytes, static_cast<std::size_t>(claimed)};
  }
  return std::nullopt;
}

bool in_range(std::uint64_t value, std::uint64_t least, std::uint64_t greatest) {
  return value >= least && value <= greatest;
}

// Layer header: fields by offset, then by low bit. TQ-PAGE-002, TQ-PAGE-009
Fault check_header(Bytes bytes) {
  const auto value = [&](const HeaderField& field) { return read_field(bytes, field); };
  const struct {
    HeaderField field;
    bool legal;
    Error error;
  } checks[] = {
      {contract::kFlags, (value(contract::kFlags) & ~std::uint64_t{contract::kSealedFlag}) == 0,
       Error::kReservedFlags},
      {contract::kLayer, value(contract::kLayer) < contract::kMaxLayers, Error::kBadLayer},
      {contract::kKvHeads, in_range(value(contract::kKvHeads), 1, contract::kMaxKvHeads),
       Error::kBadKvHeads},
      {contract::kKeyDim, is_legal_head_dim(value(contract::kKeyDim)), Error::kBadKeyDim},
      {contract::kValueDim, value(contract::kValueDim) == 0, Error::kBadValueDim},
      {contract::kCapacity, in_range(value(contract::kCapacity), 1, contract::kMaxCapacity),
       Error::kBadCapacity},
      {contract::kCount, value(contract::kCount) <= value(contract::kCapacity), Error::kBadCount},
      {contract::kFirstPosition,
       value(contract::kFirstPosition) + value(contract::kCount) <= contract::kMaxPosition,
       Error::kBadPosition},
      {contract::kKeyModeField, in_range(value(contract::kKeyModeField), 2, 4), Error::kBadKeyMode},
      {contract::kValueModeField, value(contract::kValueModeField) == 0, Error::kBadValueMode},
      {contract::kTransformField, in_range(value(contract::kTransformField), 1, 3),
       Error::kBadTransform},
      {contract::kCodebookField, value(contract::kCodebookField) == 1, Error::kBadCodebook},
      {contract::kGainRuleField, value(contract::kGainRuleField) == 1, Error::kBadGainRule},
      {contract::kGainCodingField, in_range(value(contract::kGainCodingField), 1, 2),
       Error::kBadGainCoding},
      {contract::kSketchRows, value(contract::kSketchRows) == 0, Error::kReservedField},
      {contract::kSketchLaw, value(contract::kSketchLaw) == 0, Error::kReservedField},
      {contract::kGroupSize, value(contract::kGroupSize) == 0, Error::kReservedField},
      {contract::kOutlierSlots, value(contract::kOutlierSlots) == 0, Error::kReservedField},
  };
  for (const auto& check : checks) {
    if (!check.legal) return PageFault{check.error, check.field.offset};
  }
  return std::nullopt;
}

PageFields read_fields(Bytes bytes) {
  PageFields fields;
  fields.layer = read_field(bytes, contract::kLayer);
  fields.kv_heads = read_field(bytes, contract::kKvHeads);
  fields.key_dim = read_field(bytes, contract::kKeyDim);
  fields.capacity = read_field(bytes, contract::kCapacity);
  fields.count = read_field(bytes, contract::kCount);
  fields.first_position = read_field(bytes, contract::kFirstPosition);
  fields.seed = read_field(bytes, contract::kSeed);
  fields.key_mode = static_cast<contract::KeyMode>(read_field(bytes, contract::kKeyModeField));
  fields.transform = static_cast<contract::Transform>(read_field(bytes, contract::kTransformField));
  fields.gain_coding =
      static_cast<contract::GainCoding>(read_field(bytes, contract::kGainCodingField));
  const Bytes identity = bytes.subspan(contract::kIdentity.offset, contract::kIdentity.size);
  std::copy(identity.begin(), identity.end(), fields.identity.begin());
  return fields;
}

Fault first_nonzero(Bytes bytes, std::size_t begin, std::size_t end, Error error) {
  for (std::size_t i = begin; i < end; ++i) {
    if (bytes[i] != 0) return PageFault{error, i};
  }
  return std::nullopt;
}

// One used row of a section at `offset`: what is wrong with it, if anything.
using RowCheck = std::optional<Error> (*)(const PageFields& fields, Bytes row);

std::optional<Error> check_gain_row(const PageFields& fields, Bytes row) {
  const auto gain = load_gain(fields.gain_coding, row);
  return gain ? std::nullopt : std::optional(gain.error());
}

std::optional<Error> check_code_row(const PageFields& fields, Bytes row) {
  const auto codes = unpack(static_cast<std::uint64_t>(fields.key_mode), fields.key_dim, row);
  return codes ? std::nullopt : std::optional(Error::kRowPaddingNonzero);
}

// TQ-PAGE-010 for the section between two offsets.
Fault check_section(Bytes bytes, const PageFields& fields, std::size_t begin, std::size_t end,
                    std::size_t row_size, RowCheck check_row) {
  std::size_t offset = begin;
  for (std::size_t kv_head = 0; kv_head < fields.kv_heads; ++kv_head) {
    for (std::size_t token = 0; token < fields.capacity; ++token) {
      if (token < fields.count) {
        const auto error = check_row(fields, bytes.subspan(offset, row_size));
        if (error) return PageFault{*error, offset};
      } else if (const auto fault =
                     first_nonzero(bytes, offset, offset + row_size, Error::kUnusedRowNonzero)) {
        return fault;
      }
      offset += row_size;
    }
  }
  return first_nonzero(bytes, offset, end, Error::kSectionPaddingNonzero);
}

// TQ-PAGE-012
std::vector<std::uint8_t> used_rows(Bytes bytes, const PageFields& fields, std::size_t section,
                                    std::size_t row_size) {
  std::vector<std::uint8_t> rows;
  for (std::size_t token = 0; token < fields.count; ++token) {
    for (std::size_t kv_head = 0; kv_head < fields.kv_heads; ++kv_head) {
      const std::size_t offset = row_offset(fields, section, row_size, kv_head, token);
      const Bytes row = bytes.subspan(offset, row_size);
      rows.insert(rows.end(), row.begin(), row.end());
    }
  }
  return rows;
}

// TQ-PAGE-011
Fault check_zero_gains(Bytes bytes, const PageFields& fields, const PageGeometry& geometry) {
  const int width = static_cast<int>(fields.key_mode);
  for (std::size_t kv_head = 0; kv_head < fields.kv_heads; ++kv_head) {
    for (std::size_t token = 0; token < fields.count; ++token) {
      const auto gain = load_gain(
          fields.gain_coding,
          bytes.subspan(row_offset(fields, geometry.gains, geometry.gain_row, kv_head, token),
                        geometry.gain_row));
      if (!gain->is_zero()) continue;
      const std::size_t offset =
          row_offset(fields, geometry.codes, geometry.code_row, kv_head, token);
      const auto codes = unpack(static_cast<std::uint64_t>(width), fields.key_dim,
                                bytes.subspan(offset, geometry.code_row));
      for (const std::uint8_t code : *codes) {
        if (code != code_of_zero(width)) return PageFault{Error::kZeroGainCodes, offset};
      }
    }
  }
  return std::nullopt;
}

}  // namespace

// TQ-PAGE-008, TQ-PAGE-009
std::variant<Page, PageFault> parse_page(Bytes bytes) {
  if (const auto fault = check_envelope(bytes)) return *fault;
  if (const auto fault = check_header(bytes)) return *fault;
  Page page;
  page.fields = read_fields(bytes);
  const PageGeometry geometry = page_geometry(page.fields);
  if (bytes.size() != geometry.page_bytes) {
    return PageFault{Error::kPageBytesMismatch, contract::kPageBytes.offset};
  }
  if (read_field(bytes, contract::kFlags) != contract::kSealedFlag) {
    return PageFault{Error::kOpenPage, contract::kFlags.offset};
  }
  if (read_field(bytes, contract::kCrc) != page_crc(bytes)) {
    return PageFault{Error::kCrcMismatch, contract::kCrc.offset};
  }
  if (const auto fault = check_section(bytes, page.fields, geometry.gains, geometry.codes,
                                       geometry.gain_row, check_gain_row)) {
    return *fault;
  }
  if (const auto fault = check_section(bytes, page.fields, geometry.codes, geometry.page_bytes,
                                       geometry.code_row, check_code_row)) {
    return *fault;
  }
  if (const auto fault = check_zero_gains(bytes, page.fields, geometry)) return *fault;
  page.gains = used_rows(bytes, page.fields, geometry.gains, geometry.gain_row);
  page.rows = used_rows(bytes, page.fields, geometry.codes, geometry.code_row);
  return page;
}

}  // namespace tq::reference
