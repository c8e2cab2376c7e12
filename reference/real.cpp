// SPDX-License-Identifier: Apache-2.0
#include "reference/real.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace tq::reference {
namespace {

namespace mp = boost::multiprecision;
using Float =
    mp::number<mp::cpp_bin_float<kRealBits, mp::digit_base_2, void, std::int32_t>, mp::et_off>;
using Integer = mp::cpp_int;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Consumes digits; returns how many.
std::size_t skip_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  text.remove_prefix(count);
  return count;
}

bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (skip_digits(text) == 0) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (skip_digits(text) == 0) return false;
  }
  if (text.starts_with('e')) {
    text.remove_prefix(1);
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    const std::size_t exponent_digits = skip_digits(text);
    if (exponent_digits == 0 || exponent_digits > 5) return false;
  }
  return text.empty();
}

Integer power_of_ten(int exponent) { return mp::pow(Integer(10), static_cast<unsigned>(exponent)); }

// The integer nearest to numerator / denominator (both positive), ties to even.
Integer nearest_quotient(const Integer& numerator, const Integer& denominator) {
  Integer quotient;
  Integer remainder;
  mp::divide_qr(numerator, denominator, quotient, remainder);
  const int against_half = Integer(2 * remainder).compare(denominator);
  if (against_half > 0 || (against_half == 0 && mp::bit_test(quotient, 0))) ++quotient;
  return quotient;
}

}  // namespace

struct Real::Impl {
  Float value;
};

namespace {

template <class Impl>
std::shared_ptr<const Impl> share(Float value) {
  return std::make_shared<const Impl>(Impl{std::move(value)});
}

}  // namespace

Real::Real(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Real::Real() {
  static const std::shared_ptr<const Impl> zero = share<Impl>(Float(0));
  impl_ = zero;
}

Real Real::from_bits(std::uint32_t bits) {
  const Binary32 pattern = Binary32::from_bits(bits);
  if (pattern.is_nan()) return Real(share<Impl>(std::numeric_limits<Float>::quiet_NaN()));
  Float magnitude = std::numeric_limits<Float>::infinity();
  if (pattern.is_finite()) {
    // Boost's conversion from float would run on the host's FPU and lose subnormals under DAZ.
    const auto biased = static_cast<std::int32_t>((bits >> 23) & 0xff);
    const std::uint32_t fraction = bits & 0x7fffff;
    const std::uint32_t significand = biased == 0 ? fraction : fraction | 0x800000;
    magnitude = mp::ldexp(Float(significand), std::max(biased, 1) - 150);
  }
  if (pattern.is_negative() && !pattern.is_zero()) magnitude = -magnitude;
  return Real(share<Impl>(std::move(magnitude)));
}

Real Real::from_integer(std::int64_t value) { return Real(share<Impl>(Float(value))); }

Real Real::power_of_two(int exponent) { return Real(share<Impl>(mp::ldexp(Float(1), exponent))); }

Real Real::from_decimal(std::string_view text) {
  if (!is_decimal(text)) {
    throw std::invalid_argument("not a decimal number: \"" + std::string(text) + "\"");
  }
  return Real(share<Impl>(Float(std::string(text))));
}

Binary32 Real::to_binary32(Rounding rounding) const {
  if (is_nan()) return Binary32::from_bits(0x7fc00000);
  if (!is_finite()) return Binary32::from_bits(is_negative() ? 0xff800000 : 0x7f800000);
  if (is_zero()) return Binary32();

  // The significand is an integer of kRealBits bits whose leading bit weighs 2^exponent.
  const auto& backend = impl_->value.backend();
  const Integer significand(backend.bits());
  const auto leading = static_cast<std::uint64_t>(Integer(significand >> (kRealBits - 64)));
  const bool sticky = mp::lsb(significand) < kRealBits - 64;
  return round_to_binary32(is_negative(), static_cast<int>(backend.exponent()) - 63, leading,
                           sticky, rounding);
}

Binary32 Real::to_nearest() const { return to_binary32(Rounding::kNearestEven); }
Binary32 Real::to_downward() const { return to_binary32(Rounding::kDownward); }
Binary32 Real::to_upward() const { return to_binary32(Rounding::kUpward); }

std::string Real::to_decimal(int digits) const {
  if (digits < 1) throw std::invalid_argument("to_decimal: needs at least one digit");
  if (!is_finite()) throw std::domain_error("to_decimal: not a finite number");
  if (is_zero()) return "0";

  // |value| = significand x 2^binary_exponent, as a quotient of integers.
  const auto& backend = impl_->value.backend();
  const int binary_exponent = static_cast<int>(backend.exponent()) - (kRealBits - 1);
  Integer numerator(backend.bits());
  Integer denominator(1);
  (binary_exponent >= 0 ? numerator : denominator) <<= std::abs(binary_exponent);

  // An estimate of the decimal exponent (log10 2 = 0.30103), then at most two corrections.
  auto exponent = static_cast<int>(std::int64_t{backend.exponent()} * 30103 / 100000);
  const auto scaled = [&](int decimal_exponent) {
    const int shift = digits - 1 - decimal_exponent;
    return shift >= 0 ? nearest_quotient(numerator * power_of_ten(shift), denominator)
                      : nearest_quotient(numerator, denominator * power_of_ten(-shift));
  };
  std::string text = scaled(exponent).str();
  while (text.size() != static_cast<std::size_t>(digits)) {
    exponent += text.size() > static_cast<std::size_t>(digits) ? 1 : -1;
    text = scaled(exponent).str();
  }

  if (exponent < -5 || exponent >= digits) {
    if (digits > 1) text.insert(1, ".");
    text += "e" + std::to_string(exponent);
  } else if (exponent < 0) {
    text.insert(0, "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0'));
  } else if (exponent + 1 < digits) {
    text.insert(static_cast<std::size_t>(exponent) + 1, ".");
  }
  return is_negative() ? "-" + text : text;
}

bool Real::is_negative() const { return impl_->value < 0; }
bool Real::is_zero() const { return impl_->value.is_zero(); }
bool Real::is_finite() const { return mp::isfinite(impl_->value); }
bool Real::is_nan() const { return mp::isnan(impl_->value); }

Real Real::operator-() const { return Real(share<Impl>(-impl_->value)); }

Real operator+(const Real& a, const Real& b) {
  return Real(share<Real::Impl>(a.impl_->value + b.impl_->value));
}
Real operator-(const Real& a, const Real& b) {
  return Real(share<Real::Impl>(a.impl_->value - b.impl_->value));
}
Real operator*(const Real& a, const Real& b) {
  return Real(share<Real::Impl>(a.impl_->value * b.impl_->value));
}
Real operator/(const Real& a, const Real& b) {
  return Real(share<Real::Impl>(a.impl_->value / b.impl_->value));
}

bool operator==(const Real& a, const Real& b) { return a.impl_->value == b.impl_->value; }

std::partial_ordering operator<=>(const Real& a, const Real& b) {
  if (a.is_nan() || b.is_nan()) return std::partial_ordering::unordered;
  const int order = a.impl_->value.compare(b.impl_->value);
  return order <=> 0;
}

Real sqrt(const Real& value) { return Real(share<Real::Impl>(mp::sqrt(value.impl_->value))); }
Real exp(const Real& value) { return Real(share<Real::Impl>(mp::exp(value.impl_->value))); }
Real abs(const Real& value) { return Real(share<Real::Impl>(mp::abs(value.impl_->value))); }
Real scale(const Real& value, int exponent) {
  return Real(share<Real::Impl>(mp::ldexp(value.impl_->value, exponent)));
}

}  // namespace tq::reference
