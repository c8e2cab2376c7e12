// SPDX-License-Identifier: Apache-2.0
#include "reference/bounded.hpp"

#include <stdexcept>
#include <utility>

#include "reference/bounded_model.hpp"

// The error model (TQ-ARITH-009). An operand's computed value is a' = a + da with |da| <= ea, where
// a is its true value and ea its bound. An operation op returns fl(a' op b'), and
//
//   |fl(a' op b') - a op b| <= |fl(a' op b') - a' op b'| + |a' op b' - a op b|
//                           <= k u |a' op b'| + k eta      + p
//                           <= k u (|a op b| + p) + k eta  + p,
//
// where p bounds how far the operands' errors move the exact result, and is derived at each
// operator. eta is absent for sums and roots: without flushing, a sum of binary32 numbers below
// 2^-126 is a multiple of 2^-149 and thus exact, and a root is never subnormal.
//
// Exact results. With p = 0 the operands are known exactly. If k = 1 and binary32 can represent the
// true result, a correctly rounded operation returns it: bound 0.
//
// Fused products. Where a product ab is fused into a sum ab + c, the product is not rounded, which
// its bound allows for, and the sum is rounded once: k u |ab + c|, as without fusion, plus at most
// eta, since ab + c need not be a multiple of 2^-149. That eta is the one which the bound of ab
// holds for a rounding that did not take place; where the bound of ab holds none, ab is a binary32
// number, fusing changes nothing, and no eta is due. So the bounds need no widening.
//
// Flushing. Where a machine may flush, every number that is read or produced, and whose interval
// holds a number below 2^-126, may be zero instead (bounded_model.hpp), on top of all other errors.
// A product that is fused is not flushed on its own, which its bound allows for as well.
//
// The arithmetic here is rounded to nearest with relative error 2^-640 itself. `with_slack` adds
// 2^-600 of all magnitudes involved, which covers 2^39 such roundings.

