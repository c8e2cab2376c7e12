// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <stdexcept>
#include <vector>

#include "reference/bounded.hpp"
#include "reference/bounded_model.hpp"

// Adding n numbers in any order and grouping takes n - 1 additions, so the rounding errors of at
// most n - 1 of them act on any one term, each multiplying it by 1 + d, |d| <= k u =: v. Hence
//
//   |computed - sum of t'_i| <= gamma_{n-1} (sum of |t'_i|),  gamma_m = m v / (1 - m v),
//
// (Higham, Accuracy and Stability, section 4.2), and |t'_i| <= |t_i| + ei, |t'_i - t_i| <= ei.
// n counts the terms that are not certainly zero. The zeros that start lanes or pad a tail, and the
// empty lanes that the tree adds, leave a computed partial sum as it is, so they do not count.
// With fused products the additions that round are the same n - 1: the first product of a chain
// that starts at zero is rounded as itself, and the eta of each is in its ei (bounded.cpp).
//
// Flushing replaces a partial sum below f = 2^-126 by zero: as if a number below f were added there
// without rounding. With n - 1 such numbers, |computed - sum of t'_i| grows by at most (n - 1) f,
// and the sum of magnitudes too.
//
// Matrix units add m numbers at once: they align them to the largest, drop what lies below its last
// place, and truncate the sum. With m operands that are not zero this drops m - 1 numbers of at
// most 2u times the largest magnitude, and one of at most 2u times the sum: m errors of 2u(S + E),
// where S is the sum of all magnitudes and E the error so far. Over a tree of such nodes, each with
// m >= 2, the m add up to n + nodes - 1 <= 2(n - 1), so E <= (1 + 2u)^(2(n - 1)) S - S, which is at
// most gamma_{n-1} S for v = 4u. Where such a unit rounds to nearest, or keeps more bits, or adds
// two at a time, its errors are smaller. So accumulator_units is 4 for them.
//
// An accumulator in a format with fewer bits has the u of that format, rounds the first number that
// enters it as well (n roundings), and, as the terms need not be multiples of its smallest
// subnormal, each rounding may add half of that, as above for flushed numbers.

