// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "conformance/builtin/parity/choices.hpp"
#include "conformance/record.hpp"

// Lists of binary32 patterns on which rounding, order of summation, subnormals, overflow and
// comparisons show. Every number is finite; `spoil` adds others.
namespace tq::conformance {

// One number: zeros of both signs, units, edges of the formats, ties; the simplest is +0.
std::uint32_t choose_number(Choices& choices);
// Any finite pattern, all exponents alike.
std::uint32_t choose_finite(Choices& choices);

// `count` numbers of one kind: simple, typical, tied, of any exponent, subnormal, huge, shifted to
// some power of two, equal, one-hot, sparse.
Words choose_row(Choices& choices, std::size_t count);

// As choose_row, never so large that a square or a sum over a row overflows.
Words choose_tame_row(Choices& choices, std::size_t count);

// A boundary of the codebook of `width` or a neighbour 1 ulp off. Width 1 to 4.
std::uint32_t choose_boundary(Choices& choices, int width);

// The pattern `steps` places further on the number line; +0 and -0 are one place. The result is
// finite.
std::uint32_t neighbour_of(std::uint32_t pattern, std::int64_t steps);

// 2 to 1024; powers of two, mostly small.
std::uint64_t choose_head_dim(Choices& choices);

// The length of a list: around the sizes of registers and lanes, up to `largest`.
std::size_t choose_length(Choices& choices, std::size_t largest);

// Any bytes; the simplest are zeros.
std::vector<std::uint8_t> choose_bytes(Choices& choices, std::size_t count);
// Bytes below `bound`.
std::vector<std::uint8_t> choose_codes(Choices& choices, std::size_t count, std::uint64_t bound);

}  // namespace tq::conformance
