// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "reference/binary32.hpp"
#include "spec/contract/dialect.hpp"

// The formats in which numbers reach an implementation. Source: chapter arithmetic, TQ-ARITH-013.
namespace tq::reference {

using contract::NumberFormat;

// "binary32", "binary16", "bfloat16"; nothing for another name.
std::string_view name_of(NumberFormat format);
std::optional<NumberFormat> number_format(std::string_view name);

// The nearest bfloat16 pattern, ties to even, subnormals kept. A magnitude of 7f7f8000 or more
// gives an infinity; a NaN gives 7fc0.
std::uint16_t to_bfloat16(Binary32 value);

// The value of a bfloat16 pattern, exact: the upper half of a binary32. A NaN gives 7fc00000.
Binary32 from_bfloat16(std::uint16_t bits);

// The value of a pattern of `format`, in the low bits, exact; nothing when higher bits are set.
std::optional<Binary32> from_pattern(NumberFormat format, std::uint32_t bits);

// The pattern nearest to `value`, ties to even; a value out of range gives an infinity.
std::uint32_t to_pattern(NumberFormat format, Binary32 value);

// Whether binary32, binary16 and bfloat16 all hold this number exactly: an input that no conversion
// of an implementation can change. Never true of an infinity or a NaN. TQ-ARITH-013.
bool is_exact_in_all(Binary32 value);

}  // namespace tq::reference
