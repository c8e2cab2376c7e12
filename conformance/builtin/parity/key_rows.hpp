// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "conformance/builtin/parity/choices.hpp"
#include "reference/keys.hpp"

// Key rows, stored gains and packed rows for chapters gain, keys, page and score.
namespace tq::conformance {

// A legal shape of few rows; the larger the head_dim, the fewer.
reference::KeyShape choose_key_shape(Choices& choices);

// One stored gain that a reader accepts (TQ-GAIN-006), often +0 or a typical one. Gives whether it
// is +0.
bool append_gain(std::vector<std::uint8_t>& stored, Choices& choices, contract::GainCoding coding);

// Gains and packed rows that a reader accepts, in [tokens, kv_heads] order (TQ-KEYS-009).
struct StoredRows {
  std::vector<std::uint8_t> gains;
  std::vector<std::uint8_t> rows;
};
StoredRows choose_stored_rows(Choices& choices, const reference::KeyShape& shape);

// A row whose coordinates, transformed and normalised, lie on boundaries of the codebook or a few
// ulps off, so that any rounding out of place changes a code. For row (token, kv_head).
std::vector<std::uint32_t> choose_row_near_boundaries(Choices& choices,
                                                      const reference::KeyShape& shape,
                                                      std::uint32_t kv_head);

}  // namespace tq::conformance
