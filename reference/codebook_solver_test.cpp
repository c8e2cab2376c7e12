// SPDX-License-Identifier: Apache-2.0
#include "reference/codebook_solver.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reference/codebook_header.hpp"
#include "reference/codebook_newton.hpp"
#include "reference/codebook_series.hpp"
#include "spec/contract/codebook_gaussian.hpp"

namespace tq::reference {
namespace {

// Typed in from a computation with another program (mpmath, 60 digits, a third derivation).
struct Known {
  int width;
  const char* distortion;
  std::vector<const char*> levels;      // positive half
  std::vector<const char*> boundaries;  // positive
};

const std::array<Known, 4>& known_tables() {
  static const std::array<Known, 4> known = {{
      {1, "0.363380227632418656924464946510", {"0.797884560802865355879892119869"}, {}},
      {2,
       "0.117481847829329287124187518801",
       {"0.452780034636492009413205008505", "1.51041760849909540238744807555"},
       {"0.981598821567793705900326542030"}},
      {3,
       "0.0345477607885037302765972868737",
       {"0.245094178944221668194491842259", "0.756005281205877274818690824309",
        "1.34390927850499987517500977413", "2.15194570453698728534589090448"},
       {"0.500549730075049471506591333284", "1.04995727985543857499685029922",
        "1.74792749152099358026045033931"}},
      {4,
       "0.00950100800819188610913445680115",
       {"0.128395029851147010051015870693", "0.388048299490290196593494429925",
        "0.656759118532463380862359342897", "0.942340456486961370927081850749",
        "1.25623119734717715246489066835", "1.61804638602188262722320929235",
        "2.06901722653138657957449421774", "2.73258957099516306902161357778"},
       {"0.258221664670718603322255150309", "0.522403709011376788727926886411",
        "0.799549787509712375894720596823", "1.09928582691706926169598625955",
        "1.43713879168452988984404998035", "1.84353180627663460339885175505",
        "2.40080339876327482429805389776"}},
  }};
  return known;
}

// Solved once: the derivations cost seconds.
const CodebookTable& table(int width) {
  static std::map<int, CodebookTable> solved;
  if (!solved.contains(width)) {
    auto result = solve_gaussian(width);
    if (const auto* refusal = std::get_if<CodebookRefusal>(&result)) {
      ADD_FAILURE() << refusal->message;
      std::abort();
    }
    solved.emplace(width, std::get<CodebookTable>(std::move(result)));
  }
  return solved.at(width);
}

// A binary32 pattern reproduces a 30-digit decimal when the C library, told to read the decimal as
// float, returns it; glibc's strtof is correctly rounded and shares no code with this repository.
std::uint32_t pattern_by_strtof(const std::string& decimal) {
  const float value = std::strtof(decimal.c_str(), nullptr);
  std::uint32_t pattern = 0;
  std::memcpy(&pattern, &value, sizeof pattern);
  return pattern;
}

// TQ-CODE-001
TEST(Codebook, EqualsThirtyDigitConstants) {
  for (const Known& known : known_tables()) {
    const CodebookTable& solved = table(known.width);
    const std::size_t half = known.levels.size();
    ASSERT_EQ(solved.levels.size(), 2 * half);
    ASSERT_EQ(solved.boundaries.size(), 2 * half - 1);
    EXPECT_EQ(solved.distortion, known.distortion);
    for (std::size_t i = 0; i < half; ++i) {
      EXPECT_EQ(solved.levels[half + i].decimal, known.levels[i]);
      EXPECT_EQ(solved.levels[half - 1 - i].decimal, std::string("-") + known.levels[i]);
    }
    EXPECT_EQ(solved.boundaries[half - 1].decimal, "0");
    EXPECT_EQ(solved.boundaries[half - 1].pattern, 0U);  // TQ-CODE-004: +0, not -0
    for (std::size_t i = 0; i + 1 < half; ++i) {
      EXPECT_EQ(solved.boundaries[half + i].decimal, known.boundaries[i]);
      EXPECT_EQ(solved.boundaries[half - 2 - i].decimal, std::string("-") + known.boundaries[i]);
    }
  }
}

// TQ-CODE-001, TQ-CODE-004
TEST(Codebook, PatternsAreTheNearestBinary32) {
  for (int width = 1; width <= 4; ++width) {
    for (const auto& list : {table(width).levels, table(width).boundaries}) {
      for (const CodebookEntry& entry : list) {
        EXPECT_EQ(entry.pattern, pattern_by_strtof(entry.decimal)) << entry.decimal;
      }
    }
  }
}

// TQ-CODE-004: somewhere the midpoint of the rounded levels is another binary32, or the rule that
// boundaries are rounded on their own could not be told from its neighbour.
TEST(Codebook, BoundariesAreNotMeansOfRoundedLevels) {
  int differences = 0;
  for (int width = 2; width <= 4; ++width) {
    const CodebookTable& solved = table(width);
    for (std::size_t i = 0; i < solved.boundaries.size(); ++i) {
      const float left = std::strtof(solved.levels[i].decimal.c_str(), nullptr);
      const float right = std::strtof(solved.levels[i + 1].decimal.c_str(), nullptr);
      const float mean = (left + right) / 2;
      std::uint32_t pattern = 0;
      std::memcpy(&pattern, &mean, sizeof pattern);
      differences += pattern != solved.boundaries[i].pattern ? 1 : 0;
    }
  }
  EXPECT_GT(differences, 0);
}

// TQ-CODE-005
TEST(Codebook, CertificateAndAgreementAreReported) {
  for (int width = 1; width <= 4; ++width) {
    const CodebookTable& solved = table(width);
    EXPECT_TRUE(solved.certificate.holds);
    EXPECT_LT(std::stod(solved.certificate.bound), 1e-90);
    EXPECT_GE(solved.digits_between_precisions, 50);
    EXPECT_GE(solved.digits_between_derivations, 90);
  }
  // Row dominance of the Jacobian at the solution, from a computation with mpmath.
  EXPECT_NEAR(std::stod(table(1).certificate.margin), 0.5, 1e-3);
  EXPECT_NEAR(std::stod(table(2).certificate.margin), 0.03284, 1e-4);
  EXPECT_NEAR(std::stod(table(3).certificate.margin), 0.003985, 1e-5);
  EXPECT_NEAR(std::stod(table(4).certificate.margin), 0.000565, 1e-6);
}

// Moves a decimal by one unit of its place-th decimal place, with carry.
std::string nudged(const std::string& decimal, std::size_t place, bool up) {
  std::string digits = decimal;
  std::size_t i = digits.find('.') + place;
  const char limit = up ? '9' : '0';
  while (digits[i] == limit || digits[i] == '.') {
    if (digits[i] == limit) digits[i] = up ? '0' : '9';
    --i;
  }
  digits[i] = static_cast<char>(digits[i] + (up ? 1 : -1));
  return digits;
}

std::vector<std::string> known_levels(int width) {
  const auto& levels = known_tables()[static_cast<std::size_t>(width - 1)].levels;
  return {levels.begin(), levels.end()};
}

// TQ-CODE-005: a printed table, 30 digits and nothing more, can be certified by whoever holds it.
TEST(CodebookCertificate, HoldsForThirtyDigitTables) {
  for (int width = 1; width <= 4; ++width) {
    const auto certificate = certify_gaussian_levels(known_levels(width));
    ASSERT_TRUE(certificate.has_value());
    EXPECT_TRUE(certificate->holds) << width << " " << certificate->bound;
  }
}

// TQ-CODE-005: every level, both directions. An unsound bound would stay below the displacement.
TEST(CodebookCertificate, FailsForOneLevelOffBy1e24) {
  for (int width = 1; width <= 4; ++width) {
    for (std::size_t i = 0; i < known_levels(width).size(); ++i) {
      for (const bool up : {false, true}) {
        auto levels = known_levels(width);
        levels[i] = nudged(levels[i], 24, up);
        const auto certificate = certify_gaussian_levels(levels);
        ASSERT_TRUE(certificate.has_value());
        EXPECT_FALSE(certificate->holds);
        EXPECT_GE(std::stod(certificate->bound), 0.99e-24);
        EXPECT_TRUE(certificate->levels.empty());
      }
    }
  }
}

// The Jacobian of F is not dominant everywhere (spec/proofs/codebook.md), so the margin can be
// lost.
TEST(CodebookCertificate, ReportsALostMargin) {
  const auto certificate = certify_gaussian_levels({"0.1", "5.0"});
  ASSERT_TRUE(certificate.has_value());
  EXPECT_FALSE(certificate->holds);
  EXPECT_EQ(certificate->bound, "unbounded");
}

TEST(CodebookCertificate, RejectsWhatIsNotAnAscendingPositiveHalf) {
  EXPECT_FALSE(certify_gaussian_levels({}).has_value());
  EXPECT_FALSE(certify_gaussian_levels({"1.5", "0.4"}).has_value());
  EXPECT_FALSE(certify_gaussian_levels({"0.4", "0.4"}).has_value());
  EXPECT_FALSE(certify_gaussian_levels({"0.0"}).has_value());
  EXPECT_FALSE(certify_gaussian_levels({"-0.5"}).has_value());
  EXPECT_FALSE(certify_gaussian_levels({"0.5e0"}).has_value());
  EXPECT_FALSE(certify_gaussian_levels({"1"}).has_value());
  EXPECT_FALSE(certify_gaussian_levels({"8.0"}).has_value());
  EXPECT_FALSE(certify_gaussian_levels({""}).has_value());
}

enum class Fault { kNone, kLow, kHigh, kBothPrecisions, kIndependent, kAll, kMissing };

std::variant<CodebookTable, CodebookRefusal> solve_with_fault(Fault fault, std::size_t place) {
  const auto levels = [place](const auto& derive, bool faulty) {
    return [derive, faulty, place](int width) {
      auto decimals = derive(width);
      if (faulty) decimals->back() = nudged(decimals->back(), place, true);
      return decimals;
    };
  };
  const bool all = fault == Fault::kAll;
  const bool both = all || fault == Fault::kBothPrecisions;
  CodebookDerivations derivations{
      levels(derive_levels_by_newton_60, both || fault == Fault::kLow),
      levels(derive_levels_by_newton_110, both || fault == Fault::kHigh),
      levels(derive_levels_by_series, all || fault == Fault::kIndependent)};
  if (fault == Fault::kMissing) {
    derivations.independent = [](int) { return std::optional<std::vector<std::string>>(); };
  }
  return solve_gaussian(2, derivations);
}

void expect_refusal(const std::variant<CodebookTable, CodebookRefusal>& result, CodebookError error,
                    const std::string& part) {
  const auto* refusal = std::get_if<CodebookRefusal>(&result);
  ASSERT_NE(refusal, nullptr);
  EXPECT_EQ(refusal->error, error);
  EXPECT_NE(refusal->message.find(part), std::string::npos) << refusal->message;
}

// TQ-CODE-005
TEST(CodebookRefusal, APerturbedDerivationIsRefused) {
  EXPECT_TRUE(std::holds_alternative<CodebookTable>(solve_with_fault(Fault::kNone, 0)));
  expect_refusal(solve_with_fault(Fault::kLow, 38), CodebookError::kPrecisionsDisagree,
                 "two precisions agree on");
  expect_refusal(solve_with_fault(Fault::kHigh, 38), CodebookError::kPrecisionsDisagree,
                 "two precisions agree on");
  expect_refusal(solve_with_fault(Fault::kIndependent, 33), CodebookError::kDerivationsDisagree,
                 "two derivations agree on");
  expect_refusal(solve_with_fault(Fault::kBothPrecisions, 33), CodebookError::kDerivationsDisagree,
                 "two derivations agree on");
}

// TQ-CODE-005: derivations that agree on a wrong table are caught by the certificate alone.
TEST(CodebookRefusal, AgreementOnAWrongTableIsRefused) {
  expect_refusal(solve_with_fault(Fault::kAll, 24), CodebookError::kNotCertified,
                 "not below 1e-25");
}

TEST(CodebookRefusal, AMissingDerivationOrWidthIsRefused) {
  expect_refusal(solve_with_fault(Fault::kMissing, 0), CodebookError::kNoConvergence,
                 "found no levels");
  expect_refusal(solve_gaussian(0), CodebookError::kUnsupportedWidth, "widths are 1 to 8");
  expect_refusal(solve_gaussian(9), CodebookError::kUnsupportedWidth, "widths are 1 to 8");
}

TEST(CodebookEnclosure, RoundsToDigits) {
  const auto rounded = [](const char* lower, const char* upper, int digits) {
    return round_to_digits({lower, upper}, digits).value_or("none");
  };
  EXPECT_EQ(rounded("0.012345", "0.012345", 3), "0.0123");
  EXPECT_EQ(rounded("0.01235", "0.01235", 3), "0.0124");  // ties to even, both ways
  EXPECT_EQ(rounded("0.01245", "0.01245", 3), "0.0124");
  EXPECT_EQ(rounded("0.0124499", "0.0124501", 3), "none");
  EXPECT_EQ(rounded("9.996", "9.996", 3), "10.0");
  EXPECT_EQ(rounded("0.5", "0.5", 4), "0.5000");
  EXPECT_EQ(rounded("0.0", "0.1", 4), "none");
}

TEST(CodebookEnclosure, RoundsToBinary32) {
  const auto rounded = [](const std::string& decimal) {
    return round_to_binary32({decimal, decimal}).value_or(0);
  };
  EXPECT_EQ(rounded("1.0"), 0x3f800000U);
  EXPECT_EQ(rounded("1.000000059604644775390625"), 0x3f800000U);  // 1 + 2^-24: tie, even below
  EXPECT_EQ(rounded("1.000000178813934326171875"), 0x3f800002U);  // 1 + 3 * 2^-24: even above
  EXPECT_EQ(rounded("1.99999999"), 0x40000000U);                  // carries into the exponent
  EXPECT_EQ(rounded("1.0000000596046447753906250001"), 0x3f800001U);
  EXPECT_EQ(round_to_binary32({"1.00000005960464477539062", "1.00000005960464477539063"}),
            std::nullopt);
  EXPECT_EQ(round_to_binary32({"0.0", "0.5"}), std::nullopt);
}

TEST(CodebookEnclosure, CountsAgreeingDigits) {
  EXPECT_EQ(agreeing_digits({"1.00000", "2.0"}, {"1.00001", "2.0"}), 5);
  EXPECT_EQ(agreeing_digits({"0.00100"}, {"0.00101"}), 2);
  EXPECT_EQ(agreeing_digits({"1.0"}, {"1.0"}), 200);
  EXPECT_EQ(agreeing_digits({"1.0"}, {"1.0", "2.0"}), 0);
  EXPECT_EQ(agreeing_digits({"1.0"}, {"nan"}), 0);
}

// TQ-CODE-005: the file that everything reads is the file that this code writes.
TEST(CodebookHeader, CommittedFileIsTheRenderedOne) {
  const std::string expected = render_contract_header({table(1), table(2), table(3), table(4)});
  std::ifstream file("spec/contract/codebook_gaussian.hpp", std::ios::binary);
  ASSERT_TRUE(file) << "tests run from the repository root";
  const std::string committed{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(committed, expected);
}

// TQ-CODE-001: what the compiler sees, not only what the text says.
TEST(CodebookHeader, CompiledTablesEqualTheSolvedOnes) {
  for (int width = 1; width <= 4; ++width) {
    const contract::GaussianCodebook* codebook = contract::gaussian_codebook(width);
    ASSERT_NE(codebook, nullptr);
    EXPECT_EQ(codebook->width, width);
    EXPECT_EQ(codebook->distortion, table(width).distortion);
    ASSERT_EQ(codebook->levels.size(), table(width).levels.size());
    ASSERT_EQ(codebook->boundaries.size(), table(width).boundaries.size());
    for (std::size_t i = 0; i < codebook->levels.size(); ++i) {
      EXPECT_EQ(codebook->levels[i], table(width).levels[i].pattern);
      EXPECT_EQ(codebook->level_decimals[i], table(width).levels[i].decimal);
    }
    for (std::size_t i = 0; i < codebook->boundaries.size(); ++i) {
      EXPECT_EQ(codebook->boundaries[i], table(width).boundaries[i].pattern);
      EXPECT_EQ(codebook->boundary_decimals[i], table(width).boundaries[i].decimal);
    }
  }
  EXPECT_EQ(contract::gaussian_codebook(0), nullptr);
  EXPECT_EQ(contract::gaussian_codebook(5), nullptr);
}

// Widths 5 to 8 take most of a minute.
TEST(CodebookFull, WiderCodebooksAreCertified) {
  const std::map<int, std::array<const char*, 3>> known = {
      // distortion, innermost level, outermost level
      {5,
       {"0.00250466835567479914273019233867", "0.0658896597708225564285685671444",
        "3.26073249340140057002331822370"}},
      {6,
       {"0.000644239665317262276386506497770", "0.0334095063701007412243264607770",
        "3.74410127089534488074928517742"}},
      {7,
       {"0.000163478229980236793566746535714", "0.0168281694572573358702523333344",
        "4.18969415673337758118458666874"}},
      {8,
       {"0.0000411850828671174857808364478011", "0.00844619322275629489814416192062",
        "4.60353561243034387110917524278"}},
  };
  for (const auto& [width, expected] : known) {
    const CodebookTable& solved = table(width);
    EXPECT_TRUE(solved.certificate.holds);
    EXPECT_EQ(solved.distortion, expected[0]);
    EXPECT_EQ(solved.levels[solved.levels.size() / 2].decimal, expected[1]);
    EXPECT_EQ(solved.levels.back().decimal, expected[2]);
    for (const auto& list : {solved.levels, solved.boundaries}) {
      for (const CodebookEntry& entry : list) {
        EXPECT_EQ(entry.pattern, pattern_by_strtof(entry.decimal)) << entry.decimal;
      }
    }
  }
}

}  // namespace
}  // namespace tq::reference
