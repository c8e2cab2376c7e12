// SPDX-License-Identifier: Apache-2.0
#include "reference/arithmetic.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace tq::reference {
namespace {

constexpr std::uint16_t kBinary16Infinity = 0x7c00;
constexpr std::uint16_t kBinary16NaN = 0x7e00;
constexpr int kBinary16SmallestExponent = -24;  // of the smallest subnormal

}  // namespace

// TQ-ARITH-002
template <Number N>
std::array<N, kLanes> lane_sums(std::span<const N> terms) {
  std::array<N, kLanes> lanes{};  // each starts at +0
  for (std::size_t i = 0; i < terms.size(); ++i) {
    N& lane = lanes[i % kLanes];
    lane = lane + terms[i];
  }
  return lanes;
}

// TQ-ARITH-002
template <Number N>
N tree_sum(std::span<const N> terms) {
  if constexpr (std::is_same_v<N, Bounded>) {
    return sum_in_any_order(terms);
  } else {
    std::array<N, kLanes> lanes = lane_sums(terms);
    for (std::size_t width = kLanes / 2; width > 0; width /= 2) {
      for (std::size_t j = 0; j < width; ++j) lanes[j] = lanes[j] + lanes[j + width];
    }
    return lanes[0];
  }
}

// TQ-ARITH-003
template <Number N>
N dot(std::span<const N> a, std::span<const N> b) {
  if (a.size() != b.size()) throw std::invalid_argument("dot: the lengths differ");
  if constexpr (std::is_same_v<N, Bounded>) {
    return matrix_product(a, b);
  } else {
    std::vector<N> products;
    products.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) products.push_back(a[i] * b[i]);
    return tree_sum<N>(products);
  }
}

template std::array<Binary32, kLanes> lane_sums(std::span<const Binary32>);
template Binary32 tree_sum(std::span<const Binary32>);
template Real tree_sum(std::span<const Real>);
template Bounded tree_sum(std::span<const Bounded>);
template Binary32 dot(std::span<const Binary32>, std::span<const Binary32>);
template Real dot(std::span<const Real>, std::span<const Real>);
template Bounded dot(std::span<const Bounded>, std::span<const Bounded>);

// TQ-ARITH-004
std::uint16_t to_binary16(Binary32 value) {
  if (value.is_nan()) return kBinary16NaN;
  const std::uint32_t sign = value.is_negative() ? 0x8000 : 0;
  const auto with_sign = [sign](std::uint32_t magnitude) {
    return static_cast<std::uint16_t>(sign | magnitude);
  };
  if (!value.is_finite()) return with_sign(kBinary16Infinity);

  // |value| = significand x 2^exponent; the last bit of the result weighs 2^quantum.
  const int biased = static_cast<int>((value.bits() >> 23) & 0xff);
  const std::uint32_t fraction = value.bits() & 0x7fffff;
  const std::uint32_t significand = biased == 0 ? fraction : fraction | 0x800000;
  const int exponent = std::max(biased, 1) - 150;
  const int quantum = std::max(exponent + 13, kBinary16SmallestExponent);
  const int shift = quantum - exponent;
  if (shift > 24) return with_sign(0);  // below half of the smallest subnormal

  const std::uint32_t half = std::uint32_t{1} << (shift - 1);
  const std::uint32_t discarded = significand & (2 * half - 1);
  std::uint32_t kept = significand >> shift;
  if (discarded > half || (discarded == half && (kept & 1) != 0)) ++kept;

  // As in round_to_binary32, the leading bit of `kept` raises the exponent field by one.
  const std::uint32_t magnitude =
      (static_cast<std::uint32_t>(quantum - kBinary16SmallestExponent) << 10) + kept;
  return with_sign(std::min<std::uint32_t>(magnitude, kBinary16Infinity));
}

// TQ-ARITH-005
Binary32 from_binary16(std::uint16_t bits) {
  const bool negative = (bits >> 15) != 0;
  const int biased = (bits >> 10) & 0x1f;
  const std::uint32_t fraction = bits & 0x3ff;
  if (biased == 0x1f) {
    if (fraction != 0) return Binary32::from_bits(0x7fc00000);
    return Binary32::from_bits(negative ? 0xff800000 : 0x7f800000);
  }
  const std::uint32_t significand = biased == 0 ? fraction : fraction | 0x400;
  return round_to_binary32(negative, std::max(biased, 1) - 25, significand, false);
}

// TQ-ARITH-006
bool all_finite(std::span<const Binary32> values) {
  return std::ranges::all_of(values, &Binary32::is_finite);
}

}  // namespace tq::reference
