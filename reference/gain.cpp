// SPDX-License-Identifier: Apache-2.0
#include "reference/gain.hpp"

#include <algorithm>

namespace tq::reference {
namespace {

using contract::Error;
using contract::GainCoding;

constexpr int kMinScaleExponent = -126;
constexpr int kMaxScaleExponent = 126;

}  // namespace

// TQ-GAIN-001
int scale_exponent(std::span<const Binary32> x) {
  std::uint32_t largest = 0;  // patterns of magnitudes are ordered like the magnitudes
  for (const Binary32 value : x) largest = std::max(largest, abs(value).bits());
  // A biased exponent of 0 (zero and subnormals) means a magnitude below 2^-126.
  const int exponent = static_cast<int>(largest >> 23) - 127;
  return std::clamp(exponent, kMinScaleExponent, kMaxScaleExponent);
}

template <Number N>
RawNorm<N> raw_norm(std::span<const N> x, int c) {
  RawNorm<N> stages;
  std::vector<N> squares;
  for (const N& value : x) {
    stages.scaled.push_back(scale(value, -c));  // TQ-GAIN-001
    squares.push_back(stages.scaled.back() * stages.scaled.back());
  }
  stages.sum = tree_sum(std::span<const N>(squares));
  if (stages.sum.is_zero()) {  // TQ-GAIN-004
    stages.root = N::from_bits(0);
    stages.norm = N::from_bits(0);
    return stages;
  }
  stages.root = sqrt(stages.sum);       // TQ-GAIN-002
  stages.norm = scale(stages.root, c);  // TQ-GAIN-003
  return stages;
}

contract::Result<RawNorm<Binary32>> checked_raw_norm(std::span<const Binary32> x) {
  if (!all_finite(x)) return Error::kNonFiniteInput;
  RawNorm<Binary32> stages = raw_norm(x, scale_exponent(x));
  if (!stages.norm.is_finite()) return Error::kBinary32Overflow;  // TQ-GAIN-003
  return stages;
}

std::size_t gain_bytes(GainCoding coding) { return coding == GainCoding::kBinary32 ? 4 : 2; }

// TQ-GAIN-005
contract::Result<std::vector<std::uint8_t>> store_gain(GainCoding coding, Binary32 norm) {
  if (!norm.is_finite()) return Error::kNonFiniteInput;
  if (norm.is_negative()) return Error::kBadArgument;
  std::uint32_t pattern = norm.bits();
  if (coding == GainCoding::kBinary16) {
    pattern = to_binary16(norm);
    if (pattern == 0x7c00) return Error::kBinary16Overflow;
  }
  std::vector<std::uint8_t> stored;
  for (std::size_t i = 0; i < gain_bytes(coding); ++i) {
    stored.push_back(static_cast<std::uint8_t>(pattern >> (8 * i)));
  }
  return stored;
}

// TQ-GAIN-006
contract::Result<Binary32> load_gain(GainCoding coding, std::span<const std::uint8_t> stored) {
  std::uint32_t pattern = 0;
  for (std::size_t i = 0; i < gain_bytes(coding); ++i) {
    pattern |= std::uint32_t{stored[i]} << (8 * i);
  }
  const Binary32 gain = coding == GainCoding::kBinary32
                            ? Binary32::from_bits(pattern)
                            : from_binary16(static_cast<std::uint16_t>(pattern));
  if (!gain.is_finite()) return Error::kGainNotFinite;
  if (gain.is_negative()) return Error::kGainNegative;
  return gain;
}

template RawNorm<Binary32> raw_norm(std::span<const Binary32>, int);
template RawNorm<Real> raw_norm(std::span<const Real>, int);
template RawNorm<Bounded> raw_norm(std::span<const Bounded>, int);

}  // namespace tq::reference
