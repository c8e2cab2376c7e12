// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "conformance/testee.hpp"
#include "reference/page.hpp"

namespace tq::conformance {

// Performs one operation with the exact reference. All stages are reported. `input` must match the
// operation's field table (names and types); contradictory arguments are declared errors.
Answer perform_with_reference(const contract::Operation& operation, const Record& input);

// A page as the fields that page.write takes and page.parse gives (TQ-PAGE-007, TQ-PAGE-012).
Record page_record(const reference::Page& page);

// The testee `builtin:reference`: claims every operation in class bits.
std::unique_ptr<Testee> make_reference_testee();

}  // namespace tq::conformance