namespace tq::reference {
namespace {

// The additions of a reduction: their format, and the units of its u that each counts.
struct Additions {
  Format format = Format::kBinary32;
  int units = 1;
};

// What the terms of a sum have in common with every sum of the same terms with other signs.
struct Terms {
  const ArithmeticProfile* profile = nullptr;
  const Bounded* last_nonzero = nullptr;
  std::int64_t count = 0;  // that are not certainly zero
  bool finite = true;
  Real propagated;
  Real magnitude;
};

const ArithmeticProfile* profile_of(std::span<const Bounded> terms,
                                    const ArithmeticProfile* profile = nullptr) {
  for (const Bounded& term : terms) profile = common_profile(profile, term.profile());
  return profile;
}

std::vector<Bounded> flushed(std::span<const Bounded> terms, const ArithmeticProfile* profile) {
  std::vector<Bounded> read;
  for (const Bounded& term : terms) read.push_back(flushed(term, profile));
  return read;
}

Terms gather(std::span<const Bounded> terms, const ArithmeticProfile* profile) {
  Terms all;
  all.profile = profile;
  for (const Bounded& term : terms) {
    all.finite = all.finite && term.is_finite();
    if (term.is_zero()) continue;
    ++all.count;
    all.last_nonzero = &term;
    all.propagated = all.propagated + term.bound();
    all.magnitude = all.magnitude + abs(term.value()) + term.bound();
  }
  return all;
}

// No rounding takes place: there is at most one term, and the accumulator holds every binary32.
bool is_exact(const Terms& terms, const Additions& additions) {
  return terms.count == 0 || (terms.count == 1 && additions.format == Format::kBinary32);
}

// How far a computed sum may lie from the true one; nothing when it may overflow.
std::optional<Real> error_of(const Terms& terms, const Additions& additions) {
  const ArithmeticProfile& model = require_profile(terms.profile);
  const FormatShape shape = shape_of(additions.format);
  const bool is_narrow = additions.format != Format::kBinary32;
  const Real one = Real::from_integer(1);
  const Real roundings = Real::from_integer(is_narrow ? terms.count : terms.count - 1);
  const Real unit = is_narrow
                        ? Real::from_integer(additions.units) * Real::power_of_two(-shape.precision)
                        : roundoff(model, additions.units);
  const Real growth = roundings * unit;
  if (growth >= one) return std::nullopt;
  const Real gamma = growth / (one - growth);
  Real injected;
  if (model.flush_to_zero) {
    injected = injected + roundings * Real::power_of_two(kSmallestNormalExponent);
  }
  if (is_narrow) {
    const Real half_last_place = Real::power_of_two(shape.min_exponent - shape.precision);
    injected = injected + roundings * Real::from_integer(additions.units) * half_last_place;
  }
  const Real magnitude = terms.magnitude + injected;
  if (magnitude + gamma * magnitude > Real::from_bits(shape.largest)) return std::nullopt;
  return with_slack(terms.propagated + injected + gamma * magnitude, magnitude);
}

Bounded sum(std::span<const Bounded> unread, const ArithmeticProfile* profile,
            const Additions& additions) {
  const std::vector<Bounded> read = flushed(unread, profile);
  const Terms terms = gather(read, profile);
  if (!terms.finite) return Bounded::unbounded(profile);
  if (is_exact(terms, additions)) {
    const Bounded term = terms.count == 0 ? Bounded() : *terms.last_nonzero;
    return profile == nullptr ? term : Bounded::from_value(term.value(), term.bound(), *profile);
  }
  const auto error = error_of(terms, additions);
  if (!error) return Bounded::unbounded(profile);
  Real value;
  for (const Bounded& term : read) value = value + term.value();
  return Bounded::from_value(value, *error, *profile);
}

Additions matrix_additions(const ArithmeticProfile* profile) {
  if (profile == nullptr) return {};
  return {profile->accumulator, profile->accumulator_units};
}

// `value` rounded once to `format`, with an error of at most `places` halves of a last place:
// 1 to nearest, 2 towards zero as well. A last place is at most 2^(1 - precision) of the magnitude,
// or that of the subnormals. A number that the format holds stays.
Bounded in_format(const Bounded& value, const ArithmeticProfile& profile, Format format,
                  int halves) {
  if (format == Format::kBinary32 || !value.is_finite()) return value;
  if (value.bound().is_zero() && is_exact_in(format, value.value().to_nearest())) return value;
  const FormatShape shape = shape_of(format);
  const Real magnitude = abs(value.value()) + value.bound();
  const Real relative = scale(magnitude, -shape.precision);
  const Real smallest = Real::power_of_two(shape.min_exponent - shape.precision);
  const Real half = relative > smallest ? relative : smallest;
  const Real error = Real::from_integer(halves) * half;
  if (magnitude + error > Real::from_bits(shape.largest)) return Bounded::unbounded(&profile);
  return Bounded::from_value(value.value(), with_slack(value.bound() + error, magnitude), profile);
}

// TQ-ARITH-012
std::vector<Bounded> matrix_operands(std::span<const Bounded> values,
                                     const ArithmeticProfile* profile) {
  std::vector<Bounded> operands = flushed(values, profile);
  if (profile == nullptr) return operands;
  for (Bounded& operand : operands) {
    operand = in_format(operand, *profile, profile->product_format, 2);
  }
  return operands;
}

}  // namespace

Bounded sum_in_any_order(std::span<const Bounded> terms) {
  const ArithmeticProfile* profile = profile_of(terms);
  return sum(terms, profile, {Format::kBinary32, profile == nullptr ? 1 : profile->sum_units});
}

// TQ-ARITH-012
Bounded matrix_product(std::span<const Bounded> a, std::span<const Bounded> b) {
  if (a.size() != b.size()) throw std::invalid_argument("matrix_product: the lengths differ");
  const ArithmeticProfile* profile = profile_of(b, profile_of(a));
  const std::vector<Bounded> left = matrix_operands(a, profile);
  const std::vector<Bounded> right = matrix_operands(b, profile);
  std::vector<Bounded> products;
  for (std::size_t i = 0; i < left.size(); ++i) products.push_back(left[i] * right[i]);
  return sum(products, profile, matrix_additions(profile));
}

// The rows of H hold the same magnitudes, so one error serves all sums; the true sums come from
// butterflies, which are exact here. TQ-ARITH-012, TQ-XFORM-003
std::vector<Bounded> hadamard_sums(std::span<const Bounded> x) {
  const ArithmeticProfile* profile = profile_of(x);
  const std::vector<Bounded> operands = matrix_operands(x, profile);
  const Additions additions = matrix_additions(profile);
  const Terms terms = gather(operands, profile);
  if (!terms.finite) {
    return std::vector<Bounded>(x.size(), Bounded::unbounded(profile));
  }
  std::vector<Real> values;
  for (const Bounded& operand : operands) values.push_back(operand.value());
  for (std::size_t stride = 1; stride < values.size(); stride *= 2) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if ((i & stride) != 0) continue;
      const Real left = values[i];
      const Real right = values[i + stride];
      values[i] = left + right;
      values[i + stride] = left - right;
    }
  }
  const std::optional<Real> error =
      is_exact(terms, additions) ? terms.propagated : error_of(terms, additions);
  std::vector<Bounded> sums;
  for (const Real& value : values) {
    if (!error) {
      sums.push_back(Bounded::unbounded(profile));
    } else if (profile == nullptr) {  // one literal, or none
      const Bounded term = terms.count == 0 ? Bounded() : *terms.last_nonzero;
      sums.push_back(value == term.value() ? term : -term);
    } else {
      sums.push_back(Bounded::from_value(value, *error, *profile));
    }
  }
  return sums;
}

Bounded as_output(const Bounded& value) {
  if (value.profile() == nullptr) return value;
  return in_format(value, *value.profile(), value.profile()->output_format, 1);
}

}  // namespace tq::reference
