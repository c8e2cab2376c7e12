// SPDX-License-Identifier: Apache-2.0
#include "reference/attention_bounds.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>

#include "reference/arithmetic.hpp"
#include "reference/bounded_model.hpp"
#include "reference/exponential.hpp"

namespace tq::reference {
namespace {

const Real& one() {
  static const Real value = Real::from_integer(1);
  return value;
}
Real integer(std::size_t value) { return Real::from_integer(static_cast<std::int64_t>(value)); }
const Real& larger(const Real& a, const Real& b) { return a < b ? b : a; }

// 2^-600 of what these lines compute with covers their own roundings of 2^-640.
Real slack(const Real& magnitude) { return scale(magnitude, -600); }

const ArithmeticProfile* join(const ArithmeticProfile* profile, std::span<const Bounded> numbers) {
  for (const Bounded& number : numbers) {
    if (number.profile() == nullptr || number.profile() == profile) continue;
    if (profile != nullptr) {
      throw std::logic_error("attention under two different arithmetic profiles");
    }
    profile = number.profile();
  }
  return profile;
}

bool all_bounded(std::span<const Bounded> numbers) {
  return std::ranges::all_of(numbers, &Bounded::is_finite);
}

// What an operation of a profile may do to its exact result x: |fl(x) - x| <= rho |x| + eta. Taken
// from the operators of `Bounded`, so that the error model is written once.
struct OperationErrors {
  Real sum;                   // rho_s
  Real product;               // rho_p, alone or in a dot product
  Real quotient;              // rho_q
  Real exponential;           // kappa_0
  Real exponential_argument;  // kappa_1: times |argument|
  Real absolute;              // eta, the largest of all
};

OperationErrors operation_errors(const ArithmeticProfile* profile) {
  if (profile == nullptr) throw std::logic_error("attention of literals: give an input a profile");
  // A number that no format holds exactly, known as well as a Real can say.
  const Bounded x = Bounded::from_value(Real::from_integer(4) / Real::from_integer(3),
                                        Real::power_of_two(-600), *profile);
  const Bounded tiny = Bounded::from_value(Real::power_of_two(-128) / Real::from_integer(3),
                                           Real::power_of_two(-700), *profile);
  const Bounded y = Bounded::from_value(Real::from_integer(5) / Real::from_integer(3),
                                        Real::power_of_two(-600), *profile);
  const std::vector<Bounded> single = {x};
  const std::vector<Bounded> two = {x, x};
  const auto rho = [](const Bounded& result) { return result.bound() / abs(result.value()); };

  OperationErrors errors;
  errors.sum = larger(rho(x + x), rho(sum_in_any_order(two)));
  errors.product = larger(rho(x * x), rho(dot<Bounded>(single, single)));
  errors.quotient = rho(x / y);
  errors.exponential = roundoff(*profile, profile->exponential_units);
  errors.exponential_argument = scale(Real::from_integer(profile->exponential_milliunits) *
                                          roundoff(*profile, 2) / Real::from_integer(1000),
                                      -1);
  const Bounded far_below = exp(Bounded::from_integer(-200) + Bounded::from_bits(0, *profile));
  for (const Bounded& vanishing : {tiny * tiny, tiny / x, tiny + tiny, far_below}) {
    errors.absolute = larger(errors.absolute, vanishing.bound());
  }
  // A result that is flushed lies below 2^-126 as computed, a rounding above that as it is.
  if (profile->flush_to_zero) errors.absolute = larger(errors.absolute, Real::power_of_two(-125));
  return errors;
}

// |ln(1 + d)| <= rho / (1 - rho) for |d| <= rho.
Real logarithmic(const Real& rho) { return rho / (one() - rho); }

Real excess(const Real& exponent) { return exp(exponent) - one(); }  // e^T - 1

}  // namespace

// TQ-ATTN-006, TQ-ATTN-012
std::vector<Bounded> bounded_scores(std::span<const Bounded> query,
                                    std::span<const std::vector<Bounded>> keys,
                                    const Bounded& scale) {
  const ArithmeticProfile* profile = join(scale.profile(), query);
  bool bounded = all_bounded(query) && scale.is_finite();
  for (const std::vector<Bounded>& key : keys) profile = join(profile, key);
  const OperationErrors errors = operation_errors(profile);

  constexpr std::size_t kProducts = 5;
  const Real exponent = integer(query.size() - 1) * logarithmic(errors.sum) +
                        integer(kProducts) * logarithmic(errors.product);
  const Real growth = exp(exponent);
  const Real scale_limit = abs(scale.value()) + scale.bound();
  const Real base_two = Real::from_decimal("1.5");  // above log2(e)

  std::vector<Bounded> scores;
  for (const std::vector<Bounded>& key : keys) {
    Real sum;
    Real magnitude;  // sum |q k|
    Real limit;      // A: the same of the computed factors
    Real factors;    // sum |q| + |k| of these
    for (std::size_t i = 0; i < key.size(); ++i) {
      const Real product = query[i].value() * key[i].value();
      const Real q = abs(query[i].value()) + query[i].bound();
      const Real k = abs(key[i].value()) + key[i].bound();
      sum = sum + product;
      magnitude = magnitude + abs(product);
      limit = limit + q * k;
      factors = factors + q + k;
    }
    const Real largest = limit * growth * larger(one(), scale_limit * base_two);
    if (!bounded || !all_bounded(key) || largest > largest_finite()) {
      scores.push_back(Bounded::unbounded(profile));
      continue;
    }
    const Real propagated = scale_limit * limit - abs(scale.value()) * magnitude;
    const Real operations = integer(2 * key.size() + 2) * (one() + scale_limit * base_two);
    const Real vanished = errors.absolute * growth * (factors + limit + operations);
    const Real bound = propagated + (growth - one()) * scale_limit * limit + vanished;
    scores.push_back(
        Bounded::from_value(scale.value() * sum, bound + slack(scale_limit * limit), *profile));
  }
  return scores;
}

namespace {

// What the output's bound needs to know of the weights: the coefficients of section 5.
struct WeightErrors {
  bool bounded = false;
  std::vector<Real> weights;     // w: true, normalised
  std::vector<Real> from_score;  // w X / kappa, of |v - o|
  std::vector<Real> relative;    // w (1 + X) G / kappa, of |v| + |o|
  std::vector<Real> from_row;    // w (1 + X) (1 + G) / kappa, of the row's own error
  Real operations;               // U_L
  Real growth;                   // e^T
  Real kappa;
};

WeightErrors weight_errors(std::span<const Bounded> scores, const OperationErrors& errors) {
  WeightErrors result;
  const std::size_t n = scores.size();
  Real maximum = scores[0].value();
  Real score_error;  // e: the largest
  Real size;         // S: the largest |s'|
  for (const Bounded& score : scores) {
    maximum = larger(maximum, score.value());
    score_error = larger(score_error, score.bound());
    size = larger(size, abs(score.value()) + score.bound());
  }
  if (score_error > one()) return result;

  // Section 4. Counts on the path of one token, in an evaluation with one level of splits.
  constexpr std::size_t kLevels = 1;
  const std::size_t exponentials = n + kLevels;
  const std::size_t products = n + 2 + 2 * kLevels;
  const std::size_t quotients = 1 + kLevels;
  const Real log_n = integer(static_cast<std::size_t>(std::bit_width(n)));  // above ln n
  const Real reach = size + log_n + one();                                  // R
  const Real split = (errors.sum + errors.product) * reach +
                     errors.exponential * log_n;  // of one log-sum-exp; log_n >= 1
  const Real argument = excess(errors.sum + errors.product + errors.product);
  const Real common = integer(products) * logarithmic(errors.product) +
                      integer(quotients) * logarithmic(errors.quotient) +
                      integer(n - 1) * logarithmic(errors.sum) + errors.product * reach +
                      integer(kLevels + 1) * split + integer(3 * exponentials) * errors.absolute;
  std::vector<Real> exponents;  // T of each token
  Real largest;
  for (const Bounded& score : scores) {
    const Real path = (maximum - score.value()) + log_n + log_n + one();
    const Real at_argument = errors.exponential_argument * path * (one() + argument);
    const Real worst = errors.exponential + at_argument;
    if (scale(worst, 1) > one()) return result;
    const Real exponential = integer(exponentials) * errors.exponential + at_argument;
    exponents.push_back(common + argument * path + exponential / (one() - worst));
    largest = larger(largest, exponents.back());
  }
  if (largest > one()) return result;

  result.growth = exp(largest);
  result.operations = integer(16 * (n + 1) * n) * errors.absolute * result.growth;
  result.kappa = exp(-(scale(score_error, 1) + largest)) - result.operations;
  if (!(result.kappa > Real())) return result;

  Real sum;
  for (const Bounded& score : scores) {
    result.weights.push_back(exp(score.value() - maximum));
    sum = sum + result.weights.back();
  }
  for (std::size_t t = 0; t < n; ++t) {
    Real& weight = result.weights[t];
    weight = weight / sum;
    const Real x = excess(scores[t].bound());
    const Real g = excess(exponents[t]);
    const Real scaled = weight / result.kappa;
    result.from_score.push_back(scaled * x);
    result.relative.push_back(scaled * (one() + x) * g);
    result.from_row.push_back(scaled * (one() + x) * (one() + g));
  }
  result.bounded = true;
  return result;
}

}  // namespace

// TQ-ATTN-012
std::vector<Bounded> bounded_output(std::span<const Bounded> scores,
                                    std::span<const std::vector<Bounded>> values) {
  const ArithmeticProfile* profile = join(nullptr, scores);
  bool bounded = all_bounded(scores);
  for (const std::vector<Bounded>& row : values) {
    profile = join(profile, row);
    bounded = bounded && all_bounded(row);
  }
  const OperationErrors errors = operation_errors(profile);
  const WeightErrors weights = bounded ? weight_errors(scores, errors) : WeightErrors{};
  if (!weights.bounded) return std::vector(values[0].size(), Bounded::unbounded(profile));

  std::vector<Bounded> output;
  for (std::size_t j = 0; j < values[0].size(); ++j) {
    Real mean;     // o
    Real largest;  // V
    for (std::size_t t = 0; t < values.size(); ++t) {
      const Bounded& v = values[t][j];
      mean = mean + weights.weights[t] * v.value();
      largest = larger(largest, abs(v.value()) + v.bound());
    }
    if (integer(values.size()) * (one() + largest) * weights.growth > largest_finite()) {
      output.push_back(Bounded::unbounded(profile));
      continue;
    }
    Real bound;
    for (std::size_t t = 0; t < values.size(); ++t) {
      const Bounded& v = values[t][j];
      bound = bound + weights.from_score[t] * abs(v.value() - mean) +
              weights.relative[t] * (abs(v.value()) + abs(mean)) + weights.from_row[t] * v.bound();
    }
    const Real vanished =
        weights.operations * (one() + largest + abs(mean)) / weights.kappa + errors.absolute;
    output.push_back(
        Bounded::from_value(mean, bound + vanished + slack(one() + largest + abs(mean)), *profile));
  }
  return output;
}

}  // namespace tq::reference
