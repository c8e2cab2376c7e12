// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/gain.hpp"
#include "reference/keys.hpp"
#include "tools/explain/pieces.hpp"

// The steps of one key row. A derivation that shows nothing (Focus{.shown = 0}) serves for the rows
// beside the one that is looked at, so that every row takes the same path.
namespace tq::tools {

// Scale exponent, scaled row, sum, root and norm of a finite row. Nothing after a refusal.
// TQ-GAIN-001 to -004.
std::optional<reference::RawNorm<Binary32>> derive_norm(Derivation& derivation,
                                                        std::span<const Binary32> x);

// D1 and D2 of a KV head. TQ-KEYS-002.
reference::SignPair derive_key_signs(Derivation& derivation, contract::Transform transform,
                                     std::size_t head_dim, std::uint64_t seed, std::uint64_t layer,
                                     std::uint64_t kv_head);

// z = y / t and the codes. Nothing after a refusal: t or z is not finite. TQ-KEYS-003 to -005.
struct QuantizedRow {
  std::vector<Binary32> z;
  std::vector<std::uint8_t> codes;
};
std::optional<QuantizedRow> derive_codes(Derivation& derivation, int width,
                                         contract::Transform transform, Binary32 gain,
                                         std::span<const Binary32> y);

// The levels of codes. TQ-CODE-003.
std::vector<Binary32> derive_levels(Derivation& derivation, int width,
                                    std::span<const std::uint8_t> codes);

}  // namespace tq::tools
