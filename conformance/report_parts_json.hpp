// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "conformance/selection.hpp"
#include "conformance/testee.hpp"

// What every report for programs says of who was asked, and for what.
namespace tq::conformance {

// Adds name, version and, when it says one, target.
void add_identity(nlohmann::ordered_json& testee, const Identity& identity);

// Operation name -> class: {"score.page": "bounds(fma)"}.
nlohmann::ordered_json claims_json(const Identity& identity);

nlohmann::ordered_json filter_json(const Filter& filter);

}  // namespace tq::conformance
