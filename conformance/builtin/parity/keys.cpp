// SPDX-License-Identifier: Apache-2.0
#include "reference/keys.hpp"

#include "conformance/builtin/parity/generators.hpp"
#include "conformance/builtin/parity/key_rows.hpp"

namespace tq::conformance {
namespace {

using reference::Binary32;
using reference::KeyShape;

Record shape_record(const KeyShape& shape) {
  return {{"width", shape.width},
          {"transform", std::string(name_of(contract::kTransforms, shape.transform))},
          {"gain_coding", std::string(name_of(contract::kGainCodings, shape.gain_coding))},
          {"head_dim", shape.head_dim},
          {"tokens", shape.tokens},
          {"kv_heads", shape.kv_heads},
          {"layer", shape.layer},
          {"seed", Word64{shape.seed}}};
}

// TQ-KEYS-003: y = boundary x t and a few ulps, so that quotients fall on both sides.
Record quantize(Choices& choices) {
  const std::uint64_t width = 2 + choices.below(3);
  const auto& transform = choose_name(choices, contract::kTransforms);
  const std::uint64_t head_dim = choose_head_dim(choices);
  const auto d = static_cast<std::size_t>(head_dim);
  const std::uint64_t kind = choices.bits(3);
  std::uint32_t gain = 0x3f800000;
  if (kind > 1) gain = choose_tame_row(choices, 1).values[0] & 0x7fffffff;
  if (kind == 7) gain = choose_finite(choices) & 0x7fffffff;
  Words y;
  if (choices.one_in(3)) {
    y = choose_row(choices, d);
  } else {
    const Binary32 divisor = Binary32::from_bits(gain) * reference::spread(transform.value, d);
    for (std::size_t i = 0; i < d; ++i) {
      const Binary32 boundary =
          Binary32::from_bits(choose_boundary(choices, static_cast<int>(width)));
      const auto steps = static_cast<std::int64_t>(choices.below(5));
      const Binary32 product = boundary * divisor;
      y.values.push_back(product.is_finite() ? neighbour_of(product.bits(), steps - 2 * (steps / 3))
                                             : 0);
    }
  }
  return {{"width", width},
          {"transform", std::string(transform.name)},
          {"head_dim", head_dim},
          {"gain", Words{{gain}}},
          {"y", std::move(y)}};
}

// TQ-KEYS-002 to -006
Record encode(Choices& choices) {
  const KeyShape shape = choose_key_shape(choices);
  const auto d = static_cast<std::size_t>(shape.head_dim);
  Words x;
  for (std::uint64_t i = 0; i < shape.tokens * shape.kv_heads; ++i) {
    std::vector<std::uint32_t> row;
    const std::uint64_t kind = choices.bits(3);
    if (kind < 4) {
      row = choose_tame_row(choices, d).values;
    } else if (kind < 7) {
      row = choose_row_near_boundaries(choices, shape,
                                       static_cast<std::uint32_t>(i % shape.kv_heads));
    } else {
      row = choose_row(choices, d).values;
    }
    x.values.insert(x.values.end(), row.begin(), row.end());
  }
  Record input = shape_record(shape);
  input.add("x", std::move(x));
  return input;
}

// TQ-KEYS-008
Record decode(Choices& choices) {
  const KeyShape shape = choose_key_shape(choices);
  StoredRows stored = choose_stored_rows(choices, shape);
  Record input = shape_record(shape);
  input.add("gains", Bytes{std::move(stored.gains)});
  input.add("rows", Bytes{std::move(stored.rows)});
  return input;
}

constexpr std::pair<std::string_view, Generate> kGenerators[] = {
    {"key.quantize", quantize},
    {"key.encode", encode},
    {"key.decode", decode},
};

}  // namespace

GeneratorTable keys_generators() { return kGenerators; }

}  // namespace tq::conformance
