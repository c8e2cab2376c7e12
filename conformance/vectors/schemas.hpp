// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conformance/vectors/tree.hpp"

namespace tq::conformance {

// The JSON Schemas (2020-12) of the files under vectors/, by file name under spec/schemas/. They
// come from the operation table and the error list; the typed reader is stricter.
Tree vector_schemas();

}  // namespace tq::conformance
