// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/keys.hpp"
#include "reference/random.hpp"
#include "reference/real.hpp"
#include "spec/contract/modes.hpp"
#include "tools/explain/derivation.hpp"

// Steps that several chapters share. Each shows its work in the current window and returns what the
// reference computes.
namespace tq::tools {

using reference::Binary32;

// Every code is below 2^w. `codes` must outlive the check.
Check codes_fit(std::string_view requirement, std::uint64_t width,
                std::span<const std::uint8_t> codes);

// The 16 lanes and the tree, with every partial sum; the sum. TQ-ARITH-002.
Binary32 derive_sum(Derivation& derivation, std::span<const Binary32> terms);

// A result against the exact value: the two neighbours, the half-way point and why it is this one.
// `exact` may be an approximation to 640 bits (quotients, roots). TQ-ARITH-001.
void explain_rounding(Derivation& derivation, const reference::Real& exact, Binary32 result);

// Key, counter and words of a stream's block, and the first signs. TQ-RAND-002, TQ-RAND-004.
std::vector<bool> derive_signs(Derivation& derivation, std::string_view name,
                               const reference::StreamAddress& address, std::size_t count);

// y = T x or the reverse steps, one butterfly a stride for the coordinate that is shown (all of
// them with --all). TQ-XFORM-002 to -007.
std::vector<Binary32> derive_hadamard(Derivation& derivation, std::vector<Binary32> x);
std::vector<Binary32> derive_flip(Derivation& derivation, std::string_view name,
                                  const std::vector<bool>& minus, std::span<const Binary32> x);
reference::Forward<Binary32> derive_forward(Derivation& derivation, contract::Transform transform,
                                            const reference::SignPair& signs,
                                            std::span<const Binary32> x);
std::vector<Binary32> derive_reverse(Derivation& derivation, contract::Transform transform,
                                     const reference::SignPair& signs, std::span<const Binary32> y);

// "in (bf7b4a0c = -0.98, 00000000 = 0], above 1 of 3 boundaries: code 1". TQ-CODE-002.
std::string cell_text(int width, Binary32 z);

// The first codes bit by bit and the bytes that they fill. TQ-PACK-001.
void explain_packing(Derivation& derivation, int width, std::span<const std::uint8_t> codes,
                     std::span<const std::uint8_t> packed);

// Bytes of a norm in a coding, with the rounding to binary16 spelled out. TQ-GAIN-005.
std::string stored_gain_text(contract::GainCoding coding, Binary32 norm,
                             std::span<const std::uint8_t> stored);

}  // namespace tq::tools
