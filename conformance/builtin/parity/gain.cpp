// SPDX-License-Identifier: Apache-2.0
#include "reference/arithmetic.hpp"

#include "conformance/builtin/parity/generators.hpp"
#include "conformance/builtin/parity/key_rows.hpp"

namespace tq::conformance {
namespace {

// TQ-GAIN-001 to -004
Record norm(Choices& choices) { return {{"x", choose_row(choices, choose_length(choices, 300))}}; }

// TQ-GAIN-005: norms on and between binary16 numbers, and any others.
Record store(Choices& choices) {
  const auto& coding = choose_name(choices, contract::kGainCodings);
  const std::size_t length = choose_length(choices, 100);
  Words norms;
  if (choices.one_in(4)) {
    norms = choose_tame_row(choices, length);
  } else {
    for (std::size_t i = 0; i < length; ++i) {
      constexpr std::int64_t kSteps[] = {0, 0x1000, 0xfff, 0x1001, 1, -1};
      const std::uint32_t number = reference::from_binary16(choose_half(choices)).bits();
      norms.values.push_back(
          neighbour_of(number, choices.of(std::span<const std::int64_t>(kSteps))));
    }
  }
  for (std::uint32_t& word : norms.values) word &= 0x7fffffff;
  return {{"gain_coding", std::string(coding.name)}, {"norms", std::move(norms)}};
}

// TQ-GAIN-006
Record load(Choices& choices) {
  const auto& coding = choose_name(choices, contract::kGainCodings);
  const std::size_t length = choose_length(choices, 100);
  Bytes stored;
  for (std::size_t i = 0; i < length; ++i) append_gain(stored.values, choices, coding.value);
  return {{"gain_coding", std::string(coding.name)}, {"stored", std::move(stored)}};
}

constexpr std::pair<std::string_view, Generate> kGenerators[] = {
    {"gain.norm", norm},
    {"gain.store", store},
    {"gain.load", load},
};

}  // namespace

GeneratorTable gain_generators() { return kGenerators; }

}  // namespace tq::conformance
