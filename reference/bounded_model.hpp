// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/bounded.hpp"

// Pieces of the error model that bounded.cpp, which holds the proofs, and bounded_sums.cpp share.
namespace tq::reference {

inline constexpr int kSmallestNormalExponent = -126;

Real largest_finite();
bool is_binary32(const Real& value);

// The arithmetic of the bounds is rounded too: `bound` with what covers that.
Real with_slack(const Real& bound, const Real& magnitude);

// The profile of two operands. Throws std::logic_error when they have different ones.
const ArithmeticProfile* common_profile(const ArithmeticProfile* a, const ArithmeticProfile* b);
// Throws std::logic_error when there is none.
const ArithmeticProfile& require_profile(const ArithmeticProfile* profile);

// The relative error that `units` of the profile stand for (profile.hpp).
Real roundoff(const ArithmeticProfile& profile, int units);

// `value` as a machine reads or leaves it that may flush numbers below f = 2^-126 to zero, if
// `profile` permits that. A computed v' is flushed only if |v'| < f, and then |v| < f + e; the
// error of the zero is |v|. A value with |v| >= f + e is never flushed, and one whose bound reaches
// zero holds the zero already.
Bounded flushed(const Bounded& value, const ArithmeticProfile* profile);

}  // namespace tq::reference
