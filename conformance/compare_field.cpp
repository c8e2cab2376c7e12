// SPDX-License-Identifier: Apache-2.0
#include "conformance/compare_field.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/ordinal.hpp"
#include "conformance/value_text.hpp"

namespace tq::conformance {
namespace {

FieldDifference length_difference(std::size_t expected, std::size_t actual) {
  return {std::nullopt, fmt::format("{} elements", expected), fmt::format("{} elements", actual),
          std::nullopt, DifferenceKind::kLength};
}

std::string hex(std::uint32_t value, int digits) { return fmt::format("{:0{}x}", value, digits); }

template <class T, class Distance>
std::optional<FieldDifference> first_unequal(const std::vector<T>& expected,
                                             const std::vector<T>& actual, Distance distance) {
  if (expected.size() != actual.size()) return length_difference(expected.size(), actual.size());
  const auto at = std::mismatch(expected.begin(), expected.end(), actual.begin());
  if (at.first == expected.end()) return std::nullopt;
  const int digits = 2 * static_cast<int>(sizeof(T));
  return FieldDifference{static_cast<std::size_t>(at.first - expected.begin()),
                         hex(*at.first, digits), hex(*at.second, digits),
                         distance(*at.first, *at.second), DifferenceKind::kElement};
}

std::optional<std::uint64_t> no_distance(std::uint32_t, std::uint32_t) { return std::nullopt; }

// Distance from the nearer end of an interval; nothing when `at` is a NaN or inside.
std::optional<std::uint64_t> distance_outside(std::int64_t lower, std::int64_t upper,
                                              std::optional<std::int64_t> at) {
  if (!at) return std::nullopt;
  return at < lower ? ulp_distance(at, lower) : ulp_distance(at, upper);
}

}  // namespace

std::string_view name_of(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kElement:
      return "element";
    case DifferenceKind::kLength:
      return "length";
    case DifferenceKind::kDigest:
      return "digest";
    case DifferenceKind::kValue:
      return "value";
    case DifferenceKind::kError:
      return "error";
  }
  return "";
}

std::optional<FieldDifference> first_difference(const Value& expected, const Value& actual,
                                                bool is_float) {
  if (const auto* words = std::get_if<Words>(&expected)) {
    const auto& other = std::get<Words>(actual).values;
    if (!is_float) return first_unequal(words->values, other, no_distance);
    return first_unequal(words->values, other, [](std::uint32_t a, std::uint32_t b) {
      return ulp_distance(ordinal_of_binary32(a), ordinal_of_binary32(b));
    });
  }
  if (const auto* halves = std::get_if<Halves>(&expected)) {
    return first_unequal(halves->values, std::get<Halves>(actual).values,
                         [](std::uint16_t a, std::uint16_t b) {
                           return ulp_distance(ordinal_of_binary16(a), ordinal_of_binary16(b));
                         });
  }
  if (const auto* bytes = std::get_if<Bytes>(&expected)) {
    return first_unequal(bytes->values, std::get<Bytes>(actual).values, no_distance);
  }
  if (expected == actual) return std::nullopt;
  return FieldDifference{std::nullopt, format_value(expected), format_value(actual), std::nullopt};
}

std::optional<FieldDifference> first_outside(const Interval& interval, const Value& actual) {
  const auto* words = std::get_if<Words>(&actual);
  const std::size_t size =
      words != nullptr ? words->values.size() : std::get<Bytes>(actual).values.size();
  if (size != interval.lower.size()) return length_difference(interval.lower.size(), size);
  for (std::size_t i = 0; i < size; ++i) {
    // Intervals from a checked file hold no NaN.
    const auto place = [&](std::uint32_t pattern) {
      return words != nullptr ? ordinal_of_binary32(pattern) : std::int64_t{pattern};
    };
    const std::int64_t lower = place(interval.lower[i]).value_or(0);
    const std::int64_t upper = place(interval.upper[i]).value_or(0);
    const std::uint32_t pattern =
        words != nullptr ? words->values[i] : std::get<Bytes>(actual).values[i];
    const std::optional<std::int64_t> at = place(pattern);
    if (at && lower <= *at && *at <= upper) continue;
    const int digits = words != nullptr ? 8 : 2;
    FieldDifference difference{
        i, fmt::format("[{}, {}]", hex(interval.lower[i], digits), hex(interval.upper[i], digits)),
        hex(pattern, digits), std::nullopt, DifferenceKind::kElement};
    if (words != nullptr) difference.ulps = distance_outside(lower, upper, at);
    return difference;
  }
  return std::nullopt;
}

}  // namespace tq::conformance
