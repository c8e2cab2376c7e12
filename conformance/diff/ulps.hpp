// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/record.hpp"

namespace tq::conformance {

// How far apart the differing elements of a field lie, in steps of its format (binary32 or
// binary16). Equal elements are not counted.
struct UlpCounts {
  static constexpr std::array<std::string_view, 7> kNames = {
      "zeros of two signs", "1 ulp", "2 to 3", "4 to 15", "16 to 255", "256 and more", "a NaN"};
  std::array<std::size_t, kNames.size()> counts{};
  std::uint64_t largest = 0;

  // `distance`: nothing when one of the two is a NaN.
  void add(std::optional<std::uint64_t> distance);
  void add(const UlpCounts& other);
  std::size_t total() const;
};

// One stage or output, compared over any number of answers that both testees gave.
struct FieldTally {
  std::string field;
  bool is_stage = false;
  bool has_ulps = false;    // binary32 words and halves; `ulps` is empty for other fields
  std::size_t answers = 0;  // pairs of answers that both hold the field
  std::size_t differing_answers = 0;
  std::size_t elements = 0;  // compared; none where the two lists differ in length
  std::size_t differing_elements = 0;
  UlpCounts ulps;

  void add(const FieldTally& other);
};

// The tally of one pair of values of the same type. `is_binary32`: words are binary32 patterns.
FieldTally tally(const Value& a, const Value& b, bool is_binary32);

}  // namespace tq::conformance
