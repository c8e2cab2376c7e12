// SPDX-License-Identifier: Apache-2.0
#include "reference/binary32.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace tq::reference {
namespace {

constexpr std::uint32_t kInfinity = 0x7f800000;
constexpr std::uint32_t kLargestFinite = 0x7f7fffff;
constexpr int kSignificandBits = 24;
constexpr int kSmallestExponent = -149;  // of the smallest subnormal

constexpr Binary32 kNaN = Binary32::from_bits(0x7fc00000);

Binary32 with_sign(bool negative, std::uint32_t magnitude) {
  return Binary32::from_bits(magnitude | (negative ? 0x80000000 : 0));
}

bool is_infinite(Binary32 value) { return !value.is_finite() && !value.is_nan(); }

// std::bit_width has different result types in the libraries in use.
int bit_length(std::uint64_t value) { return 64 - std::countl_zero(value); }

// (-1)^negative x significand x 2^exponent.
struct Unpacked {
  bool negative;
  int exponent;
  std::uint64_t significand;
};

// The fields of a finite number; subnormals and zeros have the exponent of the smallest subnormal.
Unpacked unpack(Binary32 value) {
  const int biased = static_cast<int>((value.bits() >> 23) & 0xff);
  const std::uint64_t fraction = value.bits() & 0x7fffff;
  if (biased == 0) return {value.is_negative(), kSmallestExponent, fraction};
  return {value.is_negative(), kSmallestExponent + biased - 1, fraction | 0x800000};
}

// The fields of a finite number other than zero, with all 24 bits in use.
Unpacked unpack_normalized(Binary32 value) {
  Unpacked fields = unpack(value);
  const int shift = kSignificandBits - bit_length(fields.significand);
  fields.significand <<= shift;
  fields.exponent -= shift;
  return fields;
}

// floor(sqrt(radicand)), one bit of the root at a time.
std::uint64_t integer_square_root(std::uint64_t radicand) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 62; bit != 0; bit >>= 2) {
    const std::uint64_t trial = root + bit;
    root >>= 1;
    if (radicand >= trial) {
      radicand -= trial;
      root += bit;
    }
  }
  return root;
}

}  // namespace

Binary32 round_to_binary32(bool negative, int exponent, std::uint64_t significand, bool sticky,
                           Rounding rounding) {
  if (significand == 0) return with_sign(negative, 0);

  // The last bit of the result weighs 2^quantum; `shift` bits of the significand lie below it.
  const int leading = exponent + bit_length(significand) - 1;
  const int quantum = std::max(leading - (kSignificandBits - 1), kSmallestExponent);
  const int shift = quantum - exponent;

  std::uint64_t kept = 0;
  bool half = false;   // the first bit below the last one kept
  bool rest = sticky;  // anything below that
  if (shift <= 0) {
    kept = significand << -shift;
  } else if (shift < 64) {
    const std::uint64_t half_bit = std::uint64_t{1} << (shift - 1);
    kept = significand >> shift;
    half = (significand & half_bit) != 0;
    rest |= (significand & (half_bit - 1)) != 0;
  } else {
    half = shift == 64 && (significand >> 63) != 0;
    rest |= shift > 64 || (significand << 1) != 0;
  }

  const bool away_from_zero = rounding == (negative ? Rounding::kDownward : Rounding::kUpward);
  const bool nearest = rounding == Rounding::kNearestEven;
  if (nearest ? half && (rest || (kept & 1) != 0) : away_from_zero && (half || rest)) ++kept;

  // Adding `kept` with its leading bit raises the exponent field by one, from the subnormals' 0 to
  // 1 as well as when rounding carried into the next binade.
  const std::uint64_t magnitude =
      (static_cast<std::uint64_t>(quantum - kSmallestExponent) << 23) + kept;
  if (magnitude >= kInfinity) {
    return with_sign(negative, nearest || away_from_zero ? kInfinity : kLargestFinite);
  }
  return with_sign(negative, static_cast<std::uint32_t>(magnitude));
}

Binary32 Binary32::from_integer(std::int64_t value) {
  const auto pattern = static_cast<std::uint64_t>(value);
  return round_to_binary32(value < 0, 0, value < 0 ? 0 - pattern : pattern, false);
}

