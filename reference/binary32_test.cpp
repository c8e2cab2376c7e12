// SPDX-License-Identifier: Apache-2.0
#include "reference/binary32.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <ostream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "reference/real.hpp"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace tq::reference {

void PrintTo(const Binary32& value, std::ostream* out) {
  *out << std::hex << value.bits() << std::dec;
}

namespace {

constexpr std::uint32_t kNaN = 0x7fc00000;

enum class Operation { kSum, kDifference, kProduct, kQuotient, kRoot };

constexpr Operation kOperations[] = {Operation::kSum, Operation::kDifference, Operation::kProduct,
                                     Operation::kQuotient, Operation::kRoot};

template <class N>
N apply(Operation operation, const N& a, const N& b) {
  switch (operation) {
    case Operation::kSum:
      return a + b;
    case Operation::kDifference:
      return a - b;
    case Operation::kProduct:
      return a * b;
    case Operation::kQuotient:
      return a / b;
    case Operation::kRoot:
      break;
  }
  using std::sqrt;
  return sqrt(a);
}

std::uint32_t on_binary32(Operation operation, std::uint32_t a, std::uint32_t b) {
  return apply(operation, Binary32::from_bits(a), Binary32::from_bits(b)).bits();
}

// Volatile: the operation must happen at run time, in the rounding and flushing mode of the test.
std::uint32_t on_hardware(Operation operation, std::uint32_t a, std::uint32_t b) {
  volatile float x = std::bit_cast<float>(a);
  volatile float y = std::bit_cast<float>(b);
  const float left = x;
  const float right = y;
  volatile float result = apply(operation, left, right);
  const float value = result;
  return std::isnan(value) ? kNaN : std::bit_cast<std::uint32_t>(value);
}

// Boost at 640 bits, then one rounding: double rounding is innocuous from 50 bits on. Only the sign
// of zero, which Real does not have, is taken out of the comparison.
std::uint32_t on_boost(Operation operation, std::uint32_t a, std::uint32_t b) {
  return apply(operation, Real::from_bits(a), Real::from_bits(b)).to_nearest().bits();
}

bool same_but_for_zero_sign(std::uint32_t a, std::uint32_t b) {
  return a == b || ((a | b) & 0x7fffffff) == 0;
}

// Finite and non-finite patterns, even over the 256 exponents (RapidCheck would grow ranges with
// the size of a case, so the size is fixed), half of them with a significand at an edge.
rc::Gen<std::uint32_t> pattern_with_exponent(rc::Gen<std::uint32_t> exponent) {
  auto significand = rc::gen::resize(
      rc::kNominalSize,
      rc::gen::oneOf(rc::gen::element<std::uint32_t>(0, 1, 2, 3, 0x3fffff, 0x400000, 0x400001,
                                                     0x555555, 0x7ffffe, 0x7fffff),
                     rc::gen::inRange<std::uint32_t>(0, 0x800000)));
  auto sign = rc::gen::element<std::uint32_t>(0, 0x80000000);
  return rc::gen::apply(
      [](std::uint32_t s, std::uint32_t e, std::uint32_t m) { return s | (e << 23) | m; }, sign,
      std::move(exponent), significand);
}

rc::Gen<std::uint32_t> any_exponent() {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::uint32_t>(0, 256));
}

using Pair = std::pair<std::uint32_t, std::uint32_t>;

// Half of the pairs have exponents close enough for a sum to use both operands.
rc::Gen<Pair> any_pair() {
  auto independent =
      rc::gen::pair(pattern_with_exponent(any_exponent()), pattern_with_exponent(any_exponent()));
  auto close = rc::gen::mapcat(any_exponent(), [](std::uint32_t exponent) {
    const std::uint32_t low = exponent < 27 ? 0 : exponent - 27;
    auto near = rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, exponent + 1));
    return rc::gen::pair(pattern_with_exponent(rc::gen::just(exponent)),
                         pattern_with_exponent(near));
  });
  return rc::gen::oneOf(std::move(independent), std::move(close));
}

rc::Gen<std::vector<Pair>> many_pairs() {
  return rc::gen::container<std::vector<Pair>>(200, any_pair());
}

// TQ-ARITH-001
RC_GTEST_PROP(Binary32, EqualsHardware, ()) {
  for (const auto& [a, b] : *many_pairs()) {
    for (Operation operation : kOperations) {
      RC_ASSERT(on_binary32(operation, a, b) == on_hardware(operation, a, b));
      RC_ASSERT(on_binary32(operation, b, a) == on_hardware(operation, b, a));
    }
  }
}

