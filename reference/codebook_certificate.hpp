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
  bool holds = false;    // margin > 0 and bound < 1e-25; otherwise nothing is proved
  std::string residual;  // upper bound on |F(c)|_inf
  std::string
      margin;  // lower bound on the row dominance of dF/dc in the box of radius 1e-25 about c
  std::string bound;  // upper bound on |c - c*|_inf; "unbounded" when the margin is not positive
  std::vector<Enclosure>
      levels;            // of the exact positive levels c*; empty unless the certificate holds
  Enclosure distortion;  // of E (X - Q(X))^2 over both halves; empty unless it holds
};

// levels: the positive half, ascending, plain decimals below 8, neighbours more than 2e-25 apart; 1
// to 128 of them. Returns nullopt when the argument is not of that form.
std::optional<CodebookCertificate> certify_gaussian_levels(const std::vector<std::string>& levels);

}  // namespace tq::reference
