// SPDX-License-Identifier: Apache-2.0
#include "conformance/determinism/orders.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "conformance/vectors/formulas.hpp"

namespace tq::conformance {
namespace {

// std::shuffle and std::uniform_int_distribution differ between libraries.
void shuffle(std::vector<std::size_t>& list, std::uint64_t seed) {
  for (std::size_t left = list.size(); left > 1; --left) {
    const auto words =
        philox_block({static_cast<std::uint32_t>(left), 0, 0, 0},
                     {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
    const std::uint64_t word = words[0] | (std::uint64_t{words[1]} << 32);
    std::swap(list[left - 1], list[word % left]);
  }
}

std::vector<std::size_t> interleaved(const std::vector<std::size_t>& operation_of) {
  std::map<std::size_t, std::size_t> seen;  // calls of each operation so far
  std::vector<std::size_t> round(operation_of.size());
  for (std::size_t i = 0; i < round.size(); ++i) round[i] = seen[operation_of[i]]++;
  std::vector<std::size_t> calls(operation_of.size());
  std::iota(calls.begin(), calls.end(), std::size_t{0});
  std::sort(calls.begin(), calls.end(), [&](std::size_t a, std::size_t b) {
    return std::pair{round[a], a} < std::pair{round[b], b};
  });
  return calls;
}

}  // namespace

std::vector<Order> orders_of(const std::vector<std::size_t>& operation_of, std::uint64_t seed) {
  std::vector<std::size_t> forward(operation_of.size());
  std::iota(forward.begin(), forward.end(), std::size_t{0});
  std::vector<std::size_t> shuffled = forward;
  shuffle(shuffled, seed);
  return {{"reversed", {forward.rbegin(), forward.rend()}},
          {fmt::format("shuffled by seed {}", seed), std::move(shuffled)},
          {"interleaved", interleaved(operation_of)}};
}

}  // namespace tq::conformance
