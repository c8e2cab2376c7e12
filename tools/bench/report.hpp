// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/bench/machine.hpp"
#include "tools/bench/times.hpp"

namespace tq::tools::bench {

// What a run measured. Every case has the same targets and at least one repetition.
struct Report {
  Machine machine;
  std::size_t rows;              // that every pass goes through
  std::vector<CaseTimes> cases;  // not empty
};

// One row a case, one column a target, SCALAR first: median nanoseconds a row of input and how many
// times as fast as SCALAR. The last columns compare the best target with the yardsticks.
std::string report_text(const Report& report);

// Every repetition of every loop, and of every target both ratios to SCALAR and to the yardsticks.
std::string report_json(const Report& report);

}  // namespace tq::tools::bench
