// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "tools/bench/cases.hpp"
#include "tools/bench/times.hpp"

namespace tq::tools::bench {

struct MeasureOptions {
  int repetitions = 9;
  double seconds = 0.01;  // at least, for one repetition of one loop
  // Called behind every repetition of every loop with its name ("pack/d128/w4/AVX2").
  std::function<void(std::string_view)> progress;
};

// Runs every case on every target and its yardsticks under Google Benchmark. One repetition goes
// through all loops before the next begins: neighbours in time are compared, and a disturbance
// meets one repetition instead of one target. (Random interleaving, which the library offers,
// leaves the repetitions of two loops unpaired.) CPU time of the thread. `targets`: best first.
std::vector<CaseTimes> measure(std::span<const Case> cases,
                               std::span<const optimized::Kernels* const> targets,
                               const MeasureOptions& options);

}  // namespace tq::tools::bench