namespace tq::reference {
namespace {

Real smallest_normal() { return Real::power_of_two(kSmallestNormalExponent); }

enum class Underflow { kExact, kRounds };

// Each unit is half an ulp, also of subnormal numbers.
Real subnormal_error(const ArithmeticProfile& profile, int units) {
  return Real::from_integer(units) * Real::power_of_two(profile.underflow_exponent);
}

// The result of an operation that counts `units`, whose exact result the operands' errors move by
// at most `propagated`.
Bounded rounded(const Real& value, const Real& propagated, const ArithmeticProfile* profile,
                int ArithmeticProfile::*units, Underflow underflow) {
  const bool correctly_rounded = profile == nullptr || profile->*units == 1;
  if (propagated.is_zero() && correctly_rounded && is_binary32(value)) {
    Bounded exact = Bounded::from_bits(value.to_nearest().bits());
    return profile == nullptr ? exact
                              : flushed(Bounded::from_value(value, Real(), *profile), profile);
  }
  const ArithmeticProfile& model = require_profile(profile);
  const Real magnitude = abs(value) + propagated;
  Real bound = propagated + roundoff(model, model.*units) * magnitude;
  if (underflow == Underflow::kRounds) bound = bound + subnormal_error(model, model.*units);
  return flushed(Bounded::from_value(value, with_slack(bound, magnitude), model), profile);
}

// `result` where another way to it errs by `bound`: the wider of the two.
Bounded or_within(const Bounded& result, const Real& bound) {
  if (!result.is_finite() || bound <= result.bound()) return result;
  return Bounded::from_value(result.value(), bound, *result.profile());
}

// The relative error of a factor followed by its product with another number.
Real factor_roundoff(const ArithmeticProfile& profile, int units) {
  const Real factor = roundoff(profile, units);
  const Real product = roundoff(profile, profile.product_units);
  return factor + product + factor * product;
}

// x / y as x times fl(1 / y), where `result` is x / y by a division. With r' = fl(1 / y'),
//
//   |fl(x' r') - x'/y'| <= (kr + kp + kr kp) |x'/y'| + |x'| eta (1 + kp) + eta,
//
// the middle term only where 1 / y' may be subnormal. There a machine that flushes may get r' = 0,
// and the quotient 0; where 1 / y' may overflow, no bound exists.
Bounded or_by_reciprocal(const Bounded& result, const Bounded& x, const Bounded& y,
                         const Real& propagated) {
  const ArithmeticProfile& model = *result.profile();
  const Real one = Real::from_integer(1);
  const Real smallest_divisor = abs(y.value()) - y.bound();
  const Real largest_divisor = abs(y.value()) + y.bound();
  if (model.reciprocal_units == 1 && y.bound().is_zero() && is_binary32(one / y.value()) &&
      largest_divisor * smallest_normal() <= one) {
    return result;  // the reciprocal is exact, so its product is the quotient rounded once
  }
  if (one / smallest_divisor > largest_finite()) return Bounded::unbounded(&model);
  const Real magnitude = abs(result.value()) + propagated;
  Real bound = propagated + factor_roundoff(model, model.reciprocal_units) * magnitude +
               subnormal_error(model, model.product_units);
  if (largest_divisor * smallest_normal() > one) {
    const Real product = one + roundoff(model, model.product_units);
    const Real eta = subnormal_error(model, model.reciprocal_units);
    bound = bound + (abs(x.value()) + x.bound()) * eta * product;
    if (model.flush_to_zero && bound < magnitude) bound = magnitude;
  }
  return flushed(or_within(result, with_slack(bound, magnitude)), &model);
}

// x / y as x times fl(1 / sqrt(s)), where y = fl(sqrt(s)): what moved s moved y as far, and y lies
// within the range where 1 / y is normal.
Bounded or_by_reciprocal_root(const Bounded& result, const Real& propagated) {
  const ArithmeticProfile& model = *result.profile();
  const Real magnitude = abs(result.value()) + propagated;
  const Real bound = propagated +
                     factor_roundoff(model, model.reciprocal_square_root_units) * magnitude +
                     subnormal_error(model, model.product_units);
  return flushed(or_within(result, with_slack(bound, magnitude)), &model);
}

}  // namespace

// A result beyond the largest finite number may overflow, after which nothing can be said.
Bounded::Bounded(Real value, Real bound, const ArithmeticProfile* profile)
    : value_(std::move(value)),
      bound_(std::move(bound)),
      profile_(profile),
      finite_(abs(value_) + bound_ <= largest_finite()) {}

Bounded Bounded::from_bits(std::uint32_t bits) {
  if (!Binary32::from_bits(bits).is_finite()) {
    throw std::domain_error("Bounded: the input is not finite");  // TQ-ARITH-006
  }
  return Bounded(Real::from_bits(bits), Real(), nullptr);
}

Bounded Bounded::from_bits(std::uint32_t bits, const ArithmeticProfile& profile) {
  Bounded input = from_bits(bits);
  input.profile_ = &profile;
  return input;
}

Bounded Bounded::from_integer(std::int64_t value) {
  const Real exact = Real::from_integer(value);
  const Real held = Real::from_bits(Binary32::from_integer(value).bits());
  return Bounded(exact, abs(held - exact), nullptr);
}

Bounded Bounded::from_value(const Real& value, const Real& bound,
                            const ArithmeticProfile& profile) {
  if (!value.is_finite() || !bound.is_finite() || bound.is_negative()) {
    throw std::invalid_argument("Bounded: needs a finite value and a finite bound >= 0");
  }
  // `rounded` relies on this: operands with bound 0 are binary32 numbers.
  if (bound.is_zero() && !is_binary32(value) && abs(value) <= largest_finite()) {
    throw std::invalid_argument("Bounded: no binary32 number equals the value, so bound > 0");
  }
  return Bounded(value, bound, &profile);
}

Bounded Bounded::unbounded(const ArithmeticProfile* profile) {
  Bounded result;
  result.profile_ = profile;
  result.finite_ = false;
  return result;
}

Binary32 Bounded::lower() const {
  return finite_ ? (value_ - bound_).to_downward() : Binary32::from_bits(0xff800000);
}

Binary32 Bounded::upper() const {
  return finite_ ? (value_ + bound_).to_upward() : Binary32::from_bits(0x7f800000);
}

bool Bounded::contains(Binary32 computed) const {
  return !finite_ || (lower() <= computed && computed <= upper());
}

Bounded Bounded::operator-() const {
  Bounded result = *this;
  result.value_ = -value_;
  return flushed(result, profile_);
}

// |a' + b' - (a + b)| <= ea + eb. A sum with an operand that is certainly zero is exact.
Bounded operator+(const Bounded& left, const Bounded& right) {
  const ArithmeticProfile* profile = common_profile(left.profile_, right.profile_);
  if (!left.finite_ || !right.finite_) return Bounded::unbounded(profile);
  const Bounded a = flushed(left, profile);
  const Bounded b = flushed(right, profile);
  if (a.is_zero() || b.is_zero()) {
    Bounded result = a.is_zero() ? b : a;
    result.profile_ = profile;
    result.is_root_ = false;
    return result;
  }
  return rounded(a.value_ + b.value_, a.bound_ + b.bound_, profile, &ArithmeticProfile::sum_units,
                 Underflow::kExact);
}

Bounded operator-(const Bounded& a, const Bounded& b) { return a + -b; }

// |a'b' - ab| = |a db + b da + da db| <= |a| eb + |b| ea + ea eb.
Bounded operator*(const Bounded& left, const Bounded& right) {
  const ArithmeticProfile* profile = common_profile(left.profile_, right.profile_);
  if (!left.finite_ || !right.finite_) return Bounded::unbounded(profile);
  const Bounded a = flushed(left, profile);
  const Bounded b = flushed(right, profile);
  const Real propagated = abs(a.value_) * b.bound_ + abs(b.value_) * a.bound_ + a.bound_ * b.bound_;
  return rounded(a.value_ * b.value_, propagated, profile, &ArithmeticProfile::product_units,
                 Underflow::kRounds);
}

// |a'/b' - a/b| = |da - (a/b) db| / |b'| <= (ea + |a/b| eb) / (|b| - eb), if |b| > eb.
Bounded operator/(const Bounded& left, const Bounded& right) {
  const ArithmeticProfile* profile = common_profile(left.profile_, right.profile_);
  if (!left.finite_ || !right.finite_) return Bounded::unbounded(profile);
  const Bounded a = flushed(left, profile);
  const Bounded b = flushed(right, profile);
  const Real margin = abs(b.value_) - b.bound_;
  if (!(margin > Real())) return Bounded::unbounded(profile);
  const Real quotient = a.value_ / b.value_;
  const Real propagated = (a.bound_ + abs(quotient) * b.bound_) / margin;
  Bounded result = rounded(quotient, propagated, profile, &ArithmeticProfile::quotient_units,
                           Underflow::kRounds);
  if (profile == nullptr || a.is_zero()) return result;
  if (profile->reciprocal_square_root_units != 0 && right.is_root_) {
    result = or_by_reciprocal_root(result, propagated);
  }
  if (profile->reciprocal_units != 0) result = or_by_reciprocal(result, a, b, propagated);
  return result;
}

// |sqrt a' - sqrt a| = |da| / (sqrt a' + sqrt a) <= ea / ((a - ea) / sqrt a + sqrt a), if a > ea,
// since a' >= a - ea and sqrt(a - ea) = (a - ea) / sqrt(a - ea) >= (a - ea) / sqrt a.
Bounded sqrt(const Bounded& radicand) {
  const ArithmeticProfile* profile = radicand.profile_;
  if (!radicand.finite_ || radicand.is_zero()) return radicand;
  const Bounded value = flushed(radicand, profile);
  const Real margin = value.value_ - value.bound_;
  if (!(margin > Real())) return Bounded::unbounded(profile);
  const Real root = sqrt(value.value_);
  Bounded result = rounded(root, value.bound_ / (margin / root + root), profile,
                           &ArithmeticProfile::square_root_units, Underflow::kExact);
  result.is_root_ = true;
  return result;
}

// ||a'| - |a|| <= |a' - a|.
Bounded abs(const Bounded& value) { return value.value_.is_negative() ? -value : value; }

// A correctly rounded product with 2^k is exact unless the result is subnormal. TQ-ARITH-007
Bounded scale(const Bounded& factor, int exponent) {
  const std::uint32_t power = scale(Binary32::from_integer(1), exponent).bits();
  const ArithmeticProfile* profile = factor.profile_;
  if (!factor.finite_ || (profile != nullptr && profile->product_units != 1)) {
    return factor * Bounded::from_bits(power);
  }
  const Bounded value = flushed(factor, profile);
  const Real product = scale(value.value_, exponent);
  const Real propagated = scale(value.bound_, exponent);
  const bool stays_normal = abs(product) - propagated >= smallest_normal();
  if (stays_normal || (propagated.is_zero() && is_binary32(product))) {
    return flushed(Bounded(product, propagated, profile), profile);
  }
  const Real eta = Real::power_of_two(require_profile(profile).underflow_exponent);
  return flushed(Bounded(product, with_slack(propagated + eta, abs(product)), profile), profile);
}

bool certainly_less(const Bounded& a, const Bounded& b) {
  return a.is_finite() && b.is_finite() && a.value() + a.bound() < b.value() - b.bound();
}

}  // namespace tq::reference
