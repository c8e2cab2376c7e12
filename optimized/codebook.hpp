// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "optimized/kernels.hpp"
#include "spec/contract/errors.hpp"

// Chapter codebook over the kernels of one target. Widths are 1 to 4, else kBadArgument.
namespace tq::optimized {

// Views of constants; both ascend.
struct Table {
  std::span<const float> levels;      // 2^width
  std::span<const float> boundaries;  // 2^width - 1
};

// codebook.table (TQ-CODE-001, TQ-CODE-004).
contract::Result<Table> table(std::uint64_t width);

// codebook.quantize: one byte a code (TQ-CODE-002). kNonFiniteInput.
contract::Result<std::vector<std::uint8_t>> quantize(const Kernels& kernels, std::uint64_t width,
                                                     std::span<const float> z);

// codebook.dequantize (TQ-CODE-003). kCodeOutOfRange.
contract::Result<std::vector<float>> dequantize(const Kernels& kernels, std::uint64_t width,
                                                std::span<const std::uint8_t> codes);

}  // namespace tq::optimized
