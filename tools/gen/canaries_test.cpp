// SPDX-License-Identifier: Apache-2.0
// What the reasons of the canaries claim of every element, with this machine's arithmetic.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "conformance/builtin/reference/reference.hpp"
#include "tools/gen/chapters.hpp"

namespace tq::tools {
namespace {

using conformance::Vector;

const VectorSet& canaries() {
  static const VectorSet set = [] {
    VectorSet canaries({}, conformance::perform_with_reference, {});
    add_canary_vectors(canaries);
    return canaries;
  }();
  return set;
}

Vector find(std::string_view id) {
  for (const auto& file : canaries().files()) {
    for (const Vector& vector : file.vectors) {
      if (vector.id == id) return vector;
    }
  }
  ADD_FAILURE() << id << " is gone";
  return {};
}

float number(const std::vector<std::uint32_t>& words, std::size_t i) {
  return std::bit_cast<float>(words[i]);
}

bool is_subnormal(float value) { return std::fpclassify(value) == FP_SUBNORMAL; }

TEST(Canaries, AreAllSmoke) {
  std::size_t count = 0;
  for (const auto& file : canaries().files()) {
    for (const Vector& vector : file.vectors) {
      EXPECT_TRUE(vector.smoke) << vector.id;
      ++count;
    }
  }
  EXPECT_EQ(count, 10u);
}

// TQ-ARITH-001
TEST(Canaries, NoQuotientIsAProductWithTheReciprocal) {
  const Vector vector = find("arithmetic/canary-reciprocal");
  const auto& a = vector.input.words("a");
  const auto& b = vector.input.words("b");
  const auto& values = vector.expected.output.words("values");
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(number(a, i) / number(b, i), number(values, i)) << i;
    EXPECT_NE(number(a, i) * (1.0F / number(b, i)), number(values, i)) << i;
  }
}

// TQ-ARITH-001
TEST(Canaries, NoRootIsAProductWithTheReciprocalRoot) {
  const Vector vector = find("arithmetic/canary-reciprocal-root");
  const auto& a = vector.input.words("a");
  const auto& values = vector.expected.output.words("values");
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto reciprocal = static_cast<float>(1.0 / std::sqrt(static_cast<double>(number(a, i))));
    EXPECT_EQ(std::sqrt(number(a, i)), number(values, i)) << i;
    EXPECT_NE(number(a, i) * reciprocal, number(values, i)) << i;
  }
}

// TQ-ARITH-001: one of the two modes of a processor shows alone.
TEST(Canaries, SubnormalsStandOnOneSideOnly) {
  const Vector result = find("arithmetic/canary-subnormal-result");
  const Vector operand = find("arithmetic/canary-subnormal-operand");
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_FALSE(is_subnormal(number(result.input.words("a"), i))) << i;
    EXPECT_FALSE(is_subnormal(number(result.input.words("b"), i))) << i;
    EXPECT_TRUE(is_subnormal(number(result.expected.output.words("values"), i))) << i;
    EXPECT_TRUE(is_subnormal(number(operand.input.words("a"), i)) ||
                is_subnormal(number(operand.input.words("b"), i)))
        << i;
    EXPECT_FALSE(is_subnormal(number(operand.expected.output.words("values"), i))) << i;
  }
}

// TQ-KEYS-003: one code of 16 stands for each coordinate; 14 of them move.
TEST(Canaries, FourteenCodesMoveWithTheReciprocal) {
  const Vector vector = find("keys/quantize-canary-reciprocal");
  const auto& y = vector.input.words("y");
  conformance::Words moved;
  const float reciprocal = 1.0F / number(vector.input.words("gain"), 0);
  for (std::size_t i = 0; i < y.size(); ++i) {
    moved.values.push_back(std::bit_cast<std::uint32_t>(number(y, i) * reciprocal));
  }
  const auto answer = conformance::perform_with_reference(
      *contract::find_operation("codebook.quantize"), {{"width", std::uint64_t{4}}, {"z", moved}});
  const auto& right = vector.expected.output.bytes("codes");
  std::size_t differ = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    differ += answer.output.bytes("codes")[i] != right[i] ? 1U : 0U;
  }
  EXPECT_EQ(differ, 14u);
}

}  // namespace
}  // namespace tq::tools
