// SPDX-License-Identifier: Apache-2.0
// Second derivation of the Gaussian Lloyd-Max levels (spec/codebook.md, TQ-CODE-001).
//
// It shares nothing with codebook_newton: integers in fixed point instead of floating point,
// Maclaurin series instead of Boost's erf family, shooting instead of Newton on the whole system.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tq::reference {

// Positive levels of the 2^width-level quantiser of N(0,1), ascending, each as a decimal with 100
// places. width: 1..8. Returns nullopt for another width or when the shooting does not converge.
std::optional<std::vector<std::string>> derive_levels_by_series(int width);

}  // namespace tq::reference
