// SPDX-License-Identifier: Apache-2.0
#include "reference/codebook_solver.hpp"

#include <cstddef>
#include <utility>

#include "reference/codebook_newton.hpp"
#include "reference/codebook_series.hpp"

namespace tq::reference {
namespace {

constexpr int kDigitsBetweenPrecisions = 40;
constexpr int kDigitsBetweenDerivations = 35;
constexpr int kTableDigits = 30;
constexpr std::uint32_t kSignBit = 0x80000000U;

std::optional<CodebookEntry> round_entry(const Enclosure& value) {
  auto decimal = round_to_digits(value, kTableDigits);
  const auto pattern = round_to_binary32(value);
  if (!decimal || !pattern) return std::nullopt;
  return CodebookEntry{std::move(*decimal), *pattern};
}

CodebookEntry mirrored(const CodebookEntry& entry) {
  return {"-" + entry.decimal, entry.pattern | kSignBit};
}

// The exact table is odd, so the negative half is the positive one with its signs set.
std::vector<CodebookEntry> with_negative_half(const std::vector<CodebookEntry>& positive,
                                              const std::vector<CodebookEntry>& middle) {
  std::vector<CodebookEntry> all;
  for (std::size_t i = positive.size(); i-- > 0;) all.push_back(mirrored(positive[i]));
  all.insert(all.end(), middle.begin(), middle.end());
  all.insert(all.end(), positive.begin(), positive.end());
  return all;
}

}  // namespace

CodebookDerivations gaussian_derivations() {
  return {derive_levels_by_newton_60, derive_levels_by_newton_110, derive_levels_by_series};
}

// TQ-CODE-001, TQ-CODE-004, TQ-CODE-005
std::variant<CodebookTable, CodebookRefusal> solve_gaussian(
    int width, const CodebookDerivations& derivations) {
  const auto refuse = [width](CodebookError error, const std::string& why) {
    return CodebookRefusal{error, width, "codebook of width " + std::to_string(width) + ": " + why};
  };
  if (width < 1 || width > 8) {
    return refuse(CodebookError::kUnsupportedWidth, "widths are 1 to 8");
  }
  const auto low = derivations.low_precision(width);
  const auto high = derivations.high_precision(width);
  const auto independent = derivations.independent(width);
  const std::size_t half = std::size_t{1} << (width - 1);
  if (!low || !high || !independent || high->size() != half) {
    return refuse(CodebookError::kNoConvergence, "a derivation found no levels");
  }

  CodebookTable table{};
  table.width = width;
  table.digits_between_precisions = agreeing_digits(*low, *high);
  if (table.digits_between_precisions < kDigitsBetweenPrecisions) {
    return refuse(CodebookError::kPrecisionsDisagree,
                  "the two precisions agree on " + std::to_string(table.digits_between_precisions) +
                      " digits only, 40 are required");
  }
  table.digits_between_derivations = agreeing_digits(*high, *independent);
  if (table.digits_between_derivations < kDigitsBetweenDerivations) {
    return refuse(CodebookError::kDerivationsDisagree,
                  "the two derivations agree on " +
                      std::to_string(table.digits_between_derivations) +
                      " digits only, 35 are required");
  }

  const auto certificate = certify_gaussian_levels(*high);
  if (!certificate) {
    return refuse(CodebookError::kNotCertified, "the levels are not ascending positive decimals");
  }
  table.certificate = *certificate;
  if (!certificate->holds) {
    return refuse(
        CodebookError::kNotCertified,
        "the certificate bounds the error by " + certificate->bound + ", which is not below 1e-25");
  }

  const auto ambiguous = [&refuse] {
    return refuse(CodebookError::kAmbiguousRounding,
                  "a certified enclosure does not round to one value");
  };
  std::vector<CodebookEntry> levels;
  std::vector<CodebookEntry> boundaries;
  for (std::size_t i = 0; i < half; ++i) {
    const auto level = round_entry(certificate->levels[i]);
    if (!level) return ambiguous();
    levels.push_back(*level);
    if (i == 0) continue;
    // TQ-CODE-004: the midpoint of the exact levels, not of the rounded ones.
    const auto boundary = round_entry(midpoint(certificate->levels[i - 1], certificate->levels[i]));
    if (!boundary) return ambiguous();
    boundaries.push_back(*boundary);
  }
  const auto distortion = round_to_digits(certificate->distortion, kTableDigits);
  if (!distortion) return ambiguous();
  table.levels = with_negative_half(levels, {});
  table.boundaries = with_negative_half(boundaries, {{"0", 0x00000000U}});
  table.distortion = *distortion;
  return table;
}

}  // namespace tq::reference
