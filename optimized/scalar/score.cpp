// SPDX-License-Identifier: Apache-2.0
#include "optimized/codebook_tables.hpp"
#include "optimized/scalar/kernels.hpp"

namespace tq::optimized::scalar {

// TQ-SCORE-003: a level is looked up, multiplied and added while its code is in a register.
void score_rows(int width, std::size_t head_dim, const std::uint8_t* rows, std::size_t row_bytes,
                std::size_t count, const float* rotated, float* sums) {
  const CodebookTable& table = codebook_table(width);
  const std::uint32_t mask = (std::uint32_t{1} << width) - 1;
  for (std::size_t token = 0; token < count; ++token) {
    const std::uint8_t* next = rows + token * row_bytes;
    std::uint32_t pending = 0;
    int bits = 0;
    Lanes lanes{};
    for (std::size_t i = 0; i < head_dim; ++i) {
      if (bits < width) {
        pending |= static_cast<std::uint32_t>(*next++) << bits;
        bits += 8;
      }
      lanes[i % lanes.size()] += rotated[i] * table.levels[pending & mask];
      pending >>= width;
      bits -= width;
    }
    sums[token] = tree(lanes);
  }
}

}  // namespace tq::optimized::scalar
