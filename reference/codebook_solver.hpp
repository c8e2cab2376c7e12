// SPDX-License-Identifier: Apache-2.0
// The Gaussian codebook of a width, derived, cross-checked and certified (spec/codebook.md), or a
// reason why there is none. A table is written from what this returns and from nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reference/codebook_certificate.hpp"

namespace tq::reference {

struct CodebookEntry {
  std::string decimal;    // 30 significant digits; "0" for the middle boundary
  std::uint32_t pattern;  // binary32, rounded from the exact value, not from the decimal
};

struct CodebookTable {
  int width;                              // bits per code
  std::vector<CodebookEntry> levels;      // 2^width, ascending
  std::vector<CodebookEntry> boundaries;  // 2^width - 1, ascending, the middle one +0
  std::string distortion;                 // E (X - Q(X))^2, 30 significant digits
  CodebookCertificate certificate;
  int digits_between_precisions;   // significant digits on which the two precisions agree
  int digits_between_derivations;  // and the two derivations
};

enum class CodebookError {
  kUnsupportedWidth,     // not 1..8
  kNoConvergence,        // a derivation found no levels
  kPrecisionsDisagree,   // fewer than 40 common digits
  kDerivationsDisagree,  // fewer than 35 common digits
  kNotCertified,         // TQ-CODE-005: the certificate does not hold
  kAmbiguousRounding,    // an enclosure does not round to one decimal or one pattern
};

struct CodebookRefusal {
  CodebookError error;
  int width;
  std::string message;  // one sentence with the numbers
};

// Positive levels for a width as plain decimals, or nullopt.
using LevelDerivation = std::function<std::optional<std::vector<std::string>>(int width)>;

struct CodebookDerivations {
  LevelDerivation low_precision;
  LevelDerivation high_precision;  // the table is made from this one
  LevelDerivation independent;
};

// Newton with 60 and with 110 digits; series and shooting.
CodebookDerivations gaussian_derivations();

// width: 1..8. The derivations are an argument so that a test can hand in a wrong one.
std::variant<CodebookTable, CodebookRefusal> solve_gaussian(
    int width, const CodebookDerivations& derivations = gaussian_derivations());

}  // namespace tq::reference
