// SPDX-License-Identifier: CC0-1.0
#pragma once

#include <cstdint>
#include <string_view>

// The arithmetic profiles that a claim of class bounds may name (chapter arithmetic, TQ-ARITH-011).
namespace tq::contract {

struct Profile {
  std::string_view name;
  std::uint32_t number;  // in a claim of the C ABI (TQ-CONF-031)
  // Each operation by itself is correctly rounded, so that one operation has one admissible result.
  bool is_correctly_rounded;
  bool is_stored;  // vectors hold intervals of this profile
};

// From the strongest to the weakest.
inline constexpr Profile kProfiles[] = {
    {"ieee", 1, true, true},           {"fma", 2, true, true},
    {"cuda-default", 3, false, false}, {"cuda-fast-math", 4, false, false},
    {"tf32", 5, false, false},
};

// The profile of this name or number; nullptr when there is none.
constexpr const Profile* find_profile(std::string_view name) {
  for (const Profile& profile : kProfiles) {
    if (profile.name == name) return &profile;
  }
  return nullptr;
}
constexpr const Profile* find_profile(std::uint32_t number) {
  for (const Profile& profile : kProfiles) {
    if (profile.number == number) return &profile;
  }
  return nullptr;
}

}  // namespace tq::contract
