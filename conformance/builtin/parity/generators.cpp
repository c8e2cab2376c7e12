// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/parity/generators.hpp"

#include "conformance/builtin/parity/spoil.hpp"

namespace tq::conformance {

Record choose_legal_input(const contract::Operation& operation, Choices& choices) {
  for (const GeneratorTable table :
       {arithmetic_generators(), random_generators(), transform_generators(), codebook_generators(),
        packing_generators(), gain_generators(), keys_generators(), page_generators(),
        score_generators()}) {
    for (const auto& [name, generate] : table) {
      if (name == operation.name) return generate(choices);
    }
  }
  return {};
}

// What is spoiled is chosen first, so that the input can shrink behind it.
Record choose_input(const contract::Operation& operation, Choices& choices) {
  const std::vector<Spoil> spoils = choose_spoils(choices);
  Record input = choose_legal_input(operation, choices);
  for (const Spoil& spoil : spoils) input = spoiled(input, spoil);
  return input;
}

bool is_overflow(contract::Error error) {
  return error == contract::Error::kBinary16Overflow ||
         error == contract::Error::kBinary32Overflow || error == contract::Error::kResultOverflow;
}

std::uint64_t choose_seed(Choices& choices) {
  const std::uint64_t low = choices.bits(32);
  return choices.bits(32) << 32 | low;
}

std::uint64_t choose_layer(Choices& choices) {
  const std::uint64_t layer = choices.bits(12);
  return choices.one_in(2) ? layer : layer % 8;
}

std::uint16_t choose_half(Choices& choices) {
  const std::uint64_t word = choices.below(0x7c00);
  // 1.0 first, so that a simple gain scales nothing.
  return static_cast<std::uint16_t>((word + 0x3c00) % 0x7c00);
}

}  // namespace tq::conformance
