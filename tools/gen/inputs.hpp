// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/record.hpp"

// The rows that every numeric chapter is tested with: one name, one reason, one formula a row.
namespace tq::tools {

struct NamedRow {
  std::string name;          // kebab-case, part of vector ids
  std::string_view reason;   // why a row like this exists
  conformance::Words words;  // binary32 patterns, [head_dim]
};

// gaussian-like (two seeds), one-hot, constant, alternating, zero, negative zero, subnormal, 1e-23,
// 1e-30, 2e19, 3e37, outlier channels, exact in binary16, exact in bfloat16.
std::vector<NamedRow> named_rows(std::size_t head_dim);

// `count` words of the formula gaussian-like (TQ-VECT-011).
conformance::Words gaussian_like(std::uint64_t seed, std::size_t count);

conformance::Words repeat(std::uint32_t word, std::size_t count);

// The neighbour of a finite pattern in the direction of larger (+1) or smaller (-1) numbers.
std::uint32_t neighbour(std::uint32_t word, int direction);

// Bytes that cycle through 0 .. modulus - 1 with a stride that is coprime to it.
conformance::Bytes ramp_codes(std::size_t count, unsigned modulus);

}  // namespace tq::tools
