// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/gen/vector_set.hpp"

namespace tq::tools {

// Negative pages: at least one per page error, one fault each, resealed so that nothing else is
// wrong (vectors/page/invalid/<layer>/<fault>.json).
void add_invalid_pages(VectorSet& set);

}  // namespace tq::tools
