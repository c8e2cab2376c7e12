// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/binary32.hpp"
#include "reference/profile.hpp"
#include "reference/real.hpp"

namespace tq::reference {

// A true value and a rigorous bound on how far an evaluation under an arithmetic profile may lie
// from it: |computed - value()| <= bound(). The inequalities used are proved in bounded.cpp.
//
// Profiles travel with the values, so chapter code over `class N` needs no context: inputs are made
// with a profile, literals without one (`from_bits(bits)`, `from_integer`), and an operation takes
// the profile of whichever operand has one. Two different profiles, or an operation that must round
// although neither operand has a profile, throw std::logic_error: the caller forgot to name it.
//
// When no finite bound can be proved (a divisor or radicand whose interval reaches zero, a result
// that may overflow) the value is *unbounded*: its interval is everything, and so is that of
// everything computed from it. An input must be finite (std::domain_error).
//
// Source: chapter arithmetic, TQ-ARITH-009.
class Bounded {
 public:
  Bounded() = default;  // exact zero without a profile

  // Exact literals: bound 0, no profile. An integer outside binary32 has the bound of its rounding.
  static Bounded from_bits(std::uint32_t bits);
  static Bounded from_integer(std::int64_t value);

  // An exactly known input of an evaluation under `profile`, which must outlive the value.
  static Bounded from_bits(std::uint32_t bits, const ArithmeticProfile& profile);

  // A value whose computed counterpart is known to lie within `bound` >= 0 of it. For steps that
  // are not arithmetic operations, such as a rounding to binary16.
  static Bounded from_value(const Real& value, const Real& bound, const ArithmeticProfile& profile);

  // Everything: the state after an operation for which no bound can be proved.
  static Bounded unbounded(const ArithmeticProfile* profile);

  const Real& value() const { return value_; }
  const Real& bound() const { return bound_; }  // meaningless when not is_finite()
  const ArithmeticProfile* profile() const { return profile_; }

  // The closed interval of admissible results, rounded outward; infinite when unbounded.
  Binary32 lower() const;
  Binary32 upper() const;
  // Whether `computed` is an admissible result. Never true of a NaN unless unbounded.
  bool contains(Binary32 computed) const;

  bool is_negative() const { return value_.is_negative(); }
  bool is_zero() const { return finite_ && value_.is_zero() && bound_.is_zero(); }  // certainly 0
  bool is_finite() const { return finite_; }                                        // has a bound
  bool is_nan() const { return false; }

  // Exact: no rounding, no profile needed.
  Bounded operator-() const;

  friend Bounded operator+(const Bounded& a, const Bounded& b);
  friend Bounded operator-(const Bounded& a, const Bounded& b);
  friend Bounded operator*(const Bounded& a, const Bounded& b);
  friend Bounded operator/(const Bounded& a, const Bounded& b);

  // Comparisons are those of the true values: they follow the path of the exact evaluation. Where a
  // computed value could fall on the other side, use `certainly_less` both ways.
  friend bool operator==(const Bounded& a, const Bounded& b) { return a.value_ == b.value_; }
  friend std::partial_ordering operator<=>(const Bounded& a, const Bounded& b) {
    return a.value_ <=> b.value_;
  }

  friend Bounded sqrt(const Bounded& value);
  friend Bounded abs(const Bounded& value);
  friend Bounded scale(const Bounded& value, int exponent);

 private:
  Bounded(Real value, Real bound, const ArithmeticProfile* profile);

  Real value_;
  Real bound_;
  const ArithmeticProfile* profile_ = nullptr;
  bool finite_ = true;
  bool is_root_ = false;  // the result of a square root, which a division may take as a reciprocal
};

Bounded sqrt(const Bounded& value);
Bounded abs(const Bounded& value);
// One product with 2^exponent, -126 <= exponent <= 127 (else std::out_of_range). TQ-ARITH-007.
Bounded scale(const Bounded& value, int exponent);

// The sum of `terms` however an implementation orders and groups its additions, with any number of
// zeros added on the way (lane starts, padding). TQ-ARITH-009.
Bounded sum_in_any_order(std::span<const Bounded> terms);

// The sum of a[i] b[i] as one element of a matrix product: operands in the product format of the
// profile, sums in its accumulator, in any order. Dot products and dense rotations are such; throws
// std::invalid_argument when the lengths differ. TQ-ARITH-012.
Bounded matrix_product(std::span<const Bounded> a, std::span<const Bounded> b);

// H x, each sum in any order, or all of it as a matrix product with +1 and -1; the size of x is a
// power of two. TQ-ARITH-012.
std::vector<Bounded> hadamard_sums(std::span<const Bounded> x);

// `value` as it may leave an operation: rounded once to the output format of its profile, or not.
// TQ-ARITH-011.
Bounded as_output(const Bounded& value);

// Whether every admissible a is below every admissible b.
bool certainly_less(const Bounded& a, const Bounded& b);

}  // namespace tq::reference
