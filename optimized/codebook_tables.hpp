// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "spec/contract/codebook_gaussian.hpp"

// The Gaussian tables (TQ-CODE-001) as floats, in the shapes that kernels want.
namespace tq::optimized {

struct alignas(64) CodebookTable {
  std::array<float, 16> levels{};      // ascending; 2^width are used, the rest is 0
  std::array<float, 16> boundaries{};  // ascending; 2^width - 1 are used, the rest is infinite
  // For a binary search: entry i of depth k is the boundary that halves what is left when the low k
  // bits of i are the leading bits of the code, repeated to 16 lanes.
  std::array<std::array<float, 16>, 4> halving{};
  // Byte k of the pattern of level c is level_planes[k][c]: one look-up of bytes a plane.
  std::array<std::array<std::uint8_t, 16>, 4> level_planes{};
};

constexpr CodebookTable make_codebook_table(const contract::GaussianCodebook& source) {
  CodebookTable table;
  table.boundaries.fill(std::numeric_limits<float>::infinity());
  for (std::size_t c = 0; c < source.levels.size(); ++c) {
    table.levels[c] = std::bit_cast<float>(source.levels[c]);
    for (std::size_t k = 0; k < 4; ++k) {
      table.level_planes[k][c] = static_cast<std::uint8_t>(source.levels[c] >> (8 * k));
    }
  }
  for (std::size_t b = 0; b < source.boundaries.size(); ++b) {
    table.boundaries[b] = std::bit_cast<float>(source.boundaries[b]);
  }
  for (int depth = 0; depth < source.width; ++depth) {
    const std::size_t cells = std::size_t{1} << (source.width - depth);
    for (std::size_t i = 0; i < 16; ++i) {
      const std::size_t known = i & ((std::size_t{1} << depth) - 1);
      table.halving[static_cast<std::size_t>(depth)][i] =
          table.boundaries[known * cells + cells / 2 - 1];
    }
  }
  return table;
}

inline constexpr std::array<CodebookTable, 4> kCodebookTables = [] {
  std::array<CodebookTable, 4> tables;
  for (const contract::GaussianCodebook& source : contract::kGaussianCodebooks) {
    tables[static_cast<std::size_t>(source.width) - 1] = make_codebook_table(source);
  }
  return tables;
}();

// Precondition: width is 1 to 4.
inline const CodebookTable& codebook_table(int width) {
  return kCodebookTables[static_cast<std::size_t>(width) - 1];
}

}  // namespace tq::optimized
