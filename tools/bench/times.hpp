// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tq::tools::bench {

// Times of one loop: nanoseconds a row, one for each repetition. The repetitions of all loops of
// one case are taken in turn, so that equal positions belong together.
struct Times {
  std::string name;  // of the target or yardstick
  std::vector<double> nanoseconds;
};

struct CaseTimes {
  std::string name;
  std::size_t bytes = 0;  // a row
  std::vector<Times> yardsticks;
  std::vector<Times> targets;  // best first, SCALAR last
};

// All need at least one repetition.
double median(std::vector<double> values);
double minimum(const std::vector<double>& values);

// How many times longer one loop takes than another in the same run.
struct Ratio {
  double median;    // of the ratios of the single repetitions
  double of_bests;  // ratio of the shortest times
};

// Both with the same number of repetitions.
Ratio ratio(const Times& longer, const Times& shorter);

// The series of that name, or null.
const Times* find(const std::vector<Times>& list, std::string_view name);

}  // namespace tq::tools::bench
