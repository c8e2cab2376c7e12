// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "conformance/diff/answers.hpp"

namespace tq::conformance {

// One difference for programs: part, field, index, place by axis, a, b, ulps.
nlohmann::ordered_json difference_json(const Difference& difference);

}  // namespace tq::conformance
