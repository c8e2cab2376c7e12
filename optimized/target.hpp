// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "optimized/kernels.hpp"

// Which instruction set runs. Every table is compiled into one program; the choice is made here, by
// cpuid or by name, never by the compiler's flags for the whole program.
namespace tq::optimized {

// Targets compiled in and usable on this processor, best first. The last is SCALAR, always.
std::span<const Kernels* const> usable_targets();

// Targets compiled in, best first, usable here or not.
std::span<const Kernels* const> compiled_targets();

// The table of that name, or null when it is not compiled in or this processor lacks it.
const Kernels* find_target(std::string_view name);

}  // namespace tq::optimized
