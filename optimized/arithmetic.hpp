// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "optimized/kernels.hpp"
#include "spec/contract/errors.hpp"

// Chapter arithmetic over the kernels of one target.
namespace tq::optimized {

// arithmetic.evaluate: values[i] = a[i] op b[i]; b is empty for kSquareRoot. kBadLength,
// kNonFiniteInput, then kBadArgument for a zero divisor or a radicand below zero (TQ-ARITH-010).
contract::Result<std::vector<float>> evaluate(const Kernels& kernels, Operator op,
                                              std::span<const float> a, std::span<const float> b);

struct DotProduct {
  std::vector<float> products;
  Lanes lanes;  // before the tree
  float sum;
};

// arithmetic.dot. kBadLength, kNonFiniteInput, kResultOverflow (TQ-ARITH-003).
contract::Result<DotProduct> dot(const Kernels& kernels, std::span<const float> a,
                                 std::span<const float> b);

// arithmetic.to_binary16. kNonFiniteInput, kBinary16Overflow (TQ-ARITH-004).
contract::Result<std::vector<std::uint16_t>> to_binary16(const Kernels& kernels,
                                                         std::span<const float> values);

// arithmetic.from_binary16. kNonFiniteInput for the pattern of an infinity or a NaN (TQ-ARITH-005).
contract::Result<std::vector<float>> from_binary16(const Kernels& kernels,
                                                   std::span<const std::uint16_t> halves);

// Whether no element is an infinity or a NaN (TQ-ARITH-006). True for an empty list.
bool all_finite(const Kernels& kernels, std::span<const float> values);

// Adds +0 to each element, so that no -0 is left (TQ-ARITH-008).
void add_positive_zero(std::span<float> values);

}  // namespace tq::optimized
