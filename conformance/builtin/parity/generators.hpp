// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "conformance/builtin/parity/choices.hpp"
#include "conformance/builtin/parity/rows.hpp"
#include "conformance/record.hpp"
#include "spec/contract/modes.hpp"

// Random inputs for every operation, from choices. Names and types are always those of the
// operation's table.
namespace tq::conformance {

// An input whose only possible errors are those of the numbers: a result or a norm that overflows.
Record choose_legal_input(const contract::Operation& operation, Choices& choices);

// The same, and in one of four cases something in it is spoiled (spoil.hpp).
Record choose_input(const contract::Operation& operation, Choices& choices);

// Whether an error can come from a legal input.
bool is_overflow(contract::Error error);

// One function an operation, one table a chapter (<chapter>.cpp).
using Generate = Record (*)(Choices& choices);
using GeneratorTable = std::span<const std::pair<std::string_view, Generate>>;
GeneratorTable arithmetic_generators();
GeneratorTable random_generators();
GeneratorTable transform_generators();
GeneratorTable codebook_generators();
GeneratorTable packing_generators();
GeneratorTable gain_generators();
GeneratorTable keys_generators();
GeneratorTable page_generators();
GeneratorTable score_generators();

// Pieces that chapters share.
std::uint64_t choose_seed(Choices& choices);
std::uint64_t choose_layer(Choices& choices);
template <class E, std::size_t size>
const contract::Named<E>& choose_name(Choices& choices, const contract::Named<E> (&table)[size]) {
  return choices.of(std::span<const contract::Named<E>>(table));
}
// A finite binary16 pattern without sign bit, as the gains of a legal page.
std::uint16_t choose_half(Choices& choices);

}  // namespace tq::conformance
