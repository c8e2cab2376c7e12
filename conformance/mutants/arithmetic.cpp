// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <optional>

#include "conformance/mutants/chapters.hpp"
#include "reference/arithmetic.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using reference::Binary32;

struct Evaluate {
  static std::optional<Error> refusal(const std::string& name, const Numbers& a, const Numbers& b) {
    if (!reference::all_finite(a) || !reference::all_finite(b)) return Error::kNonFiniteInput;
    return domain_error(name, a, b);
  }
  static std::optional<Error> domain_error(const std::string& name, const Numbers& a,
                                           const Numbers& b) {
    for (const Binary32 value : a) {
      if (name == "square-root" && value < Binary32()) return Error::kBadArgument;
    }
    for (const Binary32 value : b) {
      if (name == "divide" && value.is_zero()) return Error::kBadArgument;
    }
    return std::nullopt;
  }
  static Binary32 apply(const std::string& name, Binary32 a, Binary32 b) {
    if (name == "add") return a + b;
    if (name == "subtract") return a - b;
    if (name == "multiply") return a * b;
    if (name == "divide") return a / b;
    return sqrt(a);
  }
};

template <class S>
Answer evaluate(const Record& input) {
  const std::string& name = input.text("operator");
  const Numbers a = numbers(input, "a");
  Numbers b = numbers(input, "b");
  const bool unary = name == "square-root";
  if (!unary && name != "add" && name != "subtract" && name != "multiply" && name != "divide") {
    return refuse(Error::kBadArgument);
  }
  if (b.size() != (unary ? 0 : a.size())) return refuse(Error::kBadLength);
  if (const auto error = S::refusal(name, a, b)) return refuse(*error);
  b.resize(a.size());
  Numbers values;
  for (std::size_t i = 0; i < a.size(); ++i) values.push_back(S::apply(name, a[i], b[i]));
  return {.stages = {}, .output = {{"values", words(values)}}, .error = {}};
}

struct Reciprocal : Evaluate {
  static Binary32 apply(const std::string& name, Binary32 a, Binary32 b) {
    return name == "divide" ? a * (Binary32::from_integer(1) / b) : Evaluate::apply(name, a, b);
  }
};
struct ReciprocalRoot : Evaluate {
  static Binary32 apply(const std::string& name, Binary32 a, Binary32 b) {
    if (name != "square-root" || a.is_zero()) return Evaluate::apply(name, a, b);
    return a * (Binary32::from_integer(1) / sqrt(a));
  }
};
struct FlushResults : Evaluate {
  static Binary32 apply(const std::string& name, Binary32 a, Binary32 b) {
    return flushed(Evaluate::apply(name, a, b));
  }
};
struct FlushOperands : Evaluate {
  static Binary32 apply(const std::string& name, Binary32 a, Binary32 b) {
    const Binary32 divisor = name == "divide" ? b : flushed(b);  // no fault of its own: x / 0
    return Evaluate::apply(name, flushed(a), divisor);
  }
};
struct TruncateProducts : Evaluate {
  static Binary32 apply(const std::string& name, Binary32 a, Binary32 b) {
    const Binary32 right = Evaluate::apply(name, a, b);
    if (name != "multiply" || right.is_zero()) return right;
    const reference::Real exact = real(a) * real(b);
    return right.is_negative() ? exact.to_upward() : exact.to_downward();
  }
};
struct DomainFirst : Evaluate {
  static std::optional<Error> refusal(const std::string& name, const Numbers& a, const Numbers& b) {
    if (const auto error = domain_error(name, a, b)) return error;
    return Evaluate::refusal(name, a, b);
  }
};

using Lanes = std::array<Binary32, reference::kLanes>;

