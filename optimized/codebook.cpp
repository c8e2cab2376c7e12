// SPDX-License-Identifier: Apache-2.0
#include "optimized/codebook.hpp"

#include <algorithm>
#include <cstddef>

#include "optimized/arithmetic.hpp"
#include "optimized/codebook_tables.hpp"

namespace tq::optimized {
namespace {

using contract::Error;

bool is_codebook_width(std::uint64_t width) { return width >= 1 && width <= 4; }

}  // namespace

// TQ-CODE-001, TQ-CODE-004
contract::Result<Table> table(std::uint64_t width) {
  if (!is_codebook_width(width)) return Error::kBadArgument;
  const CodebookTable& constants = codebook_table(static_cast<int>(width));
  const std::size_t count = std::size_t{1} << width;
  return Table{std::span(constants.levels).first(count),
               std::span(constants.boundaries).first(count - 1)};
}

// TQ-CODE-002
contract::Result<std::vector<std::uint8_t>> quantize(const Kernels& kernels, std::uint64_t width,
                                                     std::span<const float> z) {
  if (!is_codebook_width(width)) return Error::kBadArgument;
  if (!all_finite(kernels, z)) return Error::kNonFiniteInput;
  std::vector<std::uint8_t> codes(z.size());
  kernels.quantize(static_cast<int>(width), z.data(), z.size(), codes.data());
  return codes;
}

// TQ-CODE-003
contract::Result<std::vector<float>> dequantize(const Kernels& kernels, std::uint64_t width,
                                                std::span<const std::uint8_t> codes) {
  if (!is_codebook_width(width)) return Error::kBadArgument;
  const auto too_large = [&](std::uint8_t code) { return code >> width != 0; };
  if (std::ranges::any_of(codes, too_large)) return Error::kCodeOutOfRange;
  std::vector<float> levels(codes.size());
  kernels.dequantize(static_cast<int>(width), codes.data(), codes.size(), levels.data());
  return levels;
}

}  // namespace tq::optimized
