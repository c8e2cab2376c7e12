// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "conformance/testee.hpp"
#include "optimized/kernels.hpp"

namespace tq::conformance {

// The fast implementation on one target: claims every operation in class bits and names the target
// that its code was compiled for (TQ-CONF-005). Outputs come from the paths that a runtime uses
// (whole rows at once); stages, which these never store, from the stage functions beside them.
// Needs neither exceptions nor any library, so that it fits into a small static program. `kernels`
// must outlive it.
std::unique_ptr<Testee> make_optimized_testee(const optimized::Kernels& kernels);

}  // namespace tq::conformance
