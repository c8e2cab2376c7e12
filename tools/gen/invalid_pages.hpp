// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/gen/vector_set.hpp"

namespace tq::tools {

// Negative pages: at least one per page error with that fault alone, resealed so that nothing else
// is wrong, and pages with two faults, of which the first decides
// (vectors/page/invalid/<layer>/<fault>.json).
void add_invalid_pages(VectorSet& set);

}  // namespace tq::tools
