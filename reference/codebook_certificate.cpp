// SPDX-License-Identifier: Apache-2.0
#include "reference/codebook_certificate.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>

namespace tq::reference {
namespace {

using Int = boost::multiprecision::cpp_int;

constexpr unsigned kBits = 400;
constexpr std::size_t kPlaces = 110;  // of the enclosures returned; 10^-110 is far above 2^-400
constexpr std::size_t kMaxLevels = 128;

const Int kOne = Int(1) << kBits;

Int floor_divide(const Int& a, const Int& b) {  // b > 0
  Int quotient = a / b;
  if (a % b < 0) --quotient;
  return quotient;
}
Int ceil_divide(const Int& a, const Int& b) { return -floor_divide(-a, b); }

// The reals in [low, high] / 2^kBits.
struct Interval {
  Int low;
  Int high;
};

Interval exactly(const Int& integer) { return {integer * kOne, integer * kOne}; }
Interval operator+(const Interval& a, const Interval& b) {
  return {a.low + b.low, a.high + b.high};
}
Interval operator-(const Interval& a, const Interval& b) {
  return {a.low - b.high, a.high - b.low};
}
Interval operator*(const Interval& a, const Interval& b) {
  const Int products[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  return {floor_divide(*std::min_element(std::begin(products), std::end(products)), kOne),
          ceil_divide(*std::max_element(std::begin(products), std::end(products)), kOne)};
}
Interval operator/(const Interval& a, const Int& divisor) {  // divisor > 0
  return {floor_divide(a.low, divisor), ceil_divide(a.high, divisor)};
}
Interval reciprocal(const Interval& a) {  // a > 0
  return {floor_divide(kOne * kOne, a.high), ceil_divide(kOne * kOne, a.low)};
}
Interval square_root(const Interval& a) {  // a >= 0
  return {sqrt(Int(a.low * kOne)), sqrt(Int(a.high * kOne)) + 1};
}

// Machin: pi = 16 atan(1/5) - 4 atan(1/239). The series alternates and its terms fall, so the first
// term left out bounds the rest.
Interval arctangent_of_reciprocal(unsigned n) {
  Interval sum = exactly(0);
  Interval power = exactly(1) / Int(n);
  for (unsigned k = 0;; ++k) {
    const Interval term = power / Int(2 * k + 1);
    if (term.high <= 1) return sum + Interval{-term.high, term.high};
    sum = k % 2 == 0 ? sum + term : sum - term;
    power = power / Int(n) / Int(n);
  }
}

// The reciprocal of sqrt(2 pi).
Interval density_at_zero() {
  const Interval pi =
      arctangent_of_reciprocal(5) * exactly(16) - arctangent_of_reciprocal(239) * exactly(4);
  return reciprocal(square_root(pi * exactly(2)));
}

// e^y for y >= 0. Beyond k >= 2 y each term is at most half of the one before, so the terms after
// the k-th sum to at most the k-th.
Interval exponential(const Interval& y) {
  Interval sum = exactly(0);
  Interval term = exactly(1);
  for (unsigned k = 0;; ++k) {
    sum = sum + term;
    if (term.high <= 1 && Int(k) * kOne >= 2 * y.high) return sum + Interval{0, term.high};
    term = term * y / Int(k + 1);
  }
}

struct Gaussian {
  Interval density;
  Interval mass;  // of (0, x)
};

// For x >= 0: mass = density * sum of x^(2k+1) / (1 * 3 * ... * (2k+1)), all terms positive. Once
// 2k+3 >= 2 x^2 each is at most half of the one before.
Gaussian gaussian(const Interval& x, const Interval& at_zero) {
  const Interval square = x * x;
  const Interval density = at_zero * reciprocal(exponential(square / 2));
  Interval sum = exactly(0);
  Interval term = x;
  for (unsigned k = 0;; ++k) {
    sum = sum + term;
    if (term.high <= 1 && Int(2 * k + 3) * kOne >= 2 * square.high) break;
    term = term * square / Int(2 * k + 3);
  }
  return {density, density * (sum + Interval{0, term.high})};
}

struct Cells {
  std::vector<Interval> residual;     // F_i = c_i P_i - M_i
  std::vector<Interval> margin;       // row sum of dF/dc
  std::vector<Interval> probability;  // P_i
};

Cells evaluate(const std::vector<Interval>& c, const Interval& at_zero) {
  Cells cells;
  Interval t = exactly(0);
  Gaussian left{at_zero, exactly(0)};
  for (std::size_t i = 0; i < c.size(); ++i) {
    const bool last = i + 1 == c.size();
    const Interval t_right = last ? exactly(0) : (c[i] + c[i + 1]) / 2;
    const Gaussian right = last ? Gaussian{exactly(0), exactly(1) / 2} : gaussian(t_right, at_zero);
    const Interval probability = right.mass - left.mass;
    cells.probability.push_back(probability);
    cells.residual.push_back(c[i] * probability - (left.density - right.density));
    // The left end of the first cell is 0 and does not move; the last cell has no right end.
    Interval margin = probability;
    if (i > 0) margin = margin - left.density * (c[i] - t);
    if (!last) margin = margin - right.density * (t_right - c[i]);
    cells.margin.push_back(margin);
    t = t_right;
    left = right;
  }
  return cells;
}

std::optional<Interval> parse(const std::string& text) {
  const std::size_t point = text.find('.');
  if (point == std::string::npos || point != 1) return std::nullopt;
  Int numerator = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == point) continue;
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    numerator = numerator * 10 + (text[i] - '0');
  }
  const Int denominator =
      boost::multiprecision::pow(Int(10), static_cast<unsigned>(text.size() - point - 1));
  return Interval{floor_divide(numerator * kOne, denominator),
                  ceil_divide(numerator * kOne, denominator)};
}

Int scale_to_decimal(const Int& value, bool up) {
  const Int scaled = value * boost::multiprecision::pow(Int(10), static_cast<unsigned>(kPlaces));
  return up ? ceil_divide(scaled, kOne) : floor_divide(scaled, kOne);
}

Enclosure to_enclosure(const Interval& value) {
  const auto format = [](const Int& numerator) {
    std::string digits = numerator.str();
    if (digits.size() <= kPlaces) digits.insert(0, kPlaces + 1 - digits.size(), '0');
    return digits.insert(digits.size() - kPlaces, 1, '.');
  };
  return {format(scale_to_decimal(value.low, false)), format(scale_to_decimal(value.high, true))};
}

// At most three digits of a value below 10, in the direction asked for.
std::string to_scientific(const Int& value, bool up) {
  Int leading = scale_to_decimal(value, up);
  if (leading <= 0) return "0";
  int exponent = -static_cast<int>(kPlaces);
  while (leading >= 1000) {
    leading = up ? ceil_divide(leading, 10) : floor_divide(leading, 10);
    ++exponent;
  }
  std::string digits = leading.str();
  exponent += static_cast<int>(digits.size()) - 1;
  if (digits.size() > 1) digits.insert(1, ".");
  return digits + "e" + std::to_string(exponent);
}

}  // namespace