// TQ-ARITH-001
Binary32 operator+(Binary32 a, Binary32 b) {
  if (a.is_nan() || b.is_nan()) return kNaN;
  if (is_infinite(a)) return is_infinite(b) && a.bits() != b.bits() ? kNaN : a;
  if (is_infinite(b)) return b;

  Unpacked large = unpack(a);
  Unpacked small = unpack(b);
  if (large.exponent < small.exponent) std::swap(large, small);

  // 32 more bits below keep every bit of the smaller operand up to a distance of 32. Beyond that
  // the larger one is normal and the smaller one adds or subtracts less than 2^24 of these units,
  // where a tie needs 2^30 or more: what is shifted out cannot change the rounding.
  constexpr int kExtraBits = 32;
  const int distance = large.exponent - small.exponent;
  const std::uint64_t wide = large.significand << kExtraBits;
  const std::uint64_t aligned = distance < 64 ? (small.significand << kExtraBits) >> distance : 0;
  const int exponent = large.exponent - kExtraBits;

  if (large.negative == small.negative) {
    return round_to_binary32(large.negative, exponent, wide + aligned, false);
  }
  if (wide == aligned) return Binary32();  // x + (-x) is +0
  return wide > aligned ? round_to_binary32(large.negative, exponent, wide - aligned, false)
                        : round_to_binary32(small.negative, exponent, aligned - wide, false);
}

// TQ-ARITH-001
Binary32 operator-(Binary32 a, Binary32 b) { return a + -b; }

// TQ-ARITH-001
Binary32 operator*(Binary32 a, Binary32 b) {
  if (a.is_nan() || b.is_nan()) return kNaN;
  const bool negative = a.is_negative() != b.is_negative();
  if (is_infinite(a) || is_infinite(b)) {
    return a.is_zero() || b.is_zero() ? kNaN : with_sign(negative, kInfinity);
  }
  const Unpacked x = unpack(a);
  const Unpacked y = unpack(b);
  return round_to_binary32(negative, x.exponent + y.exponent, x.significand * y.significand, false);
}

// TQ-ARITH-001
Binary32 operator/(Binary32 a, Binary32 b) {
  if (a.is_nan() || b.is_nan()) return kNaN;
  const bool negative = a.is_negative() != b.is_negative();
  if (is_infinite(a)) return is_infinite(b) ? kNaN : with_sign(negative, kInfinity);
  if (is_infinite(b)) return with_sign(negative, 0);
  if (b.is_zero()) return a.is_zero() ? kNaN : with_sign(negative, kInfinity);
  if (a.is_zero()) return with_sign(negative, 0);

  constexpr int kExtraBits = 64 - kSignificandBits;
  const Unpacked x = unpack_normalized(a);
  const Unpacked y = unpack_normalized(b);
  const std::uint64_t dividend = x.significand << kExtraBits;
  return round_to_binary32(negative, x.exponent - kExtraBits - y.exponent, dividend / y.significand,
                           dividend % y.significand != 0);
}

// TQ-ARITH-001
Binary32 sqrt(Binary32 value) {
  if (value.is_nan()) return kNaN;
  if (value.is_zero()) return value;
  if (value.is_negative()) return kNaN;
  if (!value.is_finite()) return value;

  // An even exponent, and a radicand of 62 or 63 bits, whose root has 31 or 32.
  Unpacked fields = unpack_normalized(value);
  const int shift = fields.exponent % 2 == 0 ? 38 : 39;
  const std::uint64_t radicand = fields.significand << shift;
  const std::uint64_t root = integer_square_root(radicand);
  return round_to_binary32(false, (fields.exponent - shift) / 2, root, root * root != radicand);
}

// TQ-ARITH-007
Binary32 scale(Binary32 value, int exponent) {
  if (exponent < -126 || exponent > 127) {
    throw std::out_of_range("scale: 2^exponent is not a normal binary32");
  }
  return value * Binary32::from_bits(static_cast<std::uint32_t>(exponent + 127) << 23);
}

}  // namespace tq::reference
