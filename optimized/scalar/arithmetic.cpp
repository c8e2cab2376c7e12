// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>

#include "optimized/binary16.hpp"
#include "optimized/scalar/kernels.hpp"

namespace tq::optimized::scalar {

// TQ-ARITH-001: one rounding each; the build forbids contraction.
void evaluate(Operator op, const float* a, const float* b, std::size_t n, float* values) {
  switch (op) {
    case Operator::kAdd:
      for (std::size_t i = 0; i < n; ++i) values[i] = a[i] + b[i];
      return;
    case Operator::kSubtract:
      for (std::size_t i = 0; i < n; ++i) values[i] = a[i] - b[i];
      return;
    case Operator::kMultiply:
      for (std::size_t i = 0; i < n; ++i) values[i] = a[i] * b[i];
      return;
    case Operator::kDivide:
      for (std::size_t i = 0; i < n; ++i) values[i] = a[i] / b[i];
      return;
    case Operator::kSquareRoot:
      for (std::size_t i = 0; i < n; ++i) values[i] = std::sqrt(a[i]);
      return;
  }
}

// TQ-ARITH-002, TQ-ARITH-003
Lanes dot_lanes(const float* a, const float* b, std::size_t n, float* products) {
  Lanes lanes{};
  for (std::size_t i = 0; i < n; ++i) {
    const float product = a[i] * b[i];
    if (products != nullptr) products[i] = product;
    lanes[i % lanes.size()] += product;
  }
  return lanes;
}

// TQ-ARITH-002
float tree(const Lanes& lanes) {
  Lanes sums = lanes;
  for (std::size_t half = sums.size() / 2; half > 0; half /= 2) {
    for (std::size_t j = 0; j < half; ++j) sums[j] += sums[j + half];
  }
  return sums[0];
}

bool to_binary16(const float* values, std::size_t n, std::uint16_t* halves) {
  bool all_fit = true;
  for (std::size_t i = 0; i < n; ++i) {
    all_fit &= fits_binary16(values[i]);
    halves[i] = round_to_binary16(values[i]);
  }
  return all_fit;
}

void from_binary16(const std::uint16_t* halves, std::size_t n, float* values) {
  for (std::size_t i = 0; i < n; ++i) values[i] = widen_binary16(halves[i]);
}

std::uint32_t largest_magnitude(const float* x, std::size_t n) {
  std::uint32_t largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    largest = std::max(largest, std::bit_cast<std::uint32_t>(x[i]) & 0x7fffffffU);
  }
  return largest;
}

void scale(float factor, const float* x, std::size_t n, float* y) {
  for (std::size_t i = 0; i < n; ++i) y[i] = x[i] * factor;
}

}  // namespace tq::optimized::scalar
