// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/floors.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tq::tools::bench {
namespace {

std::string line(const CaseTimes& times, std::string_view what, const Ratio& measured,
                 std::string_view bound_name, double bound, bool met) {
  return fmt::format("{} {}: {:.2f} (best times {:.2f}) {}, {} {}: {}\n", times.name, kFloorTarget,
                     measured.median, measured.of_bests, what, bound_name, bound,
                     met ? "met" : "MISSED");
}

}  // namespace

FloorVerdict judge_floors(const CaseTimes& times) {
  const Times& target = *find(times.targets, kFloorTarget);
  const Ratio gain = ratio(times.targets.back(), target);
  const Ratio cost = ratio(target, *find(times.yardsticks, "memcpy"));
  const bool fast = std::max(gain.median, gain.of_bests) >= kLeastGain;
  const bool cheap = std::min(cost.median, cost.of_bests) <= kLargestCost;
  return {fast && cheap,
          line(times, "times as fast as SCALAR", gain, "at least", kLeastGain, fast) +
              line(times, "times as long as memcpy", cost, "at most", kLargestCost, cheap)};
}

}  // namespace tq::tools::bench
