// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/times.hpp"

#include <algorithm>

namespace tq::tools::bench {

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  if (values.size() % 2 != 0) return values[half];
  return (values[half - 1] + values[half]) / 2;
}

double minimum(const std::vector<double>& values) { return *std::ranges::min_element(values); }

Ratio ratio(const Times& longer, const Times& shorter) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < longer.nanoseconds.size(); ++i) {
    ratios.push_back(longer.nanoseconds[i] / shorter.nanoseconds[i]);
  }
  return {median(std::move(ratios)), minimum(longer.nanoseconds) / minimum(shorter.nanoseconds)};
}

const Times* find(const std::vector<Times>& list, std::string_view name) {
  const auto found = std::ranges::find(list, name, &Times::name);
  return found == list.end() ? nullptr : &*found;
}

}  // namespace tq::tools::bench
