// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/vector.hpp"

namespace tq::conformance {

// One block of Philox4x32-10 (chapter random), written from the chapter independently of
// reference/random: the judge does not share code with what it judges.
std::array<std::uint32_t, 4> philox_block(std::array<std::uint32_t, 4> counter,
                                          std::array<std::uint32_t, 2> key);

// The binary32 patterns that a formula stands for (TQ-VECT-010, TQ-VECT-011); nothing for an
// unknown name or a count of 0 or above 2^22.
std::optional<std::vector<std::uint32_t>> expand_formula(const Formula& formula);

// The complete input of a vector: its `input` and its expanded formulas, in the order of the
// operation's field table. Precondition: the vector was loaded or generated (it has no lint).
Record full_input(const Vector& vector);

// SHA-256 over the little-endian bytes of an output (TQ-VECT-012), 64 lowercase hex digits.
std::string digest_of(const Value& value);

}  // namespace tq::conformance
