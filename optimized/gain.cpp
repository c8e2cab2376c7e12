// SPDX-License-Identifier: Apache-2.0
#include "optimized/gain.hpp"

#include <algorithm>
#include <bit>

#include "optimized/arithmetic.hpp"
#include "optimized/binary16.hpp"
#include "optimized/row_gain.hpp"

namespace tq::optimized {
namespace {

using contract::Error;
using contract::GainCoding;

// A little-endian word of `bytes` bytes.
std::uint32_t little_endian(const std::uint8_t* from, std::size_t bytes) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < bytes; ++i) word |= std::uint32_t{from[i]} << (8 * i);
  return word;
}

}  // namespace

// TQ-GAIN-001 to TQ-GAIN-004
contract::Result<Norm> norm(const Kernels& kernels, std::span<const float> x) {
  const std::uint32_t magnitude = kernels.largest_magnitude(x.data(), x.size());
  if (magnitude >= kInfinity32) return Error::kNonFiniteInput;
  Norm result{std::vector<float>(x.size()), 0, 0, 0, scale_exponent(magnitude)};
  float* scaled = result.scaled.data();
  kernels.scale(power_of_two(-result.exponent), x.data(), x.size(), scaled);
  // TQ-GAIN-002, TQ-GAIN-003. The sum of zeros is +0, and so are its root and its norm
  // (TQ-GAIN-004).
  result.sum = kernels.tree(kernels.dot_lanes(scaled, scaled, x.size(), nullptr));
  kernels.evaluate(Operator::kSquareRoot, &result.sum, nullptr, 1, &result.root);
  kernels.scale(power_of_two(result.exponent), &result.root, 1, &result.norm);
  if (!is_finite(result.norm)) return Error::kBinary32Overflow;
  return result;
}

// TQ-GAIN-005
contract::Result<std::vector<std::uint8_t>> store(const Kernels& kernels, GainCoding gain_coding,
                                                  std::span<const float> norms) {
  if (!all_finite(kernels, norms)) return Error::kNonFiniteInput;
  const auto has_sign = [](float value) { return std::bit_cast<std::uint32_t>(value) >> 31 != 0; };
  if (std::ranges::any_of(norms, has_sign)) return Error::kBadArgument;
  const std::size_t bytes = gain_bytes(gain_coding);
  std::vector<std::uint8_t> stored(norms.size() * bytes);
  const auto write = [&](std::size_t i, std::uint32_t pattern) {
    write_gain(gain_coding, pattern, stored.data() + i * bytes);
  };
  if (gain_coding == GainCoding::kBinary32) {
    for (std::size_t i = 0; i < norms.size(); ++i) {
      write(i, std::bit_cast<std::uint32_t>(norms[i]));
    }
    return stored;
  }
  const auto halves = to_binary16(kernels, norms);
  if (!halves) return halves.error();
  for (std::size_t i = 0; i < norms.size(); ++i) write(i, (*halves)[i]);
  return stored;
}

// TQ-GAIN-006
contract::Result<std::vector<float>> load(const Kernels& kernels, GainCoding gain_coding,
                                          std::span<const std::uint8_t> stored) {
  const std::size_t bytes = gain_bytes(gain_coding);
  if (stored.size() % bytes != 0) return Error::kBadLength;
  if (const auto error = check_gains(gain_coding, stored)) return *error;
  const std::size_t count = stored.size() / bytes;
  std::vector<float> gains(count);
  if (gain_coding == GainCoding::kBinary32) {
    for (std::size_t i = 0; i < count; ++i) {
      gains[i] = std::bit_cast<float>(little_endian(stored.data() + i * bytes, bytes));
    }
    return gains;
  }
  std::vector<std::uint16_t> halves(count);
  for (std::size_t i = 0; i < count; ++i) {
    halves[i] = static_cast<std::uint16_t>(little_endian(stored.data() + i * bytes, bytes));
  }
  kernels.from_binary16(halves.data(), count, gains.data());
  return gains;
}

std::optional<Error> check_gains(GainCoding gain_coding, std::span<const std::uint8_t> stored) {
  const std::size_t bytes = gain_bytes(gain_coding);
  // The high half of a binary32 tells its sign and exponent, as the whole of a binary16 does.
  const std::uint32_t special = gain_coding == GainCoding::kBinary32 ? 0x7f80 : 0x7c00;
  for (std::size_t at = bytes - 2; at < stored.size(); at += bytes) {
    const std::uint32_t high_half = little_endian(stored.data() + at, 2);
    if ((high_half & special) == special) return Error::kGainNotFinite;
    if (high_half >> 15 != 0) return Error::kGainNegative;
  }
  return std::nullopt;
}

}  // namespace tq::optimized
