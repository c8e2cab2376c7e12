// SPDX-License-Identifier: Apache-2.0
// Proof, by interval arithmetic, that given levels are the Gaussian Lloyd-Max levels (TQ-CODE-005).
// The theorem and its proof are in spec/proofs/codebook.md. Every real operation is an operation on
// integers with the lower end rounded down and the upper end rounded up; nothing is assumed about
// the accuracy of any library function, nor about where the levels come from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/codebook_enclosure.hpp"

namespace tq::reference {

// Numbers in scientific notation with three digits, rounded to the safe side.
struct CodebookCertificate {
  // Margin positive and bound below 1e-25; otherwise nothing is proved.
  bool holds = false;
  // Upper bound on |F(c)|_inf.
  std::string residual;
  // Lower bound on the row dominance of dF/dc in the box of radius 1e-25 about c, or "not
  // positive".
  std::string margin;
  // Upper bound on |c - c*|_inf, or "unbounded" without a margin.
  std::string bound;
  // Of the exact positive levels c*, and of E (X - Q(X))^2 over both halves; empty unless it holds.
  std::vector<Enclosure> levels;
  Enclosure distortion;
};

// levels: the positive half, ascending, decimals of the form 1.234 below 8, neighbours more than
// 2e-25 apart; 1 to 128 of them. Returns nullopt when the argument is not of that form.
std::optional<CodebookCertificate> certify_gaussian_levels(const std::vector<std::string>& levels);

}  // namespace tq::reference
