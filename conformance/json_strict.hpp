// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace tq::conformance {

// The bounds that make reading hostile text cheap. The defaults are those of the wire
// (TQ-CONF-002).
struct JsonLimits {
  std::size_t bytes = std::size_t{16} << 20;
  std::size_t depth = 16;
  std::size_t keys = 1024;  // in one object
};

// Reads one JSON text under the rules of TQ-CONF-002: UTF-8 without a byte order mark, no duplicate
// keys, no NaN or Infinity, no comments, nothing after the value. Total: any bytes give a value or
// nullopt with one plain line in `error`; nothing is thrown.
std::optional<nlohmann::ordered_json> parse_json(std::string_view text, std::string& error,
                                                 const JsonLimits& limits = {});

// Type tests that never throw. The member, or nullptr when `object` is no object or lacks it.
const nlohmann::ordered_json* find_member(const nlohmann::ordered_json& object,
                                          std::string_view key);
// Nullptr when the value is no string.
const std::string* as_string(const nlohmann::ordered_json& value);
// Nullopt unless the value is an integer from 0 to 2^53 - 1 (TQ-CONF-003).
std::optional<unsigned long long> as_integer(const nlohmann::ordered_json& value);

// The first bytes of anything, made printable for a one-line message.
std::string printable_excerpt(std::string_view text);

}  // namespace tq::conformance
