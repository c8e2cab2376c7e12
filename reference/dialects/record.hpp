// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace tq::reference {

// What one channel group of one row stores, apart from how its bits are arranged. Lists that the
// codec of the group does not have are empty. Source: chapter dialects.
struct GroupFields {
  std::vector<std::uint8_t> codes;           // one per channel (padded channels included)
  std::vector<std::uint32_t> gain;           // one pattern in its stored format, or none
  std::vector<std::uint8_t> residual_signs;  // 0 or 1, one per sketch row
  std::vector<std::uint32_t> residual_gain;  // one pattern, or none
  std::vector<std::uint32_t> scales;         // one pattern per integer group
  std::vector<std::uint32_t> zeros;
  std::vector<std::uint32_t> elements;  // one pattern per channel
  bool operator==(const GroupFields&) const = default;
};

// Pieces outermost: all groups of piece 0, then of piece 1 (RecordCodec::piece).
struct RecordFields {
  std::vector<GroupFields> groups;
  bool operator==(const RecordFields&) const = default;
};

}  // namespace tq::reference
