// SPDX-License-Identifier: Apache-2.0
#include "optimized/page_layout.hpp"

#include <array>

#include "optimized/crc32c.hpp"
#include "optimized/packing.hpp"
#include "optimized/row_gain.hpp"
#include "optimized/transform.hpp"

namespace tq::optimized {
namespace {

using contract::Error;

std::size_t align(std::size_t size) {
  constexpr std::size_t kMask = contract::kSectionAlignment - 1;
  return (size + kMask) & ~kMask;
}

std::size_t total_rows(const PageFields& fields) {
  return static_cast<std::size_t>(fields.kv_heads * fields.capacity);
}

}  // namespace

// TQ-PAGE-003, TQ-PAGE-004
PageLayout::PageLayout(const PageFields& fields)
    : gain_bytes(tq::optimized::gain_bytes(fields.gain_coding)),
      row_bytes(packed_bytes(static_cast<int>(fields.key_mode),
                             static_cast<std::size_t>(fields.key_dim))),
      codes_offset(contract::kHeaderBytes + align(total_rows(fields) * gain_bytes)),
      page_bytes(codes_offset + align(total_rows(fields) * row_bytes)) {}

std::optional<Error> check_shape(const PageFields& fields) {
  if (fields.layer >= contract::kMaxLayers) return Error::kBadLayer;
  if (fields.kv_heads < 1 || fields.kv_heads > contract::kMaxKvHeads) return Error::kBadKvHeads;
  if (!is_head_dim(fields.key_dim)) return Error::kBadKeyDim;
  return std::nullopt;
}

std::optional<Error> check_tokens(const PageFields& fields) {
  if (fields.capacity < 1 || fields.capacity > contract::kMaxCapacity) return Error::kBadCapacity;
  if (fields.count > fields.capacity) return Error::kBadCount;
  if (fields.first_position > contract::kMaxPosition - fields.count) return Error::kBadPosition;
  return std::nullopt;
}

// TQ-PAGE-001
std::uint64_t read_field(std::span<const std::uint8_t> page, const contract::HeaderField& field) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < field.size; ++i) {
    word |= std::uint64_t{page[field.offset + i]} << (8 * i);
  }
  const std::uint64_t above = field.bits < 64 ? std::uint64_t{1} << field.bits : 0;
  return (word >> field.low_bit) & (above - 1);
}

void write_field(std::span<std::uint8_t> page, const contract::HeaderField& field,
                 std::uint64_t value) {
  const std::uint64_t word = value << field.low_bit;
  for (std::size_t i = 0; i < field.size; ++i) {
    page[field.offset + i] |= static_cast<std::uint8_t>(word >> (8 * i));
  }
}

// TQ-PAGE-006
std::uint32_t page_crc(std::span<const std::uint8_t> page) {
  constexpr std::array<std::uint8_t, contract::kCrc.size> kZeroField{};
  const std::uint32_t before = crc32c(kZeroField, crc32c(page.first(contract::kCrc.offset)));
  return crc32c(page.subspan(contract::kCrc.offset + contract::kCrc.size), before);
}

PageView make_view(std::span<const std::uint8_t> page, const PageFields& fields,
                   const PageLayout& layout) {
  return {fields,
          page.subspan<contract::kIdentity.offset, kIdentityBytes>(),
          layout.gain_bytes,
          layout.row_bytes,
          page.subspan(contract::kHeaderBytes, layout.codes_offset - contract::kHeaderBytes),
          page.subspan(layout.codes_offset)};
}

}  // namespace tq::optimized
