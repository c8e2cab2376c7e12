// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "optimized/kernels.hpp"
#include "spec/contract/errors.hpp"
#include "spec/contract/modes.hpp"

// Chapter gain over the kernels of one target.
namespace tq::optimized {

struct Norm {
  std::vector<float> scaled;  // x' = x 2^-c
  float sum;
  float root;
  float norm;
  int exponent;  // c of TQ-GAIN-001
};

// gain.norm of a row of any length. kNonFiniteInput, kBinary32Overflow.
contract::Result<Norm> norm(const Kernels& kernels, std::span<const float> x);

// gain.store: 4 or 2 bytes each, little-endian. kNonFiniteInput, kBadArgument for a norm with its
// sign bit set, kBinary16Overflow (TQ-GAIN-005).
contract::Result<std::vector<std::uint8_t>> store(const Kernels& kernels,
                                                  contract::GainCoding gain_coding,
                                                  std::span<const float> norms);

// gain.load. kBadLength, then kGainNotFinite or kGainNegative of the first such gain (TQ-GAIN-006).
contract::Result<std::vector<float>> load(const Kernels& kernels, contract::GainCoding gain_coding,
                                          std::span<const std::uint8_t> stored);

// The first error of TQ-GAIN-006 in whole stored gains.
std::optional<contract::Error> check_gains(contract::GainCoding gain_coding,
                                           std::span<const std::uint8_t> stored);

}  // namespace tq::optimized
