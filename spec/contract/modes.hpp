// SPDX-License-Identifier: CC0-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

// Enumerations of the page header. Names are those of vectors and wire messages.
namespace tq::contract {

enum class Transform : std::uint8_t { kOneRound = 1, kTwoRounds = 2, kTwoSign = 3 };
enum class Codebook : std::uint8_t { kGaussian = 1 };
enum class GainRule : std::uint8_t { kRawNorm = 1 };
enum class GainCoding : std::uint8_t { kBinary32 = 1, kBinary16 = 2 };
// The value is the width in bits.
enum class KeyMode : std::uint8_t { kLloydMax2 = 2, kLloydMax3 = 3, kLloydMax4 = 4 };

template <class E>
struct Named {
  E value;
  std::string_view name;
};

inline constexpr Named<Transform> kTransforms[] = {
    {Transform::kOneRound, "one-round"},
    {Transform::kTwoRounds, "two-rounds"},
    {Transform::kTwoSign, "two-sign"},
};
inline constexpr Named<GainCoding> kGainCodings[] = {
    {GainCoding::kBinary32, "binary32"},
    {GainCoding::kBinary16, "binary16"},
};
inline constexpr Named<KeyMode> kKeyModes[] = {
    {KeyMode::kLloydMax2, "lloyd-max-2"},
    {KeyMode::kLloydMax3, "lloyd-max-3"},
    {KeyMode::kLloydMax4, "lloyd-max-4"},
};

// The enumerator that a name stands for; nothing when the table has no such name.
template <class E, std::size_t size>
constexpr std::optional<E> parse_name(const Named<E> (&table)[size], std::string_view name) {
  for (const auto& entry : table) {
    if (entry.name == name) return entry.value;
  }
  return std::nullopt;
}

// The name of an enumerator of the table.
template <class E, std::size_t size>
constexpr std::string_view name_of(const Named<E> (&table)[size], E value) {
  std::string_view name;
  for (const auto& entry : table) {
    if (entry.value == value) name = entry.name;
  }
  return name;
}

// Legal sizes (chapters transform and page).
inline constexpr int kMinHeadDim = 2;
inline constexpr int kMaxHeadDim = 1024;
inline constexpr int kMaxLayers = 4096;
inline constexpr int kMaxKvHeads = 256;
inline constexpr int kMaxQueryHeads = 4096;  // of one score call
inline constexpr int kMaxCapacity = 1024;
inline constexpr std::uint32_t kMaxPosition = 0x7fffffff;

}  // namespace tq::contract
