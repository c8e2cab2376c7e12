// SPDX-License-Identifier: Apache-2.0
// Decimal enclosures of exact codebook values and their unambiguous rounding (TQ-CODE-001,
// TQ-CODE-004). Plain decimals ("0.25", no exponent, no sign) are the common tongue of the
// derivations, the certificate and the table, so that none of them needs the number type of
// another. All arithmetic here is exact.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tq::reference {

// The exact value lies in [lower, upper]. Both ends are plain decimals with the same number of
// places.
struct Enclosure {
  std::string lower;
  std::string upper;
};

// Encloses (a + b) / 2 for enclosed a and b with the same number of places.
Enclosure midpoint(const Enclosure& a, const Enclosure& b);

// The value to `digits` significant digits, ties to even, trailing zeros kept. nullopt unless both
// ends are positive and round to the same decimal: rounding is monotone, so then every value
// between does.
std::optional<std::string> round_to_digits(const Enclosure& value, int digits);

// The binary32 pattern of the value, ties to even. nullopt unless both ends are positive, in the
// range of normal numbers, and round to the same pattern.
std::optional<std::uint32_t> round_to_binary32(const Enclosure& value);

// The largest k up to 200 with |a[i] - b[i]| * 10^k <= max(a[i], b[i]) for every i; 0 when the
// lists differ in length or hold something other than plain positive decimals.
int agreeing_digits(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace tq::reference
