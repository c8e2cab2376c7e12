// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "optimized/kernels.hpp"

namespace tq::optimized {

// One table for each SIMD target that this program was compiled for, best first; none on machines
// without one.
std::span<const Kernels* const> simd_tables();

}  // namespace tq::optimized
