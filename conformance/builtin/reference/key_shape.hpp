// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conformance/record.hpp"
#include "reference/keys.hpp"

namespace tq::conformance {

// The arguments that key.encode and key.decode share. bad-argument for a name that is in no table;
// numbers may be out of range (TQ-KEYS-001).
contract::Result<reference::KeyShape> read_key_shape(const Record& input);

}  // namespace tq::conformance
