// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "conformance/vector.hpp"

// Class bounds: the intervals that the reference derives over the number type Bounded, stage by
// stage from the recorded input (TQ-ARITH-009, TQ-ARITH-011).
namespace tq::tools {

// The intervals of a vector whose input is complete (formulas expanded), under the profile of this
// name. None where the vector expects an error, where the operation rounds nothing, and where an
// admissible gain or code of key.encode is ambiguous, after which the outputs branch.
std::vector<conformance::Interval> derive_intervals(const conformance::Vector& vector,
                                                    std::string_view profile);

// Adds those of the profiles that vectors hold, and the requirement TQ-ARITH-009.
void add_intervals(conformance::Vector& vector);

}  // namespace tq::tools