struct Dot {
  static Lanes lanes(const Numbers&, const Numbers&, const Numbers& products) {
    return reference::lane_sums<Binary32>(products);
  }
  static Binary32 tree(Lanes lanes) {
    for (std::size_t width = lanes.size() / 2; width > 0; width /= 2) {
      for (std::size_t j = 0; j < width; ++j) lanes[j] = lanes[j] + lanes[j + width];
    }
    return lanes[0];
  }
  static bool refuses(Binary32 sum) { return !sum.is_finite(); }
};

template <class S>
Answer dot(const Record& input) {
  const Numbers a = numbers(input, "a");
  const Numbers b = numbers(input, "b");
  if (a.size() != b.size()) return refuse(Error::kBadLength);
  if (!reference::all_finite(a) || !reference::all_finite(b)) {
    return refuse(Error::kNonFiniteInput);
  }
  Numbers products;
  for (std::size_t i = 0; i < a.size(); ++i) products.push_back(a[i] * b[i]);
  const Lanes lanes = S::lanes(a, b, products);
  const Binary32 sum = S::tree(lanes);
  if (S::refuses(sum)) return refuse(Error::kResultOverflow);
  return {.stages = {{"products", words(products)}, {"lanes", words(lanes)}},
          .output = {{"sum", Words{{sum.bits()}}}},
          .error = {}};
}

struct FusedDot : Dot {
  static Lanes lanes(const Numbers& a, const Numbers& b, const Numbers&) {
    Lanes lanes{};
    for (std::size_t i = 0; i < a.size(); ++i) {
      Binary32& lane = lanes[i % lanes.size()];
      lane = fused(a[i], b[i], lane);
    }
    return lanes;
  }
};
struct SequentialDot : Dot {
  static Lanes lanes(const Numbers&, const Numbers&, const Numbers& products) {
    return {sequential_sum(products)};
  }
};
struct EightLanes : Dot {
  static Lanes lanes(const Numbers&, const Numbers&, const Numbers& products) {
    Lanes lanes{};
    for (std::size_t i = 0; i < products.size(); ++i) lanes[i % 8] = lanes[i % 8] + products[i];
    return lanes;
  }
};
struct LanesFromFirstTerm : Dot {
  static Lanes lanes(const Numbers&, const Numbers&, const Numbers& products) {
    Lanes lanes{};
    for (std::size_t i = 0; i < products.size(); ++i) {
      Binary32& lane = lanes[i % lanes.size()];
      lane = i < lanes.size() ? products[i] : lane + products[i];
    }
    return lanes;
  }
};
struct WholeVectorsOnly : Dot {
  static Lanes lanes(const Numbers&, const Numbers&, const Numbers& products) {
    const std::size_t whole = products.size() - products.size() % reference::kLanes;
    return reference::lane_sums<Binary32>(std::span(products).first(whole));
  }
};
struct FoldLanes : Dot {
  static Binary32 tree(const Lanes& lanes) { return sequential_sum(lanes); }
};
struct NeighbourTree : Dot {
  static Binary32 tree(Lanes lanes) {
    for (std::size_t width = lanes.size() / 2; width > 0; width /= 2) {
      for (std::size_t j = 0; j < width; ++j) lanes[j] = lanes[2 * j] + lanes[2 * j + 1];
    }
    return lanes[0];
  }
};
struct InfinityOut : Dot {
  static bool refuses(Binary32) { return false; }
};

struct Narrow {
  static std::uint16_t convert(Binary32 value) { return reference::to_binary16(value); }
};

template <class S>
Answer narrow(const Record& input) {
  const Numbers values = numbers(input, "values");
  if (!reference::all_finite(values)) return refuse(Error::kNonFiniteInput);
  Halves halves;
  for (const Binary32 value : values) {
    halves.values.push_back(S::convert(value));
    if ((halves.values.back() & 0x7c00) == 0x7c00) return refuse(Error::kBinary16Overflow);
  }
  return {.stages = {}, .output = {{"halves", halves}}, .error = {}};
}

