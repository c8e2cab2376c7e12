// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "conformance/record.hpp"

namespace tq::conformance {

// The one text form of every field type, used in vectors, on the wire and in messages
// (TQ-VECT-004): integers in decimal, names as they are, words as lowercase hex groups of 8 digits
// and halves of 4 with single spaces between, bytes as lowercase hex; an empty list is "".
std::string format_value(const Value& value);

// The value of a text in that form, or nothing. Strict: lowercase hex, exact group lengths, single
// spaces, integers below 2^53 without sign or leading zeros, names of 1 to 64 characters a-z 0-9 -.
// format_value(*parse_value(type, text)) == text whenever there is a value.
std::optional<Value> parse_value(contract::FieldType type, std::string_view text);

// A 64-bit word as 16 hex digits (seeds).
std::string format_word64(std::uint64_t word);
std::optional<std::uint64_t> parse_word64(std::string_view text);

// Bytes as lowercase hex without spaces (digests).
std::string format_bytes(std::span<const std::uint8_t> bytes);

// "integer", "text", "word64", "words", "halves", "bytes".
std::string_view name_of(contract::FieldType type);

}  // namespace tq::conformance
