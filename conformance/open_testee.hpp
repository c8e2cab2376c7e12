// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/testee.hpp"

namespace tq::conformance {

// Opens what `--testee` names: `builtin:NAME` or `builtin:NAME/TARGET`, a shared library or
// WebAssembly module with the C ABI (open_abi.hpp), or a command line for the pipe. Gives the
// testee, not yet started, or one plain line that says what is wrong with the text.
std::variant<std::unique_ptr<Testee>, std::string> open_testee(std::string_view text,
                                                               const TimeLimits& limits);

// The target that the text asks for by itself: "AVX2" for builtin:optimized/AVX2, else empty.
std::string implied_target(std::string_view text);

// Splits a command line at spaces, as a shell would, without a shell: '...' is literal, "..."
// groups, \ takes the next character (inside "..." only before " and \). Nothing is expanded.
// Nothing when a quote is not closed.
std::variant<std::vector<std::string>, std::string> split_command(std::string_view text);

// The inverse: one word, quoted for a POSIX shell where it needs to be.
std::string quote_word(std::string_view word);

}  // namespace tq::conformance
