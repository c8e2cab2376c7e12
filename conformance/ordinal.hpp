// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

// Binary32 and binary16 patterns as places on one number line. Integer arithmetic only, so that no
// mode of the host can change a verdict.
namespace tq::conformance {

// Neighbouring values differ by 1; -0 and +0 share place 0. Nothing for a NaN.
constexpr std::optional<std::int64_t> ordinal_of_binary32(std::uint32_t pattern) {
  const std::int64_t magnitude = pattern & 0x7fffffffu;
  if (magnitude > 0x7f800000) return std::nullopt;
  return (pattern >> 31) != 0 ? -magnitude : magnitude;
}

constexpr std::optional<std::int64_t> ordinal_of_binary16(std::uint16_t pattern) {
  const std::int64_t magnitude = pattern & 0x7fff;
  if (magnitude > 0x7c00) return std::nullopt;
  return (pattern >> 15) != 0 ? -magnitude : magnitude;
}

// Steps between two values; nothing when one is a NaN.
constexpr std::optional<std::uint64_t> ulp_distance(std::optional<std::int64_t> a,
                                                    std::optional<std::int64_t> b) {
  if (!a || !b) return std::nullopt;
  return static_cast<std::uint64_t>(*a < *b ? *b - *a : *a - *b);
}

}  // namespace tq::conformance