struct Truncate : Narrow {
  static std::uint16_t convert(Binary32 value) {
    const std::uint16_t nearest = reference::to_binary16(value);
    const bool rounded_up = abs(reference::from_binary16(nearest)) > abs(value);
    return static_cast<std::uint16_t>(rounded_up ? nearest - 1 : nearest);
  }
};
struct RoundTwice : Narrow {
  static std::uint16_t convert(Binary32 value) {
    // First to 11 bits as if every exponent fitted, then to the grid of subnormals.
    const std::uint32_t half = 0xfff + ((value.bits() >> 13) & 1);
    return reference::to_binary16(Binary32::from_bits((value.bits() + half) & ~0x1fffu));
  }
};
struct FlushHalves : Narrow {
  static std::uint16_t convert(Binary32 value) {
    const std::uint16_t half = reference::to_binary16(value);
    return static_cast<std::uint16_t>((half & 0x7c00) == 0 ? half & 0x8000 : half);
  }
};
struct Saturate : Narrow {
  static std::uint16_t convert(Binary32 value) {
    const std::uint16_t half = reference::to_binary16(value);
    return static_cast<std::uint16_t>((half & 0x7fff) == 0x7c00 ? half - 1 : half);
  }
};

struct Widen {
  static Binary32 convert(std::uint16_t half) { return reference::from_binary16(half); }
};

template <class S>
Answer widen(const Record& input) {
  Numbers values;
  for (const std::uint16_t half : input.get<Halves>("halves").values) {
    values.push_back(S::convert(half));
  }
  if (!reference::all_finite(values)) return refuse(Error::kNonFiniteInput);
  return {.stages = {}, .output = {{"values", words(values)}}, .error = {}};
}

struct LeadingBitInSubnormals : Widen {
  static Binary32 convert(std::uint16_t half) {
    if ((half & 0x7c00) != 0 || (half & 0x3ff) == 0) return reference::from_binary16(half);
    const std::uint32_t sign = std::uint32_t{half & 0x8000u} << 16;
    return Binary32::from_bits(sign | (112u << 23) | (std::uint32_t{half & 0x3ffu} << 13));
  }
};

}  // namespace

