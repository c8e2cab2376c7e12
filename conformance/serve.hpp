// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>

#include "conformance/testee.hpp"

namespace tq::conformance {

// The testee's end of the pipe (chapter conformance): answers requests from `in` on `out`, one line
// each, until `in` ends. Gives the exit status: 0, or 1 with one line on `log` after a request that
// breaks the protocol, or when the testee does not start or gives no answer. C files, because
// streams are most of the size of a small static program.
int serve(Testee& testee, std::FILE* in, std::FILE* out, std::FILE* log);

}  // namespace tq::conformance