// TQ-ARITH-001
RC_GTEST_PROP(Binary32, EqualsBoost, ()) {
  for (const auto& [a, b] : *many_pairs()) {
    for (Operation operation : kOperations) {
      // The sign of x / 0 depends on the sign of that zero.
      if (operation == Operation::kQuotient && (b & 0x7fffffff) == 0) continue;
      RC_ASSERT(same_but_for_zero_sign(on_binary32(operation, a, b), on_boost(operation, a, b)));
    }
  }
}

RC_GTEST_PROP(Binary32, ComparesAsHardware, ()) {
  for (const auto& [a, b] : *many_pairs()) {
    const Binary32 x = Binary32::from_bits(a);
    const Binary32 y = Binary32::from_bits(b);
    const auto u = std::bit_cast<float>(a);
    const auto v = std::bit_cast<float>(b);
    RC_ASSERT((x < y) == (u < v));
    RC_ASSERT((x > y) == (u > v));
    RC_ASSERT((x == y) == (u == v));
    RC_ASSERT(x.is_finite() == std::isfinite(u));
    RC_ASSERT(x.is_nan() == std::isnan(u));
    RC_ASSERT((-x).bits() == std::bit_cast<std::uint32_t>(-u));
    RC_ASSERT(abs(x).bits() == (a & 0x7fffffff));
  }
}

RC_GTEST_PROP(Binary32, IntegersRoundAsHardware, (std::int64_t value)) {
  for (int shift = 0; shift < 64; ++shift) {
    volatile std::int64_t operand = value >> shift;
    const std::int64_t integer = operand;
    RC_ASSERT(Binary32::from_integer(integer).bits() ==
              std::bit_cast<std::uint32_t>(static_cast<float>(integer)));
  }
}

// TQ-ARITH-007
RC_GTEST_PROP(Binary32, ScalesAsOneProduct, ()) {
  const std::uint32_t a = *pattern_with_exponent(any_exponent());
  for (int exponent = -126; exponent <= 127; ++exponent) {
    const auto factor = std::bit_cast<std::uint32_t>(std::ldexp(1.0f, exponent));
    RC_ASSERT(scale(Binary32::from_bits(a), exponent).bits() ==
              on_hardware(Operation::kProduct, a, factor));
  }
}

struct Row {
  Operation operation;
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t expected;
};

using enum Operation;

