// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "conformance/builtin/parity/choices.hpp"
#include "conformance/record.hpp"

// Makes an input hostile: an integer out of range, a name of another table, a list too long or too
// short, a NaN, a set bit where none belongs, a damaged page with or without a repaired checksum.
namespace tq::conformance {

// Numbers that mean something only for the input that they are applied to.
struct Spoil {
  std::uint64_t field = 0;
  std::uint64_t action = 0;
  std::uint64_t place = 0;
  std::uint64_t value = 0;
};

// None in three of four cases, else one or two.
std::vector<Spoil> choose_spoils(Choices& choices);

Record spoiled(const Record& input, const Spoil& spoil);

// One change to the bytes of a page. The checksum is repaired where the change is meant to reach
// the checks behind it.
std::vector<std::uint8_t> spoiled_page(std::vector<std::uint8_t> page, const Spoil& spoil);

}  // namespace tq::conformance
