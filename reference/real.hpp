// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "reference/binary32.hpp"

namespace tq::reference {

// Significant bits of a `Real`. A sum of fewer than 2^60 products of two binary32 numbers fits
// (2^-298 to 2^256), so sums and dot products of binary32 inputs are exact.
inline constexpr int kRealBits = 640;

// What the mathematics says: a binary float of kRealBits bits, rounded to nearest, with exponents
// that no algorithm here can exhaust. Zero has no sign. Division by zero gives an infinity and the
// root of a negative number a NaN, as for Binary32.
//
// Shares one interface with `Binary32` and `Bounded`. Boost.Multiprecision stays in the .cpp file.
class Real {
 public:
  Real();  // zero

  // The exact value of a binary32 pattern, infinities and NaNs included.
  static Real from_bits(std::uint32_t bits);
  // Exact.
  static Real from_integer(std::int64_t value);
  // Exact: 2^exponent.
  static Real power_of_two(int exponent);
  // The nearest Real to `[-]digits[.digits][e[+-]digits]`; throws std::invalid_argument for other
  // text.
  static Real from_decimal(std::string_view text);

  // Rounded once to binary32. A magnitude out of range gives infinity, or the largest finite number
  // when the direction points towards zero.
  Binary32 to_nearest() const;   // ties to even
  Binary32 to_downward() const;  // largest binary32 <= *this
  Binary32 to_upward() const;    // smallest binary32 >= *this

  // `digits` (>= 1) significant decimal digits, rounded to nearest, ties to even: "-0.00123",
  // or "-1.23e-7" when the decimal exponent is below -5 or not below `digits`. Throws
  // std::domain_error for infinities and NaNs.
  std::string to_decimal(int digits) const;

  bool is_negative() const;  // below zero
  bool is_zero() const;
  bool is_finite() const;
  bool is_nan() const;

  Real operator-() const;
  friend Real operator+(const Real& a, const Real& b);
  friend Real operator-(const Real& a, const Real& b);
  friend Real operator*(const Real& a, const Real& b);
  friend Real operator/(const Real& a, const Real& b);
  friend bool operator==(const Real& a, const Real& b);
  friend std::partial_ordering operator<=>(const Real& a, const Real& b);

  friend Real sqrt(const Real& value);
  friend Real exp(const Real& value);
  friend Real abs(const Real& value);
  // Exact: value x 2^exponent. TQ-ARITH-007.
  friend Real scale(const Real& value, int exponent);

 private:
  struct Impl;
  explicit Real(std::shared_ptr<const Impl> impl);
  Binary32 to_binary32(Rounding rounding) const;

  std::shared_ptr<const Impl> impl_;  // never null, shared between copies, immutable
};

Real sqrt(const Real& value);
// e^value, within a few units of the last of kRealBits bits. Beyond the exponents of `Real`
// (|value| above 7e8): infinity or zero. Chapter attention, TQ-ATTN-007.
Real exp(const Real& value);
Real abs(const Real& value);
Real scale(const Real& value, int exponent);

}  // namespace tq::reference