ChapterMutants arithmetic_mutants() {
  return {
      .mutants =
          {
              mutant("arithmetic/reciprocal-for-division", "divides by multiplying with 1 / b",
                     {"TQ-ARITH-001", "TQ-ARITH-010"}, "arithmetic.evaluate", "values",
                     {"arithmetic/canary-reciprocal"}, evaluate<Reciprocal>),
              mutant("arithmetic/reciprocal-root", "takes a square root as a / sqrt(a)",
                     {"TQ-ARITH-001", "TQ-ARITH-010"}, "arithmetic.evaluate", "values",
                     {"arithmetic/canary-reciprocal-root"}, evaluate<ReciprocalRoot>),
              mutant("arithmetic/flush-to-zero", "flushes subnormal results to zero",
                     {"TQ-ARITH-001", "TQ-ARITH-010"}, "arithmetic.evaluate", "values",
                     {"arithmetic/canary-subnormal-result"}, evaluate<FlushResults>),
              mutant("arithmetic/subnormal-operands-are-zero", "reads subnormal operands as zero",
                     {"TQ-ARITH-001", "TQ-ARITH-010"}, "arithmetic.evaluate", "values",
                     {"arithmetic/canary-subnormal-operand"}, evaluate<FlushOperands>),
              mutant("arithmetic/truncated-products", "rounds products towards zero",
                     {"TQ-ARITH-001", "TQ-ARITH-010"}, "arithmetic.evaluate", "values",
                     {"arithmetic/evaluate-multiply"}, evaluate<TruncateProducts>),
              mutant("arithmetic/domain-before-finite", "finds a zero divisor before an infinity",
                     {"TQ-CONF-023", "TQ-ARITH-006", "TQ-ARITH-010"}, "arithmetic.evaluate",
                     "error", {"arithmetic/evaluate-infinity-over-zero"}, evaluate<DomainFirst>),
              mutant("arithmetic/fused-dot", "fuses each product into the sum of its lane",
                     {"TQ-ARITH-003", "TQ-ARITH-002"}, "arithmetic.dot", "lanes",
                     {"arithmetic/dot-fused-canary"}, dot<FusedDot>),
              mutant("arithmetic/sequential-sum", "sums from left to right in one accumulator",
                     {"TQ-ARITH-002"}, "arithmetic.dot", "lanes", {"arithmetic/dot-order-canary"},
                     dot<SequentialDot>),
              mutant("arithmetic/eight-lanes", "sums in 8 lanes", {"TQ-ARITH-002"},
                     "arithmetic.dot", "lanes", {"arithmetic/dot-32"}, dot<EightLanes>),
              mutant("arithmetic/lanes-without-zero",
                     "starts a lane with its first term, not with +0", {"TQ-ARITH-002"},
                     "arithmetic.dot", "lanes", {"arithmetic/dot-negative-zero"},
                     dot<LanesFromFirstTerm>),
              mutant("arithmetic/tail-dropped", "forgets the terms behind the last whole 16",
                     {"TQ-ARITH-002"}, "arithmetic.dot", "lanes",
                     {"arithmetic/dot-1", "arithmetic/dot-17"}, dot<WholeVectorsOnly>),
              mutant("arithmetic/lanes-folded", "adds the 16 lanes from left to right",
                     {"TQ-ARITH-003", "TQ-ARITH-002"}, "arithmetic.dot", "sum",
                     {"arithmetic/dot-128"}, dot<FoldLanes>),
              mutant("arithmetic/neighbours-first",
                     "adds neighbouring lanes, not lane j and j + width",
                     {"TQ-ARITH-003", "TQ-ARITH-002"}, "arithmetic.dot", "sum",
                     {"arithmetic/dot-128"}, dot<NeighbourTree>),
              mutant("arithmetic/infinite-sum", "returns an infinite sum instead of an error",
                     {"TQ-ARITH-003"}, "arithmetic.dot", "error", {"arithmetic/dot-overflow"},
                     dot<InfinityOut>),
              mutant("arithmetic/binary16-truncated", "truncates to binary16", {"TQ-ARITH-004"},
                     "arithmetic.to_binary16", "halves", {"arithmetic/to-binary16-edges"},
                     narrow<Truncate>),
              mutant("arithmetic/binary16-rounded-twice", "rounds to 11 bits, then to a subnormal",
                     {"TQ-ARITH-004"}, "arithmetic.to_binary16", "halves",
                     {"arithmetic/to-binary16-edges"}, narrow<RoundTwice>),
              mutant("arithmetic/binary16-flushed", "flushes binary16 subnormals to zero",
                     {"TQ-ARITH-004"}, "arithmetic.to_binary16", "halves",
                     {"arithmetic/to-binary16-edges"}, narrow<FlushHalves>),
              mutant("arithmetic/binary16-saturated", "stores 65504 instead of refusing",
                     {"TQ-ARITH-004"}, "arithmetic.to_binary16", "error",
                     {"arithmetic/to-binary16-overflow"}, narrow<Saturate>),
              mutant("arithmetic/binary16-leading-bit",
                     "reads binary16 subnormals with a leading 1", {"TQ-ARITH-005"},
                     "arithmetic.from_binary16", "values", {"arithmetic/from-binary16-edges"},
                     widen<LeadingBitInSubnormals>),
          },
      .controls = {{"arithmetic.evaluate", evaluate<Evaluate>},
                   {"arithmetic.dot", dot<Dot>},
                   {"arithmetic.to_binary16", narrow<Narrow>},
                   {"arithmetic.from_binary16", widen<Widen>}},
  };
}

}  // namespace tq::conformance
