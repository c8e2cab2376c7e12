// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "conformance/testee.hpp"

// The messages of the pipe protocol, one line each, without the newline (chapter conformance).
// Encoding never throws; decoding is total: any line gives a message or one plain line.
namespace tq::conformance {

inline constexpr std::size_t kMaxLine = std::size_t{16} << 20;  // TQ-CONF-002
inline constexpr std::size_t kMinTesteeLine = 65'536;           // TQ-CONF-005

struct WireError {
  std::string detail;
};

// 1 to 64 letters, digits, `_`, `-` and `.` (TQ-CONF-005).
bool is_target_name(std::string_view text);

// What a testee said of itself (TQ-CONF-005).
struct Ready {
  Identity identity;
  std::size_t max_line = 0;  // bytes of the longest request that it reads
};

// A testee declined one call (TQ-CONF-010).
struct Declined {
  std::string reason;
};

// The runner's side.
std::string encode_hello();
std::string encode_call(std::uint64_t id, const contract::Operation& operation,
                        const Record& input);
std::variant<Ready, WireError> decode_ready(std::string_view line);
std::variant<Answer, Declined, WireError> decode_answer(std::string_view line, std::uint64_t id,
                                                        const contract::Operation& operation);
// The `id` of a line that is a JSON object with an integer there; nothing for any other line.
std::optional<std::uint64_t> id_of_answer(std::string_view line);

// The testee's side (tqc serve).
struct Hello {};
struct Call {
  std::uint64_t id = 0;
  const contract::Operation* operation = nullptr;
  Record input;
};
std::string encode_ready(const Ready& ready);
std::string encode_answer(std::uint64_t id, const Reply& reply);
std::variant<Hello, Call, WireError> decode_request(std::string_view line);

}  // namespace tq::conformance
