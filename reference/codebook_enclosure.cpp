// SPDX-License-Identifier: Apache-2.0
#include "reference/codebook_enclosure.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>

namespace tq::reference {
namespace {

using Int = boost::multiprecision::cpp_int;

constexpr int kMaxAgreement = 200;

Int power_of_ten(std::size_t exponent) {
  return boost::multiprecision::pow(Int(10), static_cast<unsigned>(exponent));
}

// numerator / 10^places
struct Decimal {
  Int numerator;
  std::size_t places;
};

std::optional<Decimal> parse(const std::string& text) {
  Decimal value{0, 0};
  bool after_point = false;
  for (const char c : text) {
    if (c == '.' && !after_point) {
      after_point = true;
    } else if (c >= '0' && c <= '9') {
      value.numerator = value.numerator * 10 + (c - '0');
      value.places += after_point ? 1 : 0;
    } else {
      return std::nullopt;
    }
  }
  return value;
}

std::string format(const Int& numerator, std::size_t places) {
  std::string digits = numerator.str();
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  if (places > 0) digits.insert(digits.size() - places, 1, '.');
  return digits;
}

Int divide_ties_to_even(const Int& numerator, const Int& denominator) {
  Int quotient = numerator / denominator;
  const Int twice_rest = (numerator % denominator) * 2;
  if (twice_rest > denominator || (twice_rest == denominator && (quotient & 1) != 0)) ++quotient;
  return quotient;
}

std::optional<std::string> round_end_to_digits(const std::string& text, std::size_t digits) {
  const auto value = parse(text);
  if (!value || value->numerator == 0) return std::nullopt;
  const std::size_t length = value->numerator.str().size();
  if (length < digits) {
    const std::size_t missing = digits - length;
    return format(value->numerator * power_of_ten(missing), value->places + missing);
  }
  std::size_t dropped = length - digits;
  if (dropped > value->places)
    return std::nullopt;  // not a value of this chapter: 10^digits or more
  Int rounded = divide_ties_to_even(value->numerator, power_of_ten(dropped));
  if (rounded == power_of_ten(digits)) {  // 9.99 became 10.0: one place less keeps the digit count
    if (dropped == value->places) return std::nullopt;
    rounded /= 10;
    ++dropped;
  }
  return format(rounded, value->places - dropped);
}

std::optional<std::uint32_t> round_end_to_binary32(const std::string& text) {
  const auto value = parse(text);
  if (!value || value->numerator == 0) return std::nullopt;
  const Int denominator = power_of_ten(value->places);
  // 2^exponent <= value < 2^(exponent + 1); the bit lengths leave two candidates.
  int exponent = static_cast<int>(msb(value->numerator)) - static_cast<int>(msb(denominator));
  const auto scaled = [&](int shift) {
    const unsigned distance = static_cast<unsigned>(shift < 0 ? -shift : shift);
    return shift >= 0 ? Decimal{value->numerator << distance, 0}
                      : Decimal{value->numerator, distance};
  };
  const Decimal one = scaled(-exponent);
  if (one.numerator < (denominator << static_cast<unsigned>(one.places))) --exponent;
  const Decimal significand = scaled(23 - exponent);
  Int rounded = divide_ties_to_even(significand.numerator,
                                    denominator << static_cast<unsigned>(significand.places));
  if (rounded == (Int(1) << 24)) {
    rounded >>= 1;
    ++exponent;
  }
  if (exponent < -126 || exponent > 127) return std::nullopt;
  const auto fraction = static_cast<std::uint32_t>(rounded) & 0x7fffffU;
  return (static_cast<std::uint32_t>(exponent + 127) << 23) | fraction;
}

}  // namespace

Enclosure midpoint(const Enclosure& a, const Enclosure& b) {
  const auto middle = [](const std::string& left, const std::string& right) {
    const auto x = parse(left);
    const auto y = parse(right);
    if (!x || !y || x->places != y->places) return std::string();
    return format((x->numerator + y->numerator) * 5, x->places + 1);
  };
  return {middle(a.lower, b.lower), middle(a.upper, b.upper)};
}

std::optional<std::string> round_to_digits(const Enclosure& value, int digits) {
  if (digits < 1) return std::nullopt;
  const auto lower = round_end_to_digits(value.lower, static_cast<std::size_t>(digits));
  const auto upper = round_end_to_digits(value.upper, static_cast<std::size_t>(digits));
  return lower == upper ? lower : std::nullopt;
}

std::optional<std::uint32_t> round_to_binary32(const Enclosure& value) {
  const auto lower = round_end_to_binary32(value.lower);
  const auto upper = round_end_to_binary32(value.upper);
  return lower == upper ? lower : std::nullopt;
}

int agreeing_digits(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a.size() != b.size() || a.empty()) return 0;
  int agreement = kMaxAgreement;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto x = parse(a[i]);
    const auto y = parse(b[i]);
    if (!x || !y || x->numerator == 0 || y->numerator == 0) return 0;
    const std::size_t places = std::max(x->places, y->places);
    const Int left = x->numerator * power_of_ten(places - x->places);
    const Int right = y->numerator * power_of_ten(places - y->places);
    Int difference = left > right ? Int(left - right) : Int(right - left);
    const Int& larger = left > right ? left : right;
    int digits = 0;
    while (digits < agreement && (difference *= 10) <= larger) ++digits;
    agreement = digits;
  }
  return agreement;
}

}  // namespace tq::reference
