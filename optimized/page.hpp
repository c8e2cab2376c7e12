// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spec/contract/errors.hpp"
#include "spec/contract/modes.hpp"

// Chapter page. Nothing here is arithmetic, so this chapter has no kernel.
namespace tq::optimized {

inline constexpr std::size_t kIdentityBytes = 16;

// The fields that a page leaves to its writer. Where a writer is given them, numbers may be out of
// range.
struct PageFields {
  contract::KeyMode key_mode;
  contract::Transform transform;
  contract::GainCoding gain_coding;
  std::uint64_t layer;
  std::uint64_t kv_heads;
  std::uint64_t key_dim;
  std::uint64_t capacity;  // tokens
  std::uint64_t count;     // tokens
  std::uint64_t first_position;
  std::uint64_t seed;
};

// page.write: a sealed page from gains [count, kv_heads, 4 or 2] and rows [count, kv_heads,
// row_bytes] (TQ-PAGE-007). kBadArgument, kBadLength, then what view_page would say of gains and
// rows.
contract::Result<std::vector<std::uint8_t>> write_page(const PageFields& fields,
                                                       std::span<const std::uint8_t> identity,
                                                       std::span<const std::uint8_t> gains,
                                                       std::span<const std::uint8_t> rows);

// A page that has passed every check, read in place. Sections are head-major, [kv_heads, capacity,
// ...], then zero bytes to a multiple of 16.
struct PageView {
  PageFields fields;
  std::span<const std::uint8_t, kIdentityBytes> identity;
  std::size_t gain_bytes;  // of one stored gain
  std::size_t row_bytes;   // of one code row
  std::span<const std::uint8_t> gain_section;
  std::span<const std::uint8_t> code_section;

  // The used rows of one KV head: count gains, count code rows.
  std::span<const std::uint8_t> head_gains(std::size_t kv_head) const;
  std::span<const std::uint8_t> head_rows(std::size_t kv_head) const;
};

// Checks any byte string as a page, in linear time and without allocation that depends on a header
// that is not yet believed (TQ-PAGE-008). Every error below 700, in the order of TQ-PAGE-009. The
// view points into `page`.
contract::Result<PageView> view_page(std::span<const std::uint8_t> page);

struct ParsedPage {
  PageFields fields;
  std::array<std::uint8_t, kIdentityBytes> identity;
  std::vector<std::uint8_t> gains;  // [count, kv_heads, 4 or 2]
  std::vector<std::uint8_t> rows;   // [count, kv_heads, row_bytes]
};

// page.parse: view_page, then the used rows in the order of chapter keys (TQ-PAGE-012).
contract::Result<ParsedPage> parse_page(std::span<const std::uint8_t> page);

}  // namespace tq::optimized
