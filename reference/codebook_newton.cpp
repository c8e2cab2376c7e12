// SPDX-License-Identifier: Apache-2.0
#include "reference/codebook_newton.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstddef>

namespace tq::reference {
namespace {

namespace mp = boost::multiprecision;

template <unsigned Digits>
using Float = mp::number<mp::cpp_bin_float<Digits>, mp::et_off>;

constexpr int kMaxIterations = 60;
constexpr int kMaxHalvings = 40;

// F and its tridiagonal Jacobian. lower[i] = dF_i/dc_{i-1}, upper[i] = dF_i/dc_{i+1}.
template <typename Real>
struct System {
  std::vector<Real> residual, lower, diagonal, upper;
  Real norm = 0;
};

template <typename Real>
System<Real> evaluate(const std::vector<Real>& c) {
  const std::size_t n = c.size();
  const Real root_half = boost::math::constants::one_div_root_two<Real>();
  const Real scale = boost::math::constants::one_div_root_two_pi<Real>();
  System<Real> s;
  s.residual.resize(n);
  s.lower.resize(n);
  s.diagonal.resize(n);
  s.upper.resize(n);
  Real t = 0;  // left end of the cell, its density, and the probability to its right
  Real density = scale;
  Real tail = Real(1) / 2;
  for (std::size_t i = 0; i < n; ++i) {
    const bool last = i + 1 == n;
    const Real t_right = last ? Real(0) : Real((c[i] + c[i + 1]) / 2);
    const Real density_right = last ? Real(0) : Real(scale * exp(Real(-t_right * t_right / 2)));
    const Real tail_right = last ? Real(0) : Real(boost::math::erfc(Real(t_right * root_half)) / 2);
    const Real probability = tail - tail_right;
    s.residual[i] = c[i] * probability - (density - density_right);
    s.lower[i] = i == 0 ? Real(0) : Real(-density * (c[i] - t) / 2);
    s.upper[i] = last ? Real(0) : Real(-density_right * (t_right - c[i]) / 2);
    s.diagonal[i] = probability + s.lower[i] + s.upper[i];
    if (abs(s.residual[i]) > s.norm) s.norm = abs(s.residual[i]);
    t = t_right;
    density = density_right;
    tail = tail_right;
  }
  return s;
}

// Thomas algorithm; the Jacobian is diagonally dominant near the solution, so no pivoting.
template <typename Real>
std::vector<Real> solve_tridiagonal(const System<Real>& s) {
  const std::size_t n = s.residual.size();
  std::vector<Real> diagonal = s.diagonal;
  std::vector<Real> x = s.residual;
  for (std::size_t i = 1; i < n; ++i) {
    const Real factor = s.lower[i] / diagonal[i - 1];
    diagonal[i] -= factor * s.upper[i - 1];
    x[i] -= factor * x[i - 1];
  }
  for (std::size_t i = n; i-- > 0;) {
    if (i + 1 < n) x[i] -= s.upper[i] * x[i + 1];
    x[i] /= diagonal[i];
  }
  return x;
}

template <typename Real>
bool is_ascending(const std::vector<Real>& c) {
  if (c.front() <= 0) return false;
  for (std::size_t i = 1; i < c.size(); ++i) {
    if (c[i] <= c[i - 1]) return false;
  }
  return true;
}

// Panter-Dite levels (the optimal point density is the cube root of the Gaussian density, that is
// N(0, 3)), improved by Lloyd's iteration in binary64 until Newton's method converges undamped.
std::vector<double> start_levels(std::size_t n) {
  constexpr double kRootHalf = 0.70710678118654752;
  constexpr double kOneDivRootTwoPi = 0.39894228040143268;
  constexpr std::size_t kIterationsPerLevel = 64;
  std::vector<double> c(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double quantile = (static_cast<double>(i) + 0.5) / static_cast<double>(n);
    c[i] = 2.449489742783178 * boost::math::erf_inv(quantile);
  }
  for (std::size_t iteration = 0; iteration < kIterationsPerLevel * n; ++iteration) {
    double density = kOneDivRootTwoPi;
    double tail = 0.5;
    for (std::size_t i = 0; i < n; ++i) {
      const bool last = i + 1 == n;
      const double t = last ? 0.0 : (c[i] + c[i + 1]) / 2;
      const double density_right = last ? 0.0 : kOneDivRootTwoPi * std::exp(-t * t / 2);
      const double tail_right = last ? 0.0 : boost::math::erfc(t * kRootHalf) / 2;
      c[i] = (density - density_right) / (tail - tail_right);
      density = density_right;
      tail = tail_right;
    }
  }
  return c;
}

template <unsigned Digits>
std::optional<std::vector<std::string>> derive(int width, int places) {
  using Real = Float<Digits>;
  if (width < 1 || width > 8) return std::nullopt;
  std::vector<Real> c;
  for (const double level : start_levels(std::size_t{1} << (width - 1))) c.push_back(Real(level));
  // Below the square root of the precision the next step is the last one that can improve anything.
  const Real nearly = pow(Real(10), -static_cast<int>(Digits) * 6 / 10);
  System<Real> system = evaluate(c);
  bool polishing = false;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    const std::vector<Real> step = solve_tridiagonal(system);
    Real factor = 1;
    std::vector<Real> next;
    System<Real> next_system;
    bool accepted = false;
    for (int halving = 0; halving < kMaxHalvings && !accepted; ++halving, factor /= 2) {
      next = c;
      for (std::size_t i = 0; i < c.size(); ++i) next[i] -= factor * step[i];
      if (!is_ascending(next)) continue;
      next_system = evaluate(next);
      accepted = polishing || next_system.norm < system.norm || next_system.norm == 0;
    }
    if (!accepted) return std::nullopt;
    c = next;
    system = next_system;
    if (polishing) {
      std::vector<std::string> decimals;
      for (const Real& level : c) decimals.push_back(level.str(places, std::ios_base::fixed));
      return decimals;
    }
    Real largest = 0;
    for (const Real& s : step) {
      if (abs(s) > largest) largest = abs(s);
    }
    polishing = largest < nearly;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<std::string>> derive_levels_by_newton_60(int width) {
  return derive<60>(width, 56);
}

std::optional<std::vector<std::string>> derive_levels_by_newton_110(int width) {
  return derive<110>(width, 100);
}

}  // namespace tq::reference
