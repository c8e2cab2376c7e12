// SPDX-License-Identifier: Apache-2.0
#include "reference/format.hpp"

#include <algorithm>
#include <bit>

namespace tq::reference {

bool is_exact_in(Format format, Binary32 value) {
  if (!value.is_finite()) return false;
  if (value.is_zero()) return true;
  const FormatShape shape = shape_of(format);
  const std::uint32_t magnitude = value.bits() & 0x7fffffff;
  if (magnitude > shape.largest) return false;
  const int biased = static_cast<int>(magnitude >> 23);
  const std::uint32_t fraction = magnitude & 0x7fffff;
  const std::uint32_t significand = biased == 0 ? fraction : fraction | 0x800000;
  // |value| = significand x 2^weight; the number is a multiple of 2^(weight + trailing zeros).
  const int weight = std::max(biased, 1) - 150;
  const int exponent = weight + 31 - std::countl_zero(significand);
  const int last_place = std::max(exponent, shape.min_exponent) - shape.precision + 1;
  return weight + std::countr_zero(significand) >= last_place;
}

}  // namespace tq::reference
