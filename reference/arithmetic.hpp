// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/binary32.hpp"
#include "reference/bounded.hpp"
#include "reference/real.hpp"

namespace tq::reference {

// The interface that Binary32, Real and Bounded share. A chapter is a template over `Number`,
// instantiated for the three in its .cpp file.
template <class N>
concept Number = std::default_initializable<N> && std::copyable<N> &&
    requires(const N a, const N b, std::uint32_t bits, std::int64_t integer, int k) {
  { N::from_bits(bits) } -> std::same_as<N>;
  { N::from_integer(integer) } -> std::same_as<N>;
  { a + b } -> std::same_as<N>;
  { a - b } -> std::same_as<N>;
  { a* b } -> std::same_as<N>;
  { a / b } -> std::same_as<N>;
  { -a } -> std::same_as<N>;
  { sqrt(a) } -> std::same_as<N>;
  { abs(a) } -> std::same_as<N>;
  { scale(a, k) } -> std::same_as<N>;
  { a < b } -> std::same_as<bool>;
  { a > b } -> std::same_as<bool>;
  { a == b } -> std::same_as<bool>;
  { a.is_negative() } -> std::same_as<bool>;
  { a.is_zero() } -> std::same_as<bool>;
  { a.is_finite() } -> std::same_as<bool>;
  { a.is_nan() } -> std::same_as<bool>;
};

inline constexpr std::size_t kLanes = 16;

// The lanes of a sum before its tree: term i is added to lane i mod 16. TQ-ARITH-002.
template <Number N>
std::array<N, kLanes> lane_sums(std::span<const N> terms);

// The sum of `terms` (any number, none gives +0) in the specified order: term i goes to lane i mod
// 16 in increasing i, every lane starts at +0, then the halving tree 16 -> 8 -> 4 -> 2 -> 1 adds
// lane j + width to lane j. `Real` gives the exact sum of binary32 terms or products of two;
// `Bounded` the interval of every order. TQ-ARITH-002.
template <Number N>
N tree_sum(std::span<const N> terms);

// The sum of a[i] b[i], each product rounded, then `tree_sum`. Throws std::invalid_argument when
// the lengths differ. TQ-ARITH-003.
template <Number N>
N dot(std::span<const N> a, std::span<const N> b);

extern template std::array<Binary32, kLanes> lane_sums(std::span<const Binary32>);
extern template Binary32 tree_sum(std::span<const Binary32>);
extern template Real tree_sum(std::span<const Real>);
extern template Bounded tree_sum(std::span<const Bounded>);
extern template Binary32 dot(std::span<const Binary32>, std::span<const Binary32>);
extern template Real dot(std::span<const Real>, std::span<const Real>);
extern template Bounded dot(std::span<const Bounded>, std::span<const Bounded>);

// The nearest binary16 pattern, ties to even, subnormals kept. A magnitude of 65520 or more gives
// an infinity (7c00 or fc00), which a writer turns into an error; a NaN gives 7e00. TQ-ARITH-004.
std::uint16_t to_binary16(Binary32 value);

// The value of a binary16 pattern, exact; a NaN gives 7fc00000. TQ-ARITH-005.
Binary32 from_binary16(std::uint16_t bits);

// Whether every element is finite. Input that is not is an encode error, a result that is not is
// result-overflow. TQ-ARITH-006, TQ-ARITH-003, TQ-XFORM-008.
bool all_finite(std::span<const Binary32> values);

// value + (+0), with which every decode ends: -0 becomes +0, all else stays. TQ-ARITH-008.
template <Number N>
N without_negative_zero(const N& value) {
  return value + N::from_bits(0);
}

}  // namespace tq::reference
