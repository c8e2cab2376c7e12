// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "conformance/wire.hpp"

// The messages of the C ABI: flat little-endian records made from the operation table (chapter
// conformance, "C ABI"; layout also in tqc_testee.h). Decoding is total and believes no length: any
// bytes give a message or one plain line, in memory linear in the bytes.
namespace tq::conformance::flat {

using Message = std::vector<std::uint8_t>;
using View = std::span<const std::uint8_t>;

// The runner's side.
Message encode_hello();
Message encode_call(const contract::Operation& operation, const Record& input);
std::variant<Ready, WireError> decode_ready(View message);
std::variant<Answer, Declined, WireError> decode_answer(View message,
                                                        const contract::Operation& operation);

// The testee's side. A Call has id 0: the ABI has none, since a function returns its answer.
Message encode_ready(const Identity& identity);
Message encode_answer(const contract::Operation& operation, const Reply& reply);
std::variant<Hello, Call, WireError> decode_request(View message);

}  // namespace tq::conformance::flat
