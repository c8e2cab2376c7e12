// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "optimized/scalar/kernels.hpp"

namespace tq::optimized::scalar {

// TQ-XFORM-002
void flip(Flips flips, const float* x, std::size_t d, float* y) {
  for (std::size_t i = 0; i < d; ++i) {
    y[i] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(x[i]) ^ flips[i]);
  }
}

// TQ-XFORM-003
void hadamard(float* y, std::size_t d) {
  for (std::size_t stride = 1; stride < d; stride *= 2) {
    for (std::size_t block = 0; block < d; block += 2 * stride) {
      for (std::size_t i = block; i < block + stride; ++i) {
        const float a = y[i];
        const float b = y[i + stride];
        y[i] = a + b;
        y[i + stride] = a - b;
      }
    }
  }
}

}  // namespace tq::optimized::scalar
