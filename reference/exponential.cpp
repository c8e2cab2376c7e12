// SPDX-License-Identifier: Apache-2.0
#include "reference/exponential.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "reference/bounded_model.hpp"
#include "reference/profile.hpp"

namespace tq::reference {
namespace {

namespace mp = boost::multiprecision;

// No binary32 argument needs more than about 60 bits (24 of the result, and one more for each
// doubling of the 2^30 arguments); kMarginBits leaves Boost's exponential 28 bits of error.
constexpr int kWorkingBits = 128;
constexpr int kMarginBits = 100;
using Float =
    mp::number<mp::cpp_bin_float<kWorkingBits, mp::digit_base_2, void, std::int32_t>, mp::et_off>;

// The exact value of a finite pattern, without the host's floating-point unit.
Float value_of(Binary32 pattern) {
  const int biased = static_cast<int>((pattern.bits() >> 23) & 0xff);
  const std::uint32_t fraction = pattern.bits() & 0x7fffff;
  const Float magnitude =
      mp::ldexp(Float(biased == 0 ? fraction : fraction | 0x800000), std::max(biased, 1) - 150);
  return pattern.is_negative() ? Float(-magnitude) : magnitude;
}

Binary32 round_positive(const Float& value) {
  const auto exponent = static_cast<int>(mp::ilogb(value)) - 63;
  const auto leading = static_cast<std::uint64_t>(mp::ldexp(value, -exponent));
  const bool sticky = mp::ldexp(Float(leading), exponent) != value;
  return round_to_binary32(false, exponent, leading, sticky);
}

constexpr int kSlackExponent = -600;

// Where e^x leaves binary32 for certain: e^89 > 2^128 and e^-104 < 2^-150.
constexpr int kOverflows = 89;
constexpr int kVanishes = -104;

}  // namespace

// TQ-ATTN-007
Binary32 exp(Binary32 value) {
  if (value.is_nan()) return Binary32::from_bits(0x7fc00000);
  if (value >= Binary32::from_integer(kOverflows)) return Binary32::from_bits(0x7f800000);
  if (value <= Binary32::from_integer(kVanishes)) return Binary32();

  const Float power = mp::exp(value_of(value));
  const Float margin = mp::ldexp(power, -kMarginBits);
  const Binary32 rounded = round_positive(power - margin);
  if (rounded.bits() != round_positive(power + margin).bits()) {
    throw std::logic_error("exp: the working precision does not decide the rounding");
  }
  return rounded;
}

// With |x' - x| <= e and a profile that counts (k + j |x|) units of v (u, or u (1 + u) where units
// are several: profile.hpp),
//
//   |fl(e^x') - e^x| <= (k + j |x'|) v e^x' + eta + |e^x' - e^x|
//                    <= (k + j (|x| + e)) v e^(x + e) + eta + e^x (e^e - 1).
//
// No binary32 number other than 0 has an exponential that binary32 can represent.
Bounded exp(const Bounded& value) {
  const ArithmeticProfile* profile = value.profile();
  if (!value.is_finite()) return Bounded::unbounded(profile);
  const Real highest = value.value() + value.bound();
  if (highest >= Real::from_integer(kOverflows)) return Bounded::unbounded(profile);
  if (profile == nullptr) {
    if (value.is_zero()) return Bounded::from_integer(1);
    throw std::logic_error("exp of a literal must round: give the input a profile");
  }

  const Real power = exp(value.value());
  const Real largest = exp(highest);
  const Real argument = abs(value.value()) + value.bound();
  const Real growing = Real::from_integer(profile->exponential_milliunits) /
                       Real::from_integer(1000) * scale(argument * roundoff(*profile, 2), -1);
  const Real own = (roundoff(*profile, profile->exponential_units) + growing) * largest;
  const Real eta = Real::power_of_two(profile->underflow_exponent);
  // The last term covers the roundings of these lines, as `with_slack` does in bounded.cpp.
  const Real bound = (largest - power) + own + eta + scale(largest, kSlackExponent);
  return flushed(Bounded::from_value(power, bound, *profile), profile);
}

}  // namespace tq::reference
