// SPDX-License-Identifier: Apache-2.0
#include "reference/bounded_model.hpp"

#include <stdexcept>

namespace tq::reference {
namespace {

constexpr int kSlackExponent = -600;

}  // namespace

Real largest_finite() { return Real::from_bits(0x7f7fffff); }

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
  const Real unit = Real::power_of_two(profile.roundoff_exponent);
  const Real first_order = Real::from_integer(units) * unit;
  return units > 1 ? first_order + first_order * unit : first_order;
}

Bounded flushed(const Bounded& value, const ArithmeticProfile* profile) {
  if (profile == nullptr || !profile->flush_to_zero || !value.is_finite()) return value;
  const Real magnitude = abs(value.value());
  const Real smallest_kept = Real::power_of_two(kSmallestNormalExponent);
  if (magnitude <= value.bound() || magnitude >= smallest_kept + value.bound()) return value;
  return Bounded::from_value(value.value(), magnitude, *profile);
}

}  // namespace tq::reference
