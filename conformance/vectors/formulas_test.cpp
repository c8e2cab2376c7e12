// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/formulas.hpp"

#include <bit>
#include <cmath>

#include <gtest/gtest.h>

#include "conformance/vectors/sample_for_test.hpp"

namespace tq::conformance {
namespace {

using Block = std::array<std::uint32_t, 4>;

// TQ-RAND-001: the known answers published with Random123.
TEST(PhiloxOfTheJudge, PublishedKnownAnswers) {
  EXPECT_EQ(philox_block({0, 0, 0, 0}, {0, 0}),
            (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox_block({ones, ones, ones, ones}, {ones, ones}),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(
      philox_block({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
      (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// TQ-VECT-011: s 2^-16 by integers, against the value that the pattern holds.
TEST(GaussianLike, IsTheScaledSumOfHalves) {
  const std::uint64_t seed = 0x0123456789abcdef;
  const auto values = expand_formula({"x", "gaussian-like", seed, 1000});
  ASSERT_TRUE(values.has_value());
  ASSERT_EQ(values->size(), 1000U);
  double squares = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    std::int64_t sum = -262140;
    for (const std::uint32_t word : philox_block({i, 0x67617573, 0, 0}, {0x89abcdef, 0x01234567})) {
      sum += word / 65536 + word % 65536;
    }
    const double value = std::bit_cast<float>((*values)[i]);
    EXPECT_EQ(value * 65536, static_cast<double>(sum));
    squares += value * value;
  }
  // The variance is 8 (2^32 - 1) / 12 / 2^32 = 0.6667; 1000 values stay within 5 deviations.
  EXPECT_NEAR(squares / 1000, 2.0 / 3, 0.15);
}

TEST(GaussianLike, RefusesOtherNamesAndCounts) {
  EXPECT_FALSE(expand_formula({"x", "gaussian", 1, 4}));
  EXPECT_FALSE(expand_formula({"x", "gaussian-like", 1, 0}));
  EXPECT_FALSE(expand_formula({"x", "gaussian-like", 1, (1U << 22) + 1}));
}

TEST(FullInput, PutsFormulasInTableOrder) {
  Vector vector;
  vector.operation = "key.quantize";
  vector.input = {{"width", std::uint64_t{2}},
                  {"transform", std::string("one-round")},
                  {"head_dim", std::uint64_t{4}},
                  {"y", Words{{1, 2, 3, 4}}}};
  vector.formulas = {{"gain", "gaussian-like", 7, 1}};
  const Record input = full_input(vector);
  ASSERT_EQ(input.fields().size(), 5U);
  EXPECT_EQ(input.fields()[3].name, "gain");
  EXPECT_EQ(input.words("gain"), *expand_formula(vector.formulas[0]));
  EXPECT_EQ(full_input(sample_success()), sample_success().input);
}

// TQ-VECT-012, against `printf '\x01\x02\x03\x04' | sha256sum`.
TEST(DigestOf, HashesLittleEndianBytes) {
  const std::string expected = "9f64a747e1b97f131fabb6b447296c9b6f0201e79fb3c5356e6c77e89b6a806a";
  EXPECT_EQ(digest_of(Bytes{{1, 2, 3, 4}}), expected);
  EXPECT_EQ(digest_of(Halves{{0x0201, 0x0403}}), expected);
  EXPECT_EQ(digest_of(Words{{0x04030201}}), expected);
}

}  // namespace
}  // namespace tq::conformance
