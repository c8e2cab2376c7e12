// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <CLI/App.hpp>

#include "conformance/testee.hpp"

// How a verb reaches the implementations that it asks.
namespace tq::tools {

inline constexpr const char* kTesteeHelp =
    "builtin:reference, builtin:optimized, builtin:optimized/TARGET, a library or module with the "
    "C ABI (./mine.so, ./mine.wasm), or the command line of an adapter";

// In seconds (TQ-CONF-008).
struct TimeLimitOptions {
  double ready = 60;
  double first_use = 60;
  double call = 10;
};

// --ready-timeout, --first-timeout, --timeout.
void add_time_limits(CLI::App& verb, TimeLimitOptions& limits);

// A testee that is not started yet. Throws std::runtime_error, with the nearest name for a builtin
// one that does not exist.
std::unique_ptr<conformance::Testee> open_testee(const std::string& testee,
                                                 const TimeLimitOptions& limits);

}  // namespace tq::tools
