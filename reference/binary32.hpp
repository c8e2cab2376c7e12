// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace tq::reference {

// Directions in which `round_to_binary32` can round. Every specified operation uses kNearestEven;
// the directed ones close intervals outward.
enum class Rounding { kNearestEven, kDownward, kUpward };

// An IEEE 754 binary32 number, held as its pattern and computed with integers alone.
//
// Every operation forms an integer significand plus a sticky bit and ends in one
// `round_to_binary32`: ties to even, subnormals kept, overflow to infinity. No `float` or `double`
// occurs, so contraction, flush-to-zero, x87 and compiler flags cannot change a bit.
// A NaN result is always 7fc00000: payloads are not part of the specification.
//
// Shares one interface with `Real` and `Bounded`, so that a chapter is written once over `class N`.
// Source: chapter arithmetic, TQ-ARITH-001.
class Binary32 {
 public:
  // +0.
  constexpr Binary32() = default;

  static constexpr Binary32 from_bits(std::uint32_t bits) { return Binary32(bits); }

  // The nearest binary32 to `value`, ties to even.
  static Binary32 from_integer(std::int64_t value);

  constexpr std::uint32_t bits() const { return bits_; }
  constexpr bool is_negative() const { return (bits_ >> 31) != 0; }  // the sign bit, also of zero
  constexpr bool is_zero() const { return magnitude() == 0; }
  constexpr bool is_finite() const { return magnitude() < kInfinityBits; }
  constexpr bool is_nan() const { return magnitude() > kInfinityBits; }

  // Flips the sign bit, of zeros and NaNs too.
  constexpr Binary32 operator-() const { return Binary32(bits_ ^ kSignBit); }

  friend Binary32 operator+(Binary32 a, Binary32 b);
  friend Binary32 operator-(Binary32 a, Binary32 b);
  friend Binary32 operator*(Binary32 a, Binary32 b);
  friend Binary32 operator/(Binary32 a, Binary32 b);

  // IEEE comparisons: -0 == +0, and every comparison with a NaN is false.
  friend constexpr bool operator==(Binary32 a, Binary32 b) {
    return !a.is_nan() && !b.is_nan() && a.order_key() == b.order_key();
  }
  friend constexpr std::partial_ordering operator<=>(Binary32 a, Binary32 b) {
    if (a.is_nan() || b.is_nan()) return std::partial_ordering::unordered;
    return a.order_key() <=> b.order_key();
  }

 private:
  static constexpr std::uint32_t kSignBit = 0x80000000;
  static constexpr std::uint32_t kInfinityBits = 0x7f800000;

  explicit constexpr Binary32(std::uint32_t bits) : bits_(bits) {}

  constexpr std::uint32_t magnitude() const { return bits_ & ~kSignBit; }
  // Patterns without the sign are ordered like the magnitudes.
  constexpr std::int64_t order_key() const {
    return is_negative() ? -std::int64_t{magnitude()} : std::int64_t{magnitude()};
  }

  std::uint32_t bits_ = 0;
};

// Correctly rounded square root: NaN for operands below zero (which TQ-ARITH-010 refuses), -0 for
// -0.
Binary32 sqrt(Binary32 value);

// Clears the sign bit.
constexpr Binary32 abs(Binary32 value) { return Binary32::from_bits(value.bits() & 0x7fffffff); }

// One product with 2^exponent, which is an exact binary32 for -126 <= exponent <= 127 (otherwise
// throws std::out_of_range). Exact unless the result is subnormal or overflows. TQ-ARITH-007.
Binary32 scale(Binary32 value, int exponent);

// The one place where bits are lost: rounds (-1)^negative x (significand + f) x 2^exponent, where
// 0 < f < 1 when `sticky` and f = 0 otherwise. A sticky value needs significand >= 2^26, so that f
// lies below every rounding decision. Results out of range: infinity, or the largest finite number
// when the direction points towards zero. TQ-ARITH-001.
Binary32 round_to_binary32(bool negative, int exponent, std::uint64_t significand, bool sticky,
                           Rounding rounding = Rounding::kNearestEven);

}  // namespace tq::reference
