// SPDX-License-Identifier: Apache-2.0
#include "optimized/codebook_tables.hpp"
#include "optimized/scalar/kernels.hpp"

namespace tq::optimized::scalar {

// TQ-CODE-002
void quantize(int width, const float* z, std::size_t n, std::uint8_t* codes) {
  const CodebookTable& table = codebook_table(width);
  const std::size_t boundaries = (std::size_t{1} << width) - 1;
  for (std::size_t i = 0; i < n; ++i) {
    unsigned below = 0;
    for (std::size_t k = 0; k < boundaries; ++k) below += table.boundaries[k] < z[i] ? 1U : 0U;
    codes[i] = static_cast<std::uint8_t>(below);
  }
}

// TQ-CODE-003
void dequantize(int width, const std::uint8_t* codes, std::size_t n, float* levels) {
  const CodebookTable& table = codebook_table(width);
  for (std::size_t i = 0; i < n; ++i) levels[i] = table.levels[codes[i]];
}

}  // namespace tq::optimized::scalar
