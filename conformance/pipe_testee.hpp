// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "conformance/testee.hpp"

namespace tq::conformance {

// After this many failed starts in a row a testee is not started again, and after this many
// timeouts in a row of one operation it is not asked for that operation again: every call left gets
// the same outcome at once, so that a hopeless testee costs minutes and not hours.
inline constexpr int kPatience = 3;

// A testee behind a pipe. It is started again after a crash, a timeout or a protocol error.
std::unique_ptr<Testee> make_pipe_testee(std::vector<std::string> command,
                                         const TimeLimits& limits);

}  // namespace tq::conformance
