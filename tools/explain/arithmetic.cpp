// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "conformance/builtin/reference/performers.hpp"
#include "tools/explain/chapters.hpp"
#include "tools/explain/pieces.hpp"

namespace tq::tools {
namespace {

using conformance::numbers;
using conformance::Record;
using conformance::words;
using contract::Error;
using reference::Real;

Real exact(Binary32 value) { return Real::from_bits(value.bits()); }

// TQ-ARITH-010
void evaluate(Derivation& derivation, const Record& input) {
  const std::string& name = input.text("operator");
  const auto a = numbers(input, "a");
  const auto b = numbers(input, "b");
  const bool unary = name == "square-root";
  const bool is_known =
      unary || name == "add" || name == "subtract" || name == "multiply" || name == "divide";
  const auto outside_domain = [&]() -> std::string {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (unary && a[i] < Binary32()) return fmt::format("a[{}] = {}", i, number_text(a[i]));
      if (name == "divide" && b[i].is_zero()) {
        return fmt::format("b[{}] = {}", i, number_text(b[i]));
      }
    }
    return "";
  };
  if (!derivation.passes(
          {{"TQ-CONF-023", "the operator is in the table",
            [&] { return unknown_name("operator", name, is_known); }, Error::kBadArgument},
           {"TQ-CONF-023", unary ? "b is empty" : "b is as long as a",
            [&] { return other_length("b", b.size(), unary ? 0 : a.size()); }, Error::kBadLength},
           {"TQ-ARITH-006", "every element of a is finite",
            [&] { return first_non_finite("a", a); }, Error::kNonFiniteInput},
           {"TQ-ARITH-006", "every element of b is finite",
            [&] { return first_non_finite("b", b); }, Error::kNonFiniteInput},
           {"TQ-ARITH-010", "no divisor is a zero and no radicand below zero", outside_domain,
            Error::kBadArgument}})) {
    return;
  }
  derivation.place(1, a.size());
  derivation.step("TQ-ARITH-001", name + ", one rounding per element");
  std::vector<Binary32> values;
  for (std::size_t i = 0; i < a.size(); ++i) {
    Real exactly;
    Binary32 value;
    if (unary) {
      value = sqrt(a[i]);
      exactly = sqrt(exact(a[i]));
    } else if (name == "add") {
      value = a[i] + b[i];
      exactly = exact(a[i]) + exact(b[i]);
    } else if (name == "subtract") {
      value = a[i] - b[i];
      exactly = exact(a[i]) - exact(b[i]);
    } else if (name == "multiply") {
      value = a[i] * b[i];
      exactly = exact(a[i]) * exact(b[i]);
    } else {
      value = a[i] / b[i];
      exactly = exact(a[i]) / exact(b[i]);
    }
    values.push_back(value);
    if (i < derivation.begin(a.size()) || i >= derivation.last(a.size())) continue;
    derivation.line(fmt::format("[{}] {} {}{} gives {}", i, name, number_text(a[i]),
                                unary ? "" : " and " + number_text(b[i]), number_text(value)));
    explain_rounding(derivation, exactly, value);
  }
  derivation.answer = {.stages = {}, .output = {{"values", words(values)}}, .error = {}};
}

// TQ-ARITH-003
void dot(Derivation& derivation, const Record& input) {
  const auto a = numbers(input, "a");
  const auto b = numbers(input, "b");
  if (!derivation.passes(
          {{"TQ-ARITH-003", "b is as long as a",
            [&] { return other_length("b", b.size(), a.size()); }, Error::kBadLength},
           {"TQ-ARITH-006", "every element of a is finite",
            [&] { return first_non_finite("a", a); }, Error::kNonFiniteInput},
           {"TQ-ARITH-006", "every element of b is finite",
            [&] { return first_non_finite("b", b); }, Error::kNonFiniteInput}})) {
    return;
  }
  derivation.place(1, a.size());
  derivation.step("TQ-ARITH-003", "each product, rounded once");
  std::vector<Binary32> products;
  for (std::size_t i = 0; i < a.size(); ++i) products.push_back(a[i] * b[i]);
  derivation.elements(a.size(), [&](std::size_t i) {
    return fmt::format("[{}] {} x {} = {}", i, number_text(a[i]), number_text(b[i]),
                       number_text(products[i]));
  });
  derivation.step("TQ-ARITH-002", "the sum in 16 lanes and a tree");
  const Binary32 sum = derive_sum(derivation, products);
  if (!sum.is_finite()) {
    derivation.refuse("TQ-ARITH-003", Error::kResultOverflow,
                      "the sum is not finite: " + number_text(sum));
    return;
  }
  derivation.step("TQ-ARITH-003", "the sum");
  derivation.line(number_text(sum));
  derivation.answer = {.stages = {{"products", words(products)},
                                  {"lanes", words(reference::lane_sums<Binary32>(products))}},
                       .output = {{"sum", conformance::Words{{sum.bits()}}}},
                       .error = {}};
}

// TQ-ARITH-004: where a value lies among the binary16 numbers.
std::string binary16_rounding(Binary32 value, std::uint16_t half) {
  const auto stepped = [half](int step) {
    return reference::from_binary16(static_cast<std::uint16_t>(half + step));
  };
  const Binary32 nearest = stepped(0);
  if (nearest == value) return "exact";
  // Patterns of one sign are ordered like the magnitudes.
  const bool is_above = abs(value) > abs(nearest);
  const Binary32 other = stepped(is_above ? 1 : -1);
  if (!other.is_finite()) return "the largest binary16 is nearest";
  const Real half_way = scale(exact(nearest) + exact(other), -1);
  return fmt::format("the other neighbour is {}: {}", std::bit_cast<float>(other.bits()),
                     exact(value) == half_way ? "a tie, the even one" : "farther away");
}

void to_binary16(Derivation& derivation, const Record& input) {
  const auto values = numbers(input, "values");
  if (!derivation.passes(
          {{"TQ-ARITH-006", "every value is finite",
            [&] { return first_non_finite("values", values); }, Error::kNonFiniteInput}})) {
    return;
  }
  derivation.place(1, values.size());
  conformance::Halves halves;
  for (std::size_t i = 0; i < values.size(); ++i) {
    halves.values.push_back(reference::to_binary16(values[i]));
    if ((halves.values[i] & 0x7c00) == 0x7c00) {
      derivation.refuse("TQ-ARITH-004", Error::kBinary16Overflow,
                        fmt::format("values[{}] = {} has a magnitude of 65520 or more", i,
                                    number_text(values[i])));
      return;
    }
  }
  derivation.step("TQ-ARITH-004", "round each value to binary16");
  derivation.elements(values.size(), [&](std::size_t i) {
    const std::uint16_t half = halves.values[i];
    return fmt::format("[{}] {} gives {:04x} = {}, {}", i, number_text(values[i]), half,
                       std::bit_cast<float>(reference::from_binary16(half).bits()),
                       binary16_rounding(values[i], half));
  });
  derivation.answer = {.stages = {}, .output = {{"halves", halves}}, .error = {}};
}

void from_binary16(Derivation& derivation, const Record& input) {
  const auto& halves = input.get<conformance::Halves>("halves").values;
  std::vector<Binary32> values;
  for (const std::uint16_t half : halves) values.push_back(reference::from_binary16(half));
  if (!derivation.passes({{"TQ-ARITH-006", "every half is finite",
                           [&] { return first_non_finite("halves, widened:", values); },
                           Error::kNonFiniteInput}})) {
    return;
  }
  derivation.place(1, values.size());
  derivation.step("TQ-ARITH-005", "widen each binary16, exactly");
  derivation.elements(values.size(), [&](std::size_t i) {
    const unsigned half = halves[i];
    return fmt::format("[{}] {:04x}: sign {}, exponent field {}, fraction {:03x} gives {}", i, half,
                       half >> 15, (half >> 10) & 0x1f, half & 0x3ff, number_text(values[i]));
  });
  derivation.answer = {.stages = {}, .output = {{"values", words(values)}}, .error = {}};
}

constexpr std::pair<std::string_view, Derive> kDerivations[] = {
    {"arithmetic.evaluate", evaluate},
    {"arithmetic.dot", dot},
    {"arithmetic.to_binary16", to_binary16},
    {"arithmetic.from_binary16", from_binary16},
};

}  // namespace

DeriveTable arithmetic_derivations() { return kDerivations; }

}  // namespace tq::tools
