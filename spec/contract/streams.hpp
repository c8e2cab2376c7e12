// SPDX-License-Identifier: CC0-1.0
#pragma once

#include <cstdint>

namespace tq::contract {

// Stream ids separate the uses of one seed (TQ-RAND-003). Ids of the sketch and of the values are
// allocated for their chapters.
enum class Stream : std::uint32_t {
  kKeyRound1 = 1,
  kKeyRound2 = 2,
  kKeySketch = 3,
  kValueRound1 = 17,
  kValueRound2 = 18,
};

}  // namespace tq::contract
