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

// Entries 8 to 15 are loaded in vectors of up to 16.
inline constexpr std::size_t kHeapSize = 24;

struct alignas(64) CodebookTable {
  std::array<float, 16> levels{};      // ascending; 2^width are used, the rest is 0
  std::array<float, 16> boundaries{};  // ascending; 2^width - 1 are used, the rest is infinite
  // The boundaries for a binary search, as a heap: entry 1 halves all, entries 2 i and 2 i + 1
  // halve what entry i leaves below and above. 2^width - 1 entries from 1 on are used, the rest is
  // infinite.
  std::array<float, kHeapSize> heap{};
  // Byte k of the pattern of level c is level_planes[k][c]: one look-up of bytes a plane.
  std::array<std::array<std::uint8_t, 16>, 4> level_planes{};
};

// The place among the ascending boundaries of entry i of the heap.
constexpr std::size_t rank_in_heap(int width, std::size_t i) {
  const auto depth = static_cast<std::size_t>(std::bit_width(i) - 1);
  const std::size_t cells = std::size_t{1} << (static_cast<std::size_t>(width) - depth);
  return (i - (std::size_t{1} << depth)) * cells + cells / 2 - 1;
}

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
  table.heap.fill(std::numeric_limits<float>::infinity());
  for (std::size_t i = 1; i <= source.boundaries.size(); ++i) {
    table.heap[i] = table.boundaries[rank_in_heap(source.width, i)];
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
constexpr const CodebookTable& codebook_table(int width) {
  return kCodebookTables[static_cast<std::size_t>(width) - 1];
}

}  // namespace tq::optimized
