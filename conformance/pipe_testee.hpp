// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/testee.hpp"
#include "conformance/wire.hpp"

namespace tq::conformance {

// How messages are spelled, one line each: as the JSON of chapter conformance or otherwise. Neither
// direction throws; any line of a testee gives a message or one plain line.
struct Messages {
  std::string (*hello)();
  std::string (*call)(std::uint64_t id, const contract::Operation& operation, const Record& input);
  std::variant<Ready, WireError> (*ready)(std::string_view line);
  std::variant<Answer, Declined, WireError> (*answer)(std::string_view line, std::uint64_t id,
                                                      const contract::Operation& operation);
};

inline constexpr Messages kJsonMessages = {encode_hello, encode_call, decode_ready, decode_answer};

// After this many failed starts in a row a testee is not started again, and after this many
// timeouts in a row of one operation it is not asked for that operation again: every call left gets
// the same outcome at once, so that a hopeless testee costs minutes and not hours.
inline constexpr int kPatience = 3;

// A testee behind a pipe. It is started again after a crash, a timeout or a protocol error.
// `messages` must outlive it.
std::unique_ptr<Testee> make_pipe_testee(std::vector<std::string> command, const TimeLimits& limits,
                                         const Messages& messages = kJsonMessages);

}  // namespace tq::conformance
