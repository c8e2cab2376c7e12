// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "optimized/page.hpp"
#include "spec/contract/errors.hpp"
#include "spec/contract/header.hpp"

// What reading and writing a page share.
namespace tq::optimized {

inline constexpr std::string_view kMagicBytes = "TQPG";

// Sizes and offsets that follow from legal fields (TQ-PAGE-003, TQ-PAGE-004), in bytes. At most
// 135266368, so that no sum or product leaves 32 bits.
struct PageLayout {
  explicit PageLayout(const PageFields& fields);

  std::size_t gain_bytes;
  std::size_t row_bytes;
  std::size_t codes_offset;  // of the code section; the gain section is at 64
  std::size_t page_bytes;
};

// The first error of the numbers of a header, in the order of its table: the reader's errors
// (TQ-PAGE-002). value_dim lies between the two.
std::optional<contract::Error> check_shape(const PageFields& fields);   // layer, kv_heads, key_dim
std::optional<contract::Error> check_tokens(const PageFields& fields);  // capacity to position

// One header field of a page of at least 64 bytes, byte by byte.
std::uint64_t read_field(std::span<const std::uint8_t> page, const contract::HeaderField& field);

// Sets the bits of one field, which are 0; value has no others.
void write_field(std::span<std::uint8_t> page, const contract::HeaderField& field,
                 std::uint64_t value);

// The CRC-32C of a page with its field crc taken as zero (TQ-PAGE-006).
std::uint32_t page_crc(std::span<const std::uint8_t> page);

// The view of a page with legal fields and the right size; its payload is not looked at.
PageView make_view(std::span<const std::uint8_t> page, const PageFields& fields,
                   const PageLayout& layout);

// The first error of the payload (TQ-PAGE-010), then TQ-PAGE-011.
std::optional<contract::Error> check_payload(const PageView& view);

}  // namespace tq::optimized