constexpr Row kDirected[] = {
    // Subnormals
    {kSum, 0x00000001, 0x00000001, 0x00000002},         // the two smallest subnormals
    {kSum, 0x007fffff, 0x00000001, 0x00800000},         // largest subnormal + 1: smallest normal
    {kDifference, 0x00800000, 0x00000001, 0x007fffff},  // and back
    {kDifference, 0x00800001, 0x00800000, 0x00000001},  // gradual underflow: x != y, x - y != 0
    {kProduct, 0x00800000, 0x3f000000, 0x00400000},     // smallest normal / 2 is exact
    {kProduct, 0x00000001, 0x3f000000, 0x00000000},     // half of the smallest: a tie, to even 0
    {kProduct, 0x00000003, 0x3f000000, 0x00000002},     // 1.5 units: a tie, to even 2
    {kProduct, 0x00000001, 0x3f000001, 0x00000001},     // just above the half
    {kProduct, 0x3f7fffff, 0x00800000, 0x00800000},     // tie that rounds up into the normals
    {kProduct, 0x00000001, 0x80000001, 0x80000000},     // underflow keeps the sign
    {kProduct, 0x00000001, 0x7f7fffff, 0x34ffffff},     // subnormal x largest
    {kQuotient, 0x00000001, 0x00000001, 0x3f800000},    // subnormal / itself
    {kQuotient, 0x00800000, 0x40400000, 0x002aaaab},    // smallest normal / 3
    {kQuotient, 0x00000001, 0x7f800000, 0x00000000},    // x / infinity
    {kRoot, 0x00000001, 0, 0x1a3504f3},                 // sqrt of 2^-149: odd exponent
    {kRoot, 0x00000002, 0, 0x1a800000},                 // sqrt of 2^-148 is exact
    // Overflow
    {kSum, 0x7f7fffff, 0x7f7fffff, 0x7f800000},       // largest + largest
    {kSum, 0x7f7fffff, 0x72ffffff, 0x7f7fffff},       // just below half an ulp more: stays
    {kSum, 0x7f7fffff, 0x73000000, 0x7f800000},       // half an ulp more: tie, to even infinity
    {kProduct, 0x7f000000, 0x40000000, 0x7f800000},   // 2^127 x 2
    {kProduct, 0xff7fffff, 0x7f7fffff, 0xff800000},   // with a sign
    {kQuotient, 0x7f7fffff, 0x00000001, 0x7f800000},  // largest / smallest
    // Ties and sticky bits
    {kSum, 0x3f800000, 0x33800000, 0x3f800000},         // 1 + 2^-24: tie, to even
    {kSum, 0x3f800001, 0x33800000, 0x3f800002},         // 1 + 2^-23 + 2^-24: tie, to even
    {kSum, 0x3f800000, 0x33800001, 0x3f800001},         // just above the tie
    {kDifference, 0x3f800000, 0x33000000, 0x3f800000},  // 1 - 2^-25: tie below a power of two
    {kDifference, 0x3f800000, 0x33000001, 0x3f7fffff},  // just beyond that tie
    {kDifference, 0x3f800000, 0x00000001, 0x3f800000},  // far below: only sticky
    {kDifference, 0x4b800000, 0x3f000001, 0x4b7fffff},  // 2^24 - (1/2 + tiny)
    {kProduct, 0x3f800001, 0x3f800001, 0x3f800002},     // (1 + 2^-23)^2 drops 2^-46
    {kQuotient, 0x3f800000, 0x40400000, 0x3eaaaaab},    // 1 / 3
    {kRoot, 0x40000000, 0, 0x3fb504f3},                 // sqrt 2
    {kRoot, 0x3f7fffff, 0, 0x3f7fffff},                 // sqrt(1 - 2^-24) = 1 - 2^-25 - 2^-51
    // Signed zeros
    {kSum, 0x00000000, 0x80000000, 0x00000000},         // +0 + -0
    {kSum, 0x80000000, 0x80000000, 0x80000000},         // -0 + -0
    {kDifference, 0x80000000, 0x00000000, 0x80000000},  // -0 - +0
    {kDifference, 0xbf800000, 0xbf800000, 0x00000000},  // x - x is +0
    {kProduct, 0x80000000, 0x3f800000, 0x80000000},     // -0 x 1
    {kQuotient, 0x3f800000, 0x80000000, 0xff800000},    // 1 / -0
    {kRoot, 0x80000000, 0, 0x80000000},                 // sqrt(-0)
    // Infinities and NaNs
    {kDifference, 0x7f800000, 0x7f800000, kNaN},     // infinity - infinity
    {kSum, 0x7f800000, 0x7f7fffff, 0x7f800000},      // infinity + finite
    {kProduct, 0x7f800000, 0x00000000, kNaN},        // infinity x 0
    {kProduct, 0x7f800000, 0xbf800000, 0xff800000},  // infinity x -1
    {kQuotient, 0x00000000, 0x00000000, kNaN},       // 0 / 0
    {kQuotient, 0x7f800000, 0x7f800000, kNaN},       // infinity / infinity
    {kRoot, 0xbf800000, 0, kNaN},                    // sqrt(-1)
    {kRoot, 0xff800000, 0, kNaN},                    // sqrt(-infinity)
    {kRoot, 0x7f800000, 0, 0x7f800000},              // sqrt(infinity)
    {kSum, 0xffc12345, 0x3f800000, kNaN},            // a NaN comes out canonical
    {kRoot, 0x7f800001, 0, kNaN},                    // a signalling one too
};

// TQ-ARITH-001
TEST(Binary32, DirectedCases) {
  for (const Row& row : kDirected) {
    SCOPED_TRACE(testing::Message() << std::hex << row.a << " " << row.b);
    EXPECT_EQ(on_binary32(row.operation, row.a, row.b), row.expected);
    EXPECT_EQ(on_hardware(row.operation, row.a, row.b), row.expected);
  }
}

TEST(Binary32, NaNIsUnorderedAndZerosAreEqual) {
  const Binary32 nan = Binary32::from_bits(kNaN);
  const Binary32 one = Binary32::from_integer(1);
  EXPECT_FALSE(nan == nan);
  EXPECT_FALSE(nan < one);
  EXPECT_FALSE(nan > one);
  EXPECT_TRUE(Binary32::from_bits(0x80000000) == Binary32());
  EXPECT_FALSE(Binary32::from_bits(0x80000000) < Binary32());
}

// TQ-ARITH-007
TEST(Binary32, ScaleRefusesFactorsThatAreNotNormal) {
  const Binary32 one = Binary32::from_integer(1);
  EXPECT_THROW(scale(one, -127), std::out_of_range);
  EXPECT_THROW(scale(one, 128), std::out_of_range);
}

