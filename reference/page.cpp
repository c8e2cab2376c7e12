// SPDX-License-Identifier: Apache-2.0
#include "reference/page.hpp"

#include "reference/gain.hpp"

namespace tq::reference {
namespace {

constexpr std::uint32_t kCastagnoliReflected = 0x82f63b78;  // 1edc6f41, bits reflected

std::size_t align(std::size_t offset) {
  const std::size_t mask = contract::kSectionAlignment - 1;
  return (offset + mask) & ~mask;
}

std::uint32_t crc_step(std::uint32_t crc, std::uint8_t byte) {
  crc ^= byte;
  for (int bit = 0; bit < 8; ++bit) {
    crc = (crc & 1) != 0 ? (crc >> 1) ^ kCastagnoliReflected : crc >> 1;
  }
  return crc;
}

}  // namespace

std::uint64_t read_field(std::span<const std::uint8_t> bytes, const contract::HeaderField& field) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < field.size; ++i) {
    value |= std::uint64_t{bytes[field.offset + i]} << (8 * i);
  }
  value >>= field.low_bit;
  return field.bits == 64 ? value : value & ((std::uint64_t{1} << field.bits) - 1);
}

void write_field(std::span<std::uint8_t> bytes, const contract::HeaderField& field,
                 std::uint64_t value) {
  const std::uint64_t shifted = value << field.low_bit;
  for (std::size_t i = 0; i < field.size; ++i) {
    std::uint8_t& byte = bytes[field.offset + i];
    byte = static_cast<std::uint8_t>(byte | (shifted >> (8 * i)));
  }
}

// TQ-PAGE-003, TQ-PAGE-004
PageGeometry page_geometry(const PageFields& fields) {
  const std::size_t rows = static_cast<std::size_t>(fields.kv_heads * fields.capacity);
  PageGeometry geometry{};
  geometry.gain_row = gain_bytes(fields.gain_coding);
  geometry.code_row =
      row_bytes(static_cast<std::size_t>(fields.key_dim), static_cast<int>(fields.key_mode));
  geometry.gains = contract::kHeaderBytes;
  geometry.codes = align(geometry.gains + rows * geometry.gain_row);
  geometry.page_bytes = align(geometry.codes + rows * geometry.code_row);
  return geometry;
}

// TQ-PAGE-004
std::size_t row_offset(const PageFields& fields, std::size_t section, std::size_t row_size,
                       std::size_t kv_head, std::size_t token) {
  return section + (kv_head * static_cast<std::size_t>(fields.capacity) + token) * row_size;
}

KeyShape key_shape(const PageFields& fields) {
  return {.width = static_cast<std::uint64_t>(fields.key_mode),
          .transform = fields.transform,
          .gain_coding = fields.gain_coding,
          .head_dim = fields.key_dim,
          .tokens = fields.count,
          .kv_heads = fields.kv_heads,
          .layer = fields.layer,
          .seed = fields.seed};
}

// TQ-PAGE-006
std::uint32_t crc32c(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const std::uint8_t byte : bytes) crc = crc_step(crc, byte);
  return ~crc;
}

// TQ-PAGE-006
std::uint32_t page_crc(std::span<const std::uint8_t> page) {
  std::uint32_t crc = 0xffffffff;
  for (std::size_t i = 0; i < page.size(); ++i) {
    const bool inside =
        i >= contract::kCrc.offset && i < contract::kCrc.offset + contract::kCrc.size;
    crc = crc_step(crc, inside ? std::uint8_t{0} : page[i]);
  }
  return ~crc;
}

}  // namespace tq::reference
