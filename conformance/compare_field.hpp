// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/vector.hpp"

namespace tq::conformance {

// In which way a field differs: one element or byte, its length, its digest, or as a whole; or
// kError, where an error or its absence is what differs. A failure list names it (TQ-CONF-046).
enum class DifferenceKind { kElement, kLength, kDigest, kValue, kError };
std::string_view name_of(DifferenceKind kind);  // "element"

// Where one field differs and how.
struct FieldDifference {
  std::optional<std::size_t> index;
  std::string expected;
  std::string actual;
  std::optional<std::uint64_t> ulps;
  DifferenceKind kind = DifferenceKind::kValue;
};

// Class bits: nothing when both are equal (TQ-CONF-016). `is_float`: 32-bit words are binary32.
std::optional<FieldDifference> first_difference(const Value& expected, const Value& actual,
                                                bool is_float);

// Class bounds: nothing when every element lies in its interval (TQ-CONF-017). Words are compared
// as binary32 values, bytes as codes. Precondition: the value is a list of words or bytes.
std::optional<FieldDifference> first_outside(const Interval& interval, const Value& actual);

}  // namespace tq::conformance
