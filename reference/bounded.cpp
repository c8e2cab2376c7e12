// SPDX-License-Identifier: Apache-2.0
#include "reference/bounded.hpp"

#include <stdexcept>
#include <utility>

// The error model (TQ-ARITH-009). An operand's computed value is a' = a + da with |da| <= ea, where
// a is its true value and ea its bound. An operation op returns fl(a' op b'), and
//
//   |fl(a' op b') - a op b| <= |fl(a' op b') - a' op b'| + |a' op b' - a op b|
//                           <= k u |a' op b'| + eta      + p
//                           <= k u (|a op b| + p) + eta  + p,
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
// The arithmetic here is rounded to nearest with relative error 2^-640 itself. `with_slack` adds
// 2^-600 of all magnitudes involved, which covers 2^39 such roundings.

namespace tq::reference {
namespace {

constexpr int kSlackExponent = -600;

Real largest_finite() { return Real::from_bits(0x7f7fffff); }
Real smallest_normal() { return Real::from_bits(0x00800000); }

bool is_binary32(const Real& value) {
  const Binary32 nearest = value.to_nearest();
  return nearest.is_finite() && Real::from_bits(nearest.bits()) == value;
}

Real with_slack(const Real& bound, const Real& magnitude) {
  return bound + scale(bound + magnitude, kSlackExponent);
}

const ArithmeticProfile* common_profile(const ArithmeticProfile* a, const ArithmeticProfile* b) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr) return a;
  throw std::logic_error("operands are bounded under different arithmetic profiles");
}

const ArithmeticProfile& require_profile(const ArithmeticProfile* profile) {
  if (profile == nullptr) {
    throw std::logic_error("an operation on literals must round: give an input a profile");
  }
  return *profile;
}

Real roundoff(const ArithmeticProfile& profile, int units) {
  return Real::from_integer(units) * Real::power_of_two(profile.roundoff_exponent);
}

enum class Underflow { kExact, kRounds };

// The result of an operation that counts `units`, whose exact result the operands' errors move by
// at most `propagated`.
Bounded rounded(const Real& value, const Real& propagated, const ArithmeticProfile* profile,
                int ArithmeticProfile::*units, Underflow underflow) {
  const bool correctly_rounded = profile == nullptr || profile->*units == 1;
  if (propagated.is_zero() && correctly_rounded && is_binary32(value)) {
    Bounded exact = Bounded::from_bits(value.to_nearest().bits());
    return profile == nullptr ? exact : Bounded::from_value(value, Real(), *profile);
  }
  const ArithmeticProfile& model = require_profile(profile);
  const Real magnitude = abs(value) + propagated;
  Real bound = propagated + roundoff(model, model.*units) * magnitude;
  if (underflow == Underflow::kRounds) bound = bound + Real::power_of_two(model.underflow_exponent);
  return Bounded::from_value(value, with_slack(bound, magnitude), model);
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
  return result;
}

// |a' + b' - (a + b)| <= ea + eb. A sum with an operand that is certainly zero is exact.
Bounded operator+(const Bounded& a, const Bounded& b) {
  const ArithmeticProfile* profile = common_profile(a.profile_, b.profile_);
  if (!a.finite_ || !b.finite_) return Bounded::unbounded(profile);
  if (a.is_zero() || b.is_zero()) {
    Bounded result = a.is_zero() ? b : a;
    result.profile_ = profile;
    return result;
  }
  return rounded(a.value_ + b.value_, a.bound_ + b.bound_, profile, &ArithmeticProfile::sum_units,
                 Underflow::kExact);
}

Bounded operator-(const Bounded& a, const Bounded& b) { return a + -b; }

// |a'b' - ab| = |a db + b da + da db| <= |a| eb + |b| ea + ea eb.
Bounded operator*(const Bounded& a, const Bounded& b) {
  const ArithmeticProfile* profile = common_profile(a.profile_, b.profile_);
  if (!a.finite_ || !b.finite_) return Bounded::unbounded(profile);
  const Real propagated = abs(a.value_) * b.bound_ + abs(b.value_) * a.bound_ + a.bound_ * b.bound_;
  return rounded(a.value_ * b.value_, propagated, profile, &ArithmeticProfile::product_units,
                 Underflow::kRounds);
}

