// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "reference/keys.hpp"
#include "spec/contract/errors.hpp"
#include "spec/contract/header.hpp"
#include "spec/contract/modes.hpp"

namespace tq::reference {

// What the header of a key page says, beyond the constants of this version. Source: TQ-PAGE-002.
struct PageFields {
  std::uint64_t layer = 0;
  std::uint64_t kv_heads = 0;
  std::uint64_t key_dim = 0;
  std::uint64_t capacity = 0;
  std::uint64_t count = 0;
  std::uint64_t first_position = 0;
  std::uint64_t seed = 0;
  contract::KeyMode key_mode = contract::KeyMode::kLloydMax2;
  contract::Transform transform = contract::Transform::kOneRound;
  contract::GainCoding gain_coding = contract::GainCoding::kBinary32;
  std::array<std::uint8_t, 16> identity{};
};

// Offsets and sizes in bytes of the sections that legal fields imply. TQ-PAGE-003, TQ-PAGE-004.
struct PageGeometry {
  std::size_t gain_row;  // bytes of one stored gain
  std::size_t code_row;  // bytes of the packed codes of one row
  std::size_t gains;     // offset of the gain section
  std::size_t codes;     // offset of the code section
  std::size_t page_bytes;
};
PageGeometry page_geometry(const PageFields& fields);

// Offset of the row of (kv_head, token) in a section. Head-major: TQ-PAGE-004.
std::size_t row_offset(const PageFields& fields, std::size_t section, std::size_t row_size,
                       std::size_t kv_head, std::size_t token);

// The rows of chapter keys that a page holds, as a call of `count` tokens.
KeyShape key_shape(const PageFields& fields);

// Fields, and gains and rows of the used tokens in [tokens, kv_heads] order. TQ-PAGE-012.
struct Page {
  PageFields fields;
  std::vector<std::uint8_t> gains;
  std::vector<std::uint8_t> rows;
};

// Why bytes are no page, and the offset of the first byte that says so.
struct PageFault {
  contract::Error error;
  std::size_t offset;
};

// Total: any bytes give a page or one fault, in time and memory linear in their number.
// TQ-PAGE-008 to -011.
std::variant<Page, PageFault> parse_page(std::span<const std::uint8_t> bytes);

// A sealed page. Errors: bad-argument, bad-length, and those of a reader. TQ-PAGE-005 to -007.
contract::Result<std::vector<std::uint8_t>> write_page(const Page& page);

// CRC-32C of bytes, and of a page with its crc field taken as zero. TQ-PAGE-006.
std::uint32_t crc32c(std::span<const std::uint8_t> bytes);
std::uint32_t page_crc(std::span<const std::uint8_t> page);

// A header field as it stands in at least 64 bytes; at most 64 bits wide. TQ-PAGE-001.
std::uint64_t read_field(std::span<const std::uint8_t> bytes, const contract::HeaderField& field);
void write_field(std::span<std::uint8_t> bytes, const contract::HeaderField& field,
                 std::uint64_t value);

}  // namespace tq::reference
