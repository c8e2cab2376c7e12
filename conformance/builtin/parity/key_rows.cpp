// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/parity/key_rows.hpp"

#include <algorithm>

#include "conformance/builtin/parity/generators.hpp"
#include "reference/gain.hpp"
#include "reference/packing.hpp"

namespace tq::conformance {
namespace {

using reference::Binary32;
using reference::KeyShape;

void append_word(std::vector<std::uint8_t>& bytes, std::uint32_t word, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(word >> 8 * i));
}

}  // namespace

// TQ-KEYS-001
KeyShape choose_key_shape(Choices& choices) {
  constexpr std::uint64_t kHeads[] = {1, 1, 1, 1, 2, 2, 3, 5};
  constexpr std::uint64_t kMaxElements = 1024;
  KeyShape shape;
  shape.width = 2 + choices.below(3);
  shape.transform = choose_name(choices, contract::kTransforms).value;
  shape.gain_coding = choose_name(choices, contract::kGainCodings).value;
  shape.head_dim = choose_head_dim(choices);
  shape.kv_heads = choices.of(std::span<const std::uint64_t>(kHeads));
  if (shape.head_dim == 2 && choices.one_in(16)) shape.kv_heads = contract::kMaxKvHeads;
  const std::uint64_t room = kMaxElements / (shape.head_dim * shape.kv_heads);
  // One token first; none at the far end.
  shape.tokens = (1 + choices.below(6)) % 6;
  shape.tokens = std::min(shape.tokens, std::max<std::uint64_t>(room, 1));
  shape.layer = choose_layer(choices);
  shape.seed = choose_seed(choices);
  return shape;
}

bool append_gain(std::vector<std::uint8_t>& stored, Choices& choices, contract::GainCoding coding) {
  const std::uint64_t kind = choices.bits(4);
  std::uint32_t gain = 0;
  if (coding == contract::GainCoding::kBinary16) {
    gain = kind == 15 ? 0 : choose_half(choices);
    append_word(stored, gain, 2);
  } else {
    if (kind < 12) {
      gain = reference::from_binary16(choose_half(choices)).bits();
    } else if (kind < 15) {
      gain = choose_finite(choices) & 0x7fffffff;
    }
    append_word(stored, gain, 4);
  }
  return gain == 0;
}

StoredRows choose_stored_rows(Choices& choices, const KeyShape& shape) {
  StoredRows stored;
  const auto d = static_cast<std::size_t>(shape.head_dim);
  const auto width = static_cast<int>(shape.width);
  for (std::uint64_t i = 0; i < shape.tokens * shape.kv_heads; ++i) {
    std::vector<std::uint8_t> codes(d, reference::code_of_zero(width));
    if (!append_gain(stored.gains, choices, shape.gain_coding)) {
      codes = choose_codes(choices, d, 1ull << width);
    }
    const auto row = *reference::pack(shape.width, codes);
    stored.rows.insert(stored.rows.end(), row.begin(), row.end());
  }
  return stored;
}

// With |z|^2 = d the row T^-1 z has norm 1 (rho for two rounds), so that its normaliser rounds to
// 1 and the coordinates come back as they were chosen, but for the roundings of the transform. The
// last coordinate makes up the norm.
std::vector<std::uint32_t> choose_row_near_boundaries(Choices& choices, const KeyShape& shape,
                                                      std::uint32_t kv_head) {
  const auto d = static_cast<std::size_t>(shape.head_dim);
  const auto width = static_cast<int>(shape.width);
  const Binary32 wanted = Binary32::from_integer(static_cast<std::int64_t>(d));
  std::vector<Binary32> z;
  Binary32 energy;
  for (std::size_t i = 0; i + 1 < d; ++i) {
    Binary32 value = Binary32::from_bits(choose_boundary(choices, width));
    // Near the end the energy left may be too small for a large value: take a zero.
    if (wanted < energy + value * value) value = Binary32();
    energy = energy + value * value;
    z.push_back(value);
  }
  z.push_back(sqrt(wanted - energy));
  const auto signs = reference::key_signs(shape.transform, d, shape.seed,
                                          static_cast<std::uint32_t>(shape.layer), kv_head);
  auto row = reference::inverse<Binary32>(shape.transform, signs, z);
  const auto spread = reference::spread(shape.transform, d);
  const int exponent = static_cast<int>(choices.below(40)) / 4;
  std::vector<std::uint32_t> x;
  for (const Binary32 value : row) {
    // A few ulps here and there decide on which side the coordinates come back.
    const std::int64_t steps = choices.one_in(16) ? 1 : 0;
    x.push_back(neighbour_of(scale(value * spread, exponent).bits(), steps));
  }
  return x;
}

}  // namespace tq::conformance
