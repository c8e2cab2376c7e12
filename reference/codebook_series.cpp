// SPDX-License-Identifier: Apache-2.0
#include "reference/codebook_series.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <utility>

namespace tq::reference {
namespace {

using Fixed = boost::multiprecision::cpp_int;  // value times 2^kBits

constexpr unsigned kBits = 448;
constexpr unsigned kPlaces = 100;
// Rounding noise of a root is the noise of the series over the smallest density met, below 2^30
// units; a step below 2^48 units (2^-400) is therefore the last useful one.
constexpr unsigned kStepBits = 48;
constexpr int kMaxSteps = 600;

const Fixed kOne = Fixed(1) << kBits;
const Fixed kSmallStep = Fixed(1) << kStepBits;
const Fixed kFarRight = kOne * 12;  // no boundary of a width up to 8 lies beyond 4.5

Fixed multiply(const Fixed& a, const Fixed& b) { return Fixed(a * b) / kOne; }
Fixed divide(const Fixed& a, const Fixed& b) { return Fixed(a * kOne) / b; }

Fixed magnitude(const Fixed& a) { return a < 0 ? Fixed(-a) : a; }

// sqrt(pi / 2), the integral of exp(-u^2 / 2) over the positive half line. Gauss-Legendre
// iteration.
Fixed half_line_integral() {
  Fixed a = kOne;
  Fixed b = sqrt(Fixed(kOne * kOne / 2));
  Fixed t = kOne / 4;
  Fixed power = 1;
  while (magnitude(a - b) > 16) {
    const Fixed mean = (a + b) / 2;
    b = sqrt(Fixed(a * b));
    const Fixed delta = a - mean;
    t -= power * multiply(delta, delta);
    power *= 2;
    a = mean;
  }
  const Fixed sum = a + b;
  const Fixed pi = divide(multiply(sum, sum), t * 4);
  return sqrt(Fixed(pi * kOne / 2));
}

struct Gaussian {
  Fixed weight;    // exp(-x^2 / 2)
  Fixed integral;  // of the weight over [0, x]
};

// Both from one Maclaurin series. The largest term is exp(x^2 / 2), so cancellation costs at most
// 104 bits at kFarRight and 16 bits where boundaries really lie.
Gaussian gaussian(const Fixed& x) {
  const Fixed half_square = multiply(x, x) / 2;
  Gaussian sum{0, 0};
  Fixed term = kOne;
  for (unsigned k = 0; term != 0; ++k) {
    sum.weight += term;
    sum.integral += multiply(term, x) / (2 * k + 1);
    term = -multiply(term, half_square) / (k + 1);
  }
  return sum;
}

// The boundary t > level at which `level` is the centroid of (left, t); nullopt when even the whole
// tail has its centroid below the level. The imbalance, the integral of (level - x) exp(-x^2 / 2)
// over (left, t), falls for t > level from a positive value.
std::optional<std::pair<Fixed, Gaussian>> right_boundary(const Fixed& left, const Gaussian& at_left,
                                                         const Fixed& level) {
  const auto imbalance = [&](const Gaussian& at) {
    return Fixed(multiply(level, at.integral - at_left.integral) + at.weight - at_left.weight);
  };
  Fixed low = 2 * level - left;  // the density falls, so the right half of a cell is the longer one
  Fixed high = kFarRight;
  if (low >= high || imbalance(gaussian(high)) >= 0) return std::nullopt;
  Fixed t = low;
  for (int step = 0; step < kMaxSteps; ++step) {
    const Gaussian at = gaussian(t);
    const Fixed value = imbalance(at);
    (value >= 0 ? low : high) = t;
    const Fixed slope = multiply(level - t, at.weight);
    Fixed next = slope < 0 ? Fixed(t - divide(value, slope)) : high;
    // A Newton step that leaves the bracket by more than rounding is replaced by a halving step.
    if (next + kSmallStep < low || next > high) next = (low + high) / 2;
    if (magnitude(next - t) <= kSmallStep) return std::pair{next, gaussian(next)};
    t = next;
  }
  return std::nullopt;
}

struct Shot {
  std::vector<Fixed> levels;
  Fixed residual;  // imbalance of the last, unbounded cell
};

// The first level fixes the first boundary, which fixes the second level, and so on. nullopt means
// that the first level is too large: some level left the range in which its cell has a right end.
std::optional<Shot> shoot(const Fixed& first, std::size_t count, const Fixed& half_line) {
  Shot shot{{first}, 0};
  Fixed boundary = 0;
  Gaussian at{kOne, 0};
  while (shot.levels.size() < count) {
    const Fixed level = shot.levels.back();
    const auto right = right_boundary(boundary, at, level);
    if (!right) return std::nullopt;
    boundary = right->first;
    at = right->second;
    shot.levels.push_back(2 * boundary - level);
  }
  shot.residual = multiply(shot.levels.back(), half_line - at.integral) - at.weight;
  return shot;
}

std::string to_decimal(const Fixed& value) {
  Fixed scaled = value * boost::multiprecision::pow(Fixed(10), kPlaces);
  scaled /= kOne;
  std::string digits = scaled.str();
  if (digits.size() <= kPlaces) digits.insert(0, kPlaces + 1 - digits.size(), '0');
  digits.insert(digits.size() - kPlaces, 1, '.');
  return digits;
}

}  // namespace

std::optional<std::vector<std::string>> derive_levels_by_series(int width) {
  if (width < 1 || width > 8) return std::nullopt;
  const std::size_t count = std::size_t{1} << (width - 1);
  const Fixed half_line = half_line_integral();

  // Halve until both ends of the bracket are valid shots, then the Illinois variant of false
  // position.
  Fixed low = kOne / 4096;
  Fixed high = kOne;
  std::optional<Shot> at_low = shoot(low, count, half_line);
  std::optional<Shot> at_high = shoot(high, count, half_line);
  if (!at_low || at_low->residual >= 0) return std::nullopt;
  for (int step = 0; !at_high && step < kMaxSteps; ++step) {
    const Fixed middle = (low + high) / 2;
    auto shot = shoot(middle, count, half_line);
    if (shot && shot->residual < 0) {
      low = middle;
      at_low = std::move(shot);
    } else {
      high = middle;
      at_high = std::move(shot);
    }
  }
  if (!at_high) return std::nullopt;

  Fixed low_residual = at_low->residual;
  Fixed high_residual = at_high->residual;
  Fixed previous = low;
  int same_side = 0;
  for (int step = 0; step < kMaxSteps; ++step) {
    if (high_residual == low_residual) return std::nullopt;
    const Fixed guess = high - (high - low) * high_residual / (high_residual - low_residual);
    const auto shot = shoot(guess, count, half_line);
    if (!shot) return std::nullopt;
    if (magnitude(guess - previous) <= kSmallStep || shot->residual == 0) {
      std::vector<std::string> decimals;
      for (const Fixed& level : shot->levels) decimals.push_back(to_decimal(level));
      return decimals;
    }
    previous = guess;
    if (shot->residual < 0) {
      low = guess;
      low_residual = shot->residual;
      if (same_side == -1) high_residual /= 2;
      same_side = -1;
    } else {
      high = guess;
      high_residual = shot->residual;
      if (same_side == 1) low_residual /= 2;
      same_side = 1;
    }
  }
  return std::nullopt;
}

}  // namespace tq::reference