// TQ-CODE-005
std::optional<CodebookCertificate> certify_gaussian_levels(const std::vector<std::string>& levels) {
  if (levels.empty() || levels.size() > kMaxLevels) return std::nullopt;
  // The radius may be taken smaller than 1e-25 but not larger: rounded down.
  const Int radius = floor_divide(kOne, boost::multiprecision::pow(Int(10), 25U));
  std::vector<Interval> point;
  std::vector<Interval> box;
  for (const std::string& level : levels) {
    const auto value = parse(level);
    if (!value || value->high >= 8 * kOne) return std::nullopt;
    point.push_back(*value);
    box.push_back({value->low - radius, value->high + radius});
    const Int previous = box.size() > 1 ? box[box.size() - 2].high : Int(0);
    if (box.back().low <= previous) return std::nullopt;  // order must hold in the whole box
  }

  const Interval at_zero = density_at_zero();
  Int residual = 0;
  for (const Interval& f : evaluate(point, at_zero).residual) {
    residual = std::max({residual, f.high, Int(-f.low)});
  }
  const Cells in_box = evaluate(box, at_zero);
  Int margin = in_box.margin.front().low;
  for (const Interval& row : in_box.margin) margin = std::min(margin, row.low);

  CodebookCertificate certificate;
  certificate.residual = to_scientific(residual, true);
  certificate.margin = to_scientific(margin, false);
  if (margin <= 0) {
    certificate.margin = "not positive";
    certificate.bound = "unbounded";
    return certificate;
  }
  const Int bound = ceil_divide(residual * kOne, margin);
  certificate.bound = to_scientific(bound, true);
  certificate.holds = bound < radius;
  if (!certificate.holds) return certificate;

  std::vector<Interval> exact;
  for (const Interval& level : point) exact.push_back({level.low - bound, level.high + bound});
  const Cells at_exact = evaluate(exact, at_zero);
  // At a stationary point E (X - Q)^2 = 1 - E Q^2, and both halves contribute the same.
  Interval distortion = exactly(1);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    certificate.levels.push_back(to_enclosure(exact[i]));
    distortion = distortion - exact[i] * exact[i] * at_exact.probability[i] * exactly(2);
  }
  certificate.distortion = to_enclosure(distortion);
  return certificate;
}

}  // namespace tq::reference