// |a'/b' - a/b| = |da - (a/b) db| / |b'| <= (ea + |a/b| eb) / (|b| - eb), if |b| > eb.
Bounded operator/(const Bounded& a, const Bounded& b) {
  const ArithmeticProfile* profile = common_profile(a.profile_, b.profile_);
  const Real margin = abs(b.value_) - b.bound_;
  if (!a.finite_ || !b.finite_ || !(margin > Real())) return Bounded::unbounded(profile);
  const Real quotient = a.value_ / b.value_;
  const Real propagated = (a.bound_ + abs(quotient) * b.bound_) / margin;
  return rounded(quotient, propagated, profile, &ArithmeticProfile::quotient_units,
                 Underflow::kRounds);
}

// |sqrt a' - sqrt a| = |da| / (sqrt a' + sqrt a) <= ea / ((a - ea) / sqrt a + sqrt a), if a > ea,
// since a' >= a - ea and sqrt(a - ea) = (a - ea) / sqrt(a - ea) >= (a - ea) / sqrt a.
Bounded sqrt(const Bounded& value) {
  const ArithmeticProfile* profile = value.profile_;
  if (!value.finite_) return value;
  if (value.is_zero()) return value;
  const Real margin = value.value_ - value.bound_;
  if (!(margin > Real())) return Bounded::unbounded(profile);
  const Real root = sqrt(value.value_);
  return rounded(root, value.bound_ / (margin / root + root), profile,
                 &ArithmeticProfile::square_root_units, Underflow::kExact);
}

// ||a'| - |a|| <= |a' - a|.
Bounded abs(const Bounded& value) { return value.value_.is_negative() ? -value : value; }

// A correctly rounded product with 2^k is exact unless the result is subnormal. TQ-ARITH-007
Bounded scale(const Bounded& value, int exponent) {
  const std::uint32_t factor = scale(Binary32::from_integer(1), exponent).bits();
  const ArithmeticProfile* profile = value.profile_;
  if (!value.finite_ || (profile != nullptr && profile->product_units != 1)) {
    return value * Bounded::from_bits(factor);
  }
  const Real product = scale(value.value_, exponent);
  const Real propagated = scale(value.bound_, exponent);
  const bool stays_normal = abs(product) - propagated >= smallest_normal();
  if (stays_normal || (propagated.is_zero() && is_binary32(product))) {
    return Bounded(product, propagated, profile);
  }
  const Real eta = Real::power_of_two(require_profile(profile).underflow_exponent);
  return Bounded(product, with_slack(propagated + eta, abs(product)), profile);
}

// Adding n numbers in any order and grouping takes n - 1 additions, so the rounding errors of at
// most n - 1 of them act on any one term, each multiplying it by 1 + d, |d| <= k u =: v. Hence
//
//   |computed - sum of t'_i| <= gamma_{n-1} (sum of |t'_i|),  gamma_m = m v / (1 - m v),
//
// (Higham, Accuracy and Stability, section 4.2), and |t'_i| <= |t_i| + ei, |t'_i - t_i| <= ei.
// n counts the terms that are not certainly zero. The zeros that start lanes or pad a tail, and the
// empty lanes that the tree adds, leave a computed partial sum as it is, so they do not count.
// With fused products the additions that round are the same n - 1: the first product of a chain
// that starts at zero is rounded as itself, and the eta of each is in its ei (see above).
Bounded sum_in_any_order(std::span<const Bounded> terms) {
  const ArithmeticProfile* profile = nullptr;
  const Bounded* last_nonzero = nullptr;
  std::int64_t count = 0;
  bool finite = true;
  Real sum;
  Real propagated;
  Real magnitude;
  for (const Bounded& term : terms) {
    profile = common_profile(profile, term.profile_);
    finite = finite && term.finite_;
    if (term.is_zero()) continue;
    ++count;
    last_nonzero = &term;
    sum = sum + term.value_;
    propagated = propagated + term.bound_;
    magnitude = magnitude + abs(term.value_) + term.bound_;
  }
  if (!finite) return Bounded::unbounded(profile);
  if (count <= 1) {
    Bounded result = count == 0 ? Bounded() : *last_nonzero;
    result.profile_ = profile;
    return result;
  }

  const ArithmeticProfile& model = require_profile(profile);
  const Real one = Real::from_integer(1);
  const Real growth = Real::from_integer(count - 1) * roundoff(model, model.sum_units);
  if (growth >= one) return Bounded::unbounded(profile);
  const Real gamma = growth / (one - growth);
  const Real largest_partial_sum = magnitude + gamma * magnitude;
  if (largest_partial_sum > largest_finite()) return Bounded::unbounded(profile);
  return Bounded(sum, with_slack(propagated + gamma * magnitude, magnitude), profile);
}

bool certainly_less(const Bounded& a, const Bounded& b) {
  return a.is_finite() && b.is_finite() && a.value() + a.bound() < b.value() - b.bound();
}

}  // namespace tq::reference
