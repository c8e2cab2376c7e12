// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "optimized/kernels.hpp"
#include "optimized/key_plans.hpp"
#include "spec/contract/errors.hpp"

// What the operations of chapter keys and their stages share.
namespace tq::optimized {

inline constexpr std::uint64_t kMaxTokens = 1024;  // of one call (TQ-KEYS-001)

// The checks of TQ-KEYS-011 behind those of the shape, then the gains as numbers, one a row.
contract::Result<std::vector<float>> load_checked(const Kernels& kernels, const KeyPlans& plans,
                                                  std::uint64_t tokens,
                                                  std::span<const std::uint8_t> gains,
                                                  std::span<const std::uint8_t> rows);

// t = RN(g' rho) (TQ-KEYS-003), 0 for a gain of +0.
float normaliser(const Kernels& kernels, float scaled_gain, float spread);

// z = y / t, or +0 everywhere for t = 0, which only a gain of +0 has (TQ-KEYS-005).
void normalise(const Kernels& kernels, float t, std::span<const float> y, std::span<float> z);

// The packed row whose codes are all 2^(w-1) - 1, the code of +0 (TQ-KEYS-005).
std::vector<std::uint8_t> zero_code_row(int width, std::size_t head_dim);

}  // namespace tq::optimized
