// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/binary32.hpp"
#include "reference/bounded.hpp"
#include "reference/real.hpp"

// e^x for each kind of number; `exp` of a Real is declared in real.hpp. Source: chapter attention,
// TQ-ATTN-007.
namespace tq::reference {

// RN(e^value), subnormal results kept. Beyond the range +infinity or +0; a NaN gives 7fc00000.
Binary32 exp(Binary32 value);

// The profile's own error is relative, as `ArithmeticProfile` says, plus eta where the result may
// be subnormal. Unbounded when the result may overflow.
Bounded exp(const Bounded& value);

}  // namespace tq::reference
