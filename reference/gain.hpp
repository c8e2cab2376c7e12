// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/arithmetic.hpp"
#include "spec/contract/errors.hpp"
#include "spec/contract/modes.hpp"

namespace tq::reference {

// c of a finite row: floor(log2 max|x|) clamped to -126..126. Source: chapter gain, TQ-GAIN-001.
int scale_exponent(std::span<const Binary32> x);

// The raw norm and its stages. TQ-GAIN-001 to -004.
template <Number N>
struct RawNorm {
  std::vector<N> scaled;  // x 2^-c
  N sum;                  // of the rounded squares of `scaled`
  N root;
  N norm;  // root 2^c; may be infinite
};
template <Number N>
RawNorm<N> raw_norm(std::span<const N> x, int scale_exponent);

// As raw_norm for a row from outside. Errors: non-finite-input, binary32-overflow.
contract::Result<RawNorm<Binary32>> checked_raw_norm(std::span<const Binary32> x);

// Bytes of one stored gain: 4 or 2.
std::size_t gain_bytes(contract::GainCoding coding);

// A finite norm >= +0 as stored bytes. Errors: non-finite-input, bad-argument, binary16-overflow.
// TQ-GAIN-005.
contract::Result<std::vector<std::uint8_t>> store_gain(contract::GainCoding coding, Binary32 norm);

// gain_bytes(coding) stored bytes as a number. Errors: gain-not-finite, gain-negative. TQ-GAIN-006.
contract::Result<Binary32> load_gain(contract::GainCoding coding,
                                     std::span<const std::uint8_t> stored);

}  // namespace tq::reference
