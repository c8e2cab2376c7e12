// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tools/bench/times.hpp"

// What appending a key row must reach at least; the figures come from the prototypes behind the
// design, measured on a Zen 3 processor.
namespace tq::tools::bench {

inline constexpr std::string_view kFloorCase = "append/d128/w4";
inline constexpr std::string_view kFloorTarget = "AVX2";
// 32 MB of rows: keys come from a projection that has just written megabytes, not from the first
// cache.
inline constexpr std::size_t kFloorRows = 65536;
inline constexpr double kLeastGain = 4;    // times as fast as SCALAR
inline constexpr double kLargestCost = 2;  // times as long as copying the 512 bytes of the input

struct FloorVerdict {
  bool met;
  std::string text;  // a line for each floor
};

// Judges the times of kFloorCase, which contain kFloorTarget and "memcpy". A floor is met when one
// of the two ratios meets it: the best times miss disturbances, the median misses luck.
FloorVerdict judge_floors(const CaseTimes& times);

}  // namespace tq::tools::bench
