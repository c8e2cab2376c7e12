// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "conformance/pipe_testee.hpp"
#include "conformance/testee.hpp"

namespace tq::conformance {

// The library or WebAssembly module that `text` of `--testee` names: what follows `abi:`, or the
// text itself when it is one word that ends in .so, .dylib or .wasm or holds ".so.". Nothing when
// it is a command line.
std::optional<std::string> parse_abi_path(std::string_view text);

// A testee with the C ABI (TQ-CONF-030), in a child process: tqc-abi-host for a library, Node with
// wasm_host.mjs for a name that ends in .wasm. Time limits, outcomes and restarts are those of the
// pipe. Gives one plain line when there is no such file or no host.
std::variant<std::unique_ptr<Testee>, std::string> open_abi(const std::string& path,
                                                            const TimeLimits& limits);

// Flat messages as lines of hex digits, as the hosts speak them; a line that begins with ! is the
// host's own word for what the testee did wrong.
extern const Messages kFlatMessages;

}  // namespace tq::conformance
