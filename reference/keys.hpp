// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/arithmetic.hpp"
#include "reference/codebook.hpp"
#include "reference/transform.hpp"
#include "spec/contract/errors.hpp"
#include "spec/contract/modes.hpp"

namespace tq::reference {

// What a call of chapter keys says of its rows. Source: TQ-KEYS-001.
struct KeyShape {
  std::uint64_t width = 0;
  contract::Transform transform = contract::Transform::kOneRound;
  contract::GainCoding gain_coding = contract::GainCoding::kBinary32;
  std::uint64_t head_dim = 0;
  std::uint64_t tokens = 0;
  std::uint64_t kv_heads = 0;
  std::uint64_t layer = 0;
  std::uint64_t seed = 0;
};
bool is_legal(const KeyShape& shape);

// Bytes of the packed codes of one row. TQ-KEYS-006.
std::size_t row_bytes(std::size_t head_dim, int width);

// D1 and D2 of the keys of one KV head. TQ-KEYS-002.
SignPair key_signs(contract::Transform transform, std::size_t head_dim, std::uint64_t seed,
                   std::uint32_t layer, std::uint32_t kv_head);

// z of a transformed row: y / RN(g' rho), or +0 everywhere when g' is +0. TQ-KEYS-003, -005.
// `gain` is g', the stored gain scaled back by 2^-c.
template <Number N>
std::vector<N> normalise(contract::Transform transform, const N& gain, std::span<const N> y);

// All rows in [tokens, kv_heads] order; element lists [tokens, kv_heads, head_dim].
struct EncodedKeys {
  std::vector<Binary32> norms;
  std::vector<Binary32> y;
  std::vector<Binary32> z;
  std::vector<std::uint8_t> codes;  // one per byte
  std::vector<std::uint8_t> gains;  // stored
  std::vector<std::uint8_t> rows;   // packed, row_bytes each
};
// Errors: bad-argument, bad-length, non-finite-input, binary32-overflow, binary16-overflow.
// TQ-KEYS-001 to -007.
contract::Result<EncodedKeys> encode_keys(const KeyShape& shape, std::span<const Binary32> x);

// x of one row from its levels: reverse steps, times sigma, times gain, plus +0. TQ-KEYS-008.
template <Number N>
struct DecodedRow {
  std::vector<N> unscaled;
  std::vector<N> x;
};
template <Number N>
DecodedRow<N> decode_row(contract::Transform transform, const SignPair& signs, const N& gain,
                         std::span<const N> levels);

struct DecodedKeys {
  std::vector<std::uint8_t> codes;
  std::vector<Binary32> unscaled;
  std::vector<Binary32> x;
};
// Errors: bad-argument, bad-length, gain-not-finite, gain-negative, padding-bits, zero-gain-codes,
// result-overflow. TQ-KEYS-008 to -011.
contract::Result<DecodedKeys> decode_keys(const KeyShape& shape,
                                          std::span<const std::uint8_t> gains,
                                          std::span<const std::uint8_t> rows);

}  // namespace tq::reference
