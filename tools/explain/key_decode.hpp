// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conformance/record.hpp"
#include "tools/explain/derivation.hpp"

namespace tq::tools {

// key.decode. TQ-KEYS-008 to -011.
void derive_key_decode(Derivation& derivation, const conformance::Record& input);

}  // namespace tq::tools
