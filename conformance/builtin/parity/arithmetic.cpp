// SPDX-License-Identifier: Apache-2.0
#include "reference/arithmetic.hpp"

#include "conformance/builtin/parity/generators.hpp"

namespace tq::conformance {
namespace {

constexpr std::uint32_t kSign = 0x80000000;

// Operands that nearly cancel, or are equal.
Words choose_partners(Choices& choices, const Words& a) {
  Words b = choose_row(choices, a.values.size());
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    if (!choices.one_in(8)) continue;
    const auto steps = static_cast<std::int64_t>(choices.below(3));
    b.values[i] = neighbour_of(a.values[i], steps) ^ (choices.bits(1) != 0 ? kSign : 0);
  }
  return b;
}

// TQ-ARITH-010
Record evaluate(Choices& choices) {
  constexpr const char* kOperators[] = {"add", "subtract", "multiply", "divide", "square-root"};
  const std::string name = choices.of(std::span<const char* const>(kOperators));
  Words a = choose_row(choices, choose_length(choices, 80));
  Words b;
  if (name == "square-root") {
    for (std::uint32_t& word : a.values) word = word == kSign ? word : word & ~kSign;
  } else {
    b = choose_partners(choices, a);
  }
  if (name == "divide") {
    for (std::uint32_t& word : b.values) word = (word & ~kSign) == 0 ? 0x3f800000 : word;
  }
  return {{"operator", name}, {"a", a}, {"b", b}};
}

// TQ-ARITH-003
Record dot(Choices& choices) {
  const std::size_t length = choose_length(choices, 300);
  const bool is_tame = !choices.one_in(4);
  const auto row = [&] {
    return is_tame ? choose_tame_row(choices, length) : choose_row(choices, length);
  };
  Words a = row();
  Words b = row();
  return {{"a", std::move(a)}, {"b", std::move(b)}};
}

// A binary16 number, or a binary32 one between two of them: ties and their neighbours. TQ-ARITH-004
std::uint32_t choose_between_halves(Choices& choices) {
  const std::uint32_t number = reference::from_binary16(choose_half(choices)).bits();
  constexpr std::int64_t kSteps[] = {0, 0x1000, 0xfff, 0x1001, 1, -1, 0x800, 0x2000};
  const std::uint32_t word =
      neighbour_of(number, choices.of(std::span<const std::int64_t>(kSteps)));
  return word ^ (choices.bits(1) != 0 ? kSign : 0);
}

Record to_binary16(Choices& choices) {
  const std::size_t length = choose_length(choices, 200);
  Words values;
  if (choices.one_in(4)) {
    values = choose_tame_row(choices, length);
  } else {
    for (std::size_t i = 0; i < length; ++i) {
      values.values.push_back(choose_between_halves(choices));
    }
  }
  return {{"values", std::move(values)}};
}

// TQ-ARITH-005
Record from_binary16(Choices& choices) {
  Halves halves;
  const std::size_t length = choose_length(choices, 200);
  for (std::size_t i = 0; i < length; ++i) {
    const std::uint32_t sign = choices.bits(1) != 0 ? 0x8000u : 0u;
    halves.values.push_back(static_cast<std::uint16_t>(choose_half(choices) | sign));
  }
  return {{"halves", std::move(halves)}};
}

constexpr std::pair<std::string_view, Generate> kGenerators[] = {
    {"arithmetic.evaluate", evaluate},
    {"arithmetic.dot", dot},
    {"arithmetic.to_binary16", to_binary16},
    {"arithmetic.from_binary16", from_binary16},
};

}  // namespace

GeneratorTable arithmetic_generators() { return kGenerators; }

}  // namespace tq::conformance
