// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tq::conformance {

// One order in which the calls of a run are made again.
struct Order {
  std::string name;  // "reversed"
  std::vector<std::size_t> calls;
};

// Reversed; shuffled by `seed` (the same on every machine); and interleaved, one call of each
// operation after the other. `operation_of[i]` numbers the operation of call i.
std::vector<Order> orders_of(const std::vector<std::size_t>& operation_of, std::uint64_t seed);

}  // namespace tq::conformance
