// SPDX-License-Identifier: Apache-2.0
// First derivation of the Gaussian Lloyd-Max levels (spec/codebook.md, TQ-CODE-001): Newton's
// method on the stationarity equations F_i(c) = c_i P_i - M_i of the positive half, with Boost's
// erf family.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tq::reference {

// Positive levels of the 2^width-level quantiser of N(0,1), ascending, as decimals.
// Working precision 60 and 110 decimal digits, output 56 and 100 places; two entry points rather
// than a parameter, because each is an instantiation of its own and Boost's faults depended on the
// precision. width: 1..8. Returns nullopt for another width or when Newton's method does not
// converge.
std::optional<std::vector<std::string>> derive_levels_by_newton_60(int width);
std::optional<std::vector<std::string>> derive_levels_by_newton_110(int width);

}  // namespace tq::reference
