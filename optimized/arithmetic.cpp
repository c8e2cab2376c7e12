// SPDX-License-Identifier: Apache-2.0
#include "optimized/arithmetic.hpp"

#include <algorithm>

#include "optimized/binary16.hpp"
#include "optimized/row_gain.hpp"

namespace tq::optimized {
namespace {

using contract::Error;

// TQ-ARITH-010: which numbers an operator takes.
bool inside_domain(Operator op, std::span<const float> a, std::span<const float> b) {
  if (op == Operator::kDivide) return std::ranges::none_of(b, [](float x) { return x == 0; });
  if (op == Operator::kSquareRoot) return std::ranges::none_of(a, [](float x) { return x < 0; });
  return true;
}

}  // namespace

// TQ-ARITH-001, TQ-ARITH-010
contract::Result<std::vector<float>> evaluate(const Kernels& kernels, Operator op,
                                              std::span<const float> a, std::span<const float> b) {
  const bool unary = op == Operator::kSquareRoot;
  if (b.size() != (unary ? 0 : a.size())) return Error::kBadLength;
  if (!all_finite(kernels, a) || !all_finite(kernels, b)) return Error::kNonFiniteInput;
  if (!inside_domain(op, a, b)) return Error::kBadArgument;
  std::vector<float> values(a.size());
  kernels.evaluate(op, a.data(), unary ? nullptr : b.data(), a.size(), values.data());
  return values;
}

// TQ-ARITH-002, TQ-ARITH-003
contract::Result<DotProduct> dot(const Kernels& kernels, std::span<const float> a,
                                 std::span<const float> b) {
  if (a.size() != b.size()) return Error::kBadLength;
  if (!all_finite(kernels, a) || !all_finite(kernels, b)) return Error::kNonFiniteInput;
  DotProduct result{std::vector<float>(a.size()), {}, 0};
  result.lanes = kernels.dot_lanes(a.data(), b.data(), a.size(), result.products.data());
  result.sum = kernels.tree(result.lanes);
  if (!is_finite(result.sum)) return Error::kResultOverflow;
  return result;
}

// TQ-ARITH-004
contract::Result<std::vector<std::uint16_t>> to_binary16(const Kernels& kernels,
                                                         std::span<const float> values) {
  if (!all_finite(kernels, values)) return Error::kNonFiniteInput;
  std::vector<std::uint16_t> halves(values.size());
  if (!kernels.to_binary16(values.data(), values.size(), halves.data())) {
    return Error::kBinary16Overflow;
  }
  return halves;
}

// TQ-ARITH-005
contract::Result<std::vector<float>> from_binary16(const Kernels& kernels,
                                                   std::span<const std::uint16_t> halves) {
  const auto is_special = [](std::uint16_t half) { return (half & 0x7c00) == 0x7c00; };
  if (std::ranges::any_of(halves, is_special)) return Error::kNonFiniteInput;
  std::vector<float> values(halves.size());
  kernels.from_binary16(halves.data(), halves.size(), values.data());
  return values;
}

// TQ-ARITH-006
bool all_finite(const Kernels& kernels, std::span<const float> values) {
  return kernels.largest_magnitude(values.data(), values.size()) < kInfinity32;
}

// TQ-ARITH-008
void add_positive_zero(std::span<float> values) {
  for (float& value : values) value += 0.0F;
}

}  // namespace tq::optimized