TEST(Binary32, RoundsEveryLengthOfSignificand) {
  // 2^k - 1 lies half an ulp or less below 2^k from 25 bits on.
  for (int bits = 1; bits <= 64; ++bits) {
    const std::uint64_t ones = ~std::uint64_t{0} >> (64 - bits);
    const auto exponent = static_cast<std::uint32_t>(127 + bits - 1 + (bits > 24 ? 1 : 0));
    const std::uint32_t fraction =
        bits > 24 ? 0 : static_cast<std::uint32_t>(ones << (24 - bits)) & 0x7fffff;
    EXPECT_EQ(round_to_binary32(false, 0, ones, false).bits(), (exponent << 23) | fraction);
  }
}

struct RoundingRow {
  bool negative;
  int exponent;
  std::uint64_t significand;
  bool sticky;
  std::uint32_t nearest;
  std::uint32_t downward;
  std::uint32_t upward;
};

constexpr std::uint64_t kTop = std::uint64_t{1} << 63;

constexpr RoundingRow kRoundings[] = {
    {false, -63, kTop, false, 0x3f800000, 0x3f800000, 0x3f800000},                 // 1 exactly
    {false, -63, kTop, true, 0x3f800000, 0x3f800000, 0x3f800001},                  // 1 + sticky
    {true, -63, kTop, true, 0xbf800000, 0xbf800001, 0xbf800000},                   // -(1 + sticky)
    {false, -63, kTop | (1ull << 39), false, 0x3f800000, 0x3f800000, 0x3f800001},  // tie
    {false, -63, kTop | (1ull << 39), true, 0x3f800001, 0x3f800000, 0x3f800001},   // above it
    {false, -213, kTop, false, 0x00000000, 0x00000000, 0x00000001},  // 2^-150: tie with 0
    {false, -213, kTop, true, 0x00000001, 0x00000000, 0x00000001},   // just above 2^-150
    {false, -214, kTop, false, 0x00000000, 0x00000000, 0x00000001},  // 2^-151
    {true, -1000, kTop, true, 0x80000000, 0x80000001, 0x80000000},   // far below
    {false, 65, kTop, false, 0x7f800000, 0x7f7fffff, 0x7f800000},    // 2^128
    {true, 65, kTop, false, 0xff800000, 0xff800000, 0xff7fffff},     // -2^128
    {false, 64, 0xffffff7fffffffff, true, 0x7f7fffff, 0x7f7fffff, 0x7f800000},   // below the tie
    {false, 64, 0xffffff8000000000, false, 0x7f800000, 0x7f7fffff, 0x7f800000},  // the tie
    {false, 0, 0, false, 0x00000000, 0x00000000, 0x00000000},                    // zero
};

// TQ-ARITH-001, TQ-ARITH-009
TEST(Binary32, RoundsInEveryDirection) {
  for (const RoundingRow& row : kRoundings) {
    const auto round = [&row](Rounding rounding) {
      return round_to_binary32(row.negative, row.exponent, row.significand, row.sticky, rounding)
          .bits();
    };
    SCOPED_TRACE(testing::Message() << row.exponent << " " << std::hex << row.significand);
    EXPECT_EQ(round(Rounding::kNearestEven), row.nearest);
    EXPECT_EQ(round(Rounding::kDownward), row.downward);
    EXPECT_EQ(round(Rounding::kUpward), row.upward);
  }
}

#if defined(__SSE2__)
// Sets flush-to-zero and denormals-are-zero for a scope.
class FlushingMode {
 public:
  FlushingMode() { _mm_setcsr(saved_ | 0x8040); }
  ~FlushingMode() { _mm_setcsr(saved_); }
  FlushingMode(const FlushingMode&) = delete;
  FlushingMode& operator=(const FlushingMode&) = delete;

 private:
  unsigned saved_ = _mm_getcsr();
};

// TQ-ARITH-001
TEST(Binary32, FlushToZeroChangesNothing) {
  const FlushingMode mode;
  ASSERT_EQ(on_hardware(kProduct, 0x00800000, 0x3f000000), 0u) << "the mode is not in force";
  for (const Row& row : kDirected) {
    SCOPED_TRACE(testing::Message() << std::hex << row.a << " " << row.b);
    EXPECT_EQ(on_binary32(row.operation, row.a, row.b), row.expected);
    if (row.operation == kQuotient && (row.b & 0x7fffffff) == 0) continue;
    EXPECT_PRED2(same_but_for_zero_sign, on_boost(row.operation, row.a, row.b), row.expected);
  }
  for (std::uint32_t bits = 1; bits < 0x00800000; bits += 4093) {
    EXPECT_EQ(Real::from_bits(bits).to_nearest().bits(), bits);
  }
}
#endif

}  // namespace
}  // namespace tq::reference
