// SPDX-License-Identifier: Apache-2.0
#include "optimized/crc32c.hpp"

#include <array>
#include <cstddef>

namespace tq::optimized {
namespace {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

// tables[k][b] is the register after byte b and k zero bytes, from a register of 0.
constexpr Tables make_tables() {
  constexpr std::uint32_t kReflectedPolynomial = 0x82f63b78;  // 1edc6f41 with its bits reversed
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit)
      crc = (crc >> 1) ^ ((crc & 1) != 0 ? kReflectedPolynomial : 0);
    tables[0][byte] = crc;
  }
  for (std::size_t k = 1; k < 8; ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t crc = tables[k - 1][byte];
      tables[k][byte] = (crc >> 8) ^ tables[0][crc & 0xff];
    }
  }
  return tables;
}

constexpr Tables kTables = make_tables();

std::uint32_t little_endian(const std::uint8_t* from) {
  return std::uint32_t{from[0]} | std::uint32_t{from[1]} << 8 | std::uint32_t{from[2]} << 16 |
         std::uint32_t{from[3]} << 24;
}

}  // namespace

// Eight bytes a step: the register enters the first four, and each byte has a table of its own.
std::uint32_t crc32c(std::span<const std::uint8_t> bytes, std::uint32_t before) {
  std::uint32_t crc = ~before;
  const std::uint8_t* p = bytes.data();
  const std::uint8_t* const end = p + bytes.size();
  for (; end - p >= 8; p += 8) {
    const std::uint32_t low = crc ^ little_endian(p);
    const std::uint32_t high = little_endian(p + 4);
    crc = kTables[7][low & 0xff] ^ kTables[6][(low >> 8) & 0xff] ^ kTables[5][(low >> 16) & 0xff] ^
          kTables[4][low >> 24] ^ kTables[3][high & 0xff] ^ kTables[2][(high >> 8) & 0xff] ^
          kTables[1][(high >> 16) & 0xff] ^ kTables[0][high >> 24];
  }
  for (; p != end; ++p) crc = (crc >> 8) ^ kTables[0][(crc ^ *p) & 0xff];
  return ~crc;
}

}  // namespace tq::optimized
