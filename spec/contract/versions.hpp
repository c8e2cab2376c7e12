// SPDX-License-Identifier: CC0-1.0
#pragma once

#include <string_view>

// Three numbers that change independently (TQ-VECT-001).
namespace tq::contract {

inline constexpr std::string_view kSpecificationVersion = "0.1";
inline constexpr int kVectorFormat = 1;
inline constexpr int kProtocol = 1;

}  // namespace tq::contract
