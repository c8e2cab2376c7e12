// SPDX-License-Identifier: Apache-2.0
#include "conformance/diff/ulps.hpp"

#include <algorithm>
#include <numeric>

#include "conformance/ordinal.hpp"

namespace tq::conformance {
namespace {

std::size_t bucket_of(std::optional<std::uint64_t> distance) {
  constexpr std::uint64_t kFrom[] = {1, 2, 4, 16, 256};
  if (!distance) return UlpCounts::kNames.size() - 1;
  return static_cast<std::size_t>(std::count_if(
      std::begin(kFrom), std::end(kFrom), [&](std::uint64_t from) { return *distance >= from; }));
}

template <class T, class OnDifference>
void compare_lists(const std::vector<T>& a, const std::vector<T>& b, FieldTally& tally,
                   const OnDifference& on_difference) {
  if (a.size() != b.size()) {
    tally.differing_answers = 1;
    return;
  }
  tally.elements = a.size();
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    ++tally.differing_elements;
    on_difference(a[i], b[i]);
  }
  tally.differing_answers = tally.differing_elements == 0 ? 0 : 1;
}

}  // namespace

void UlpCounts::add(std::optional<std::uint64_t> distance) {
  ++counts[bucket_of(distance)];
  largest = std::max(largest, distance.value_or(0));
}

void UlpCounts::add(const UlpCounts& other) {
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
  largest = std::max(largest, other.largest);
}

std::size_t UlpCounts::total() const {
  return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

void FieldTally::add(const FieldTally& other) {
  has_ulps = has_ulps || other.has_ulps;
  answers += other.answers;
  differing_answers += other.differing_answers;
  elements += other.elements;
  differing_elements += other.differing_elements;
  ulps.add(other.ulps);
}

FieldTally tally(const Value& a, const Value& b, bool is_binary32) {
  FieldTally tally;
  tally.answers = 1;
  const auto ignore = [](auto, auto) {};
  if (a.index() != b.index()) {
    tally.differing_answers = 1;
  } else if (const auto* words = std::get_if<Words>(&a)) {
    tally.has_ulps = is_binary32;
    compare_lists(
        words->values, std::get<Words>(b).values, tally,
        [&](std::uint32_t one, std::uint32_t other) {
          if (!is_binary32) return;
          tally.ulps.add(ulp_distance(ordinal_of_binary32(one), ordinal_of_binary32(other)));
        });
  } else if (const auto* halves = std::get_if<Halves>(&a)) {
    tally.has_ulps = true;
    compare_lists(
        halves->values, std::get<Halves>(b).values, tally,
        [&](std::uint16_t one, std::uint16_t other) {
          tally.ulps.add(ulp_distance(ordinal_of_binary16(one), ordinal_of_binary16(other)));
        });
  } else if (const auto* bytes = std::get_if<Bytes>(&a)) {
    compare_lists(bytes->values, std::get<Bytes>(b).values, tally, ignore);
  } else {
    tally.elements = 1;
    tally.differing_elements = tally.differing_answers = a == b ? 0 : 1;
  }
  return tally;
}

}  // namespace tq::conformance
