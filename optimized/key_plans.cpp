// SPDX-License-Identifier: Apache-2.0
#include "optimized/key_plans.hpp"

#include <span>

#include "optimized/packing.hpp"
#include "optimized/random.hpp"
#include "optimized/row_gain.hpp"

namespace tq::optimized {

using contract::Error;
using contract::Stream;

// TQ-KEYS-001
contract::Result<KeyPlans> KeyPlans::create(const KeyShape& shape) {
  if (shape.width < 2 || shape.width > 4 || !is_head_dim(shape.head_dim) || shape.kv_heads < 1 ||
      shape.kv_heads > contract::kMaxKvHeads || shape.layer >= contract::kMaxLayers) {
    return Error::kBadArgument;
  }
  return KeyPlans(shape);
}

// TQ-KEYS-002: stream 1 for D1, stream 2 for D2.
KeyPlans::KeyPlans(const KeyShape& shape)
    : common_{shape.transform,
              shape.gain_coding,
              static_cast<int>(shape.width),
              static_cast<std::size_t>(shape.head_dim),
              nullptr,
              nullptr,
              tq::optimized::spread(shape.transform, static_cast<std::size_t>(shape.head_dim)),
              tq::optimized::return_scale(shape.transform,
                                          static_cast<std::size_t>(shape.head_dim))},
      kv_heads_(static_cast<std::size_t>(shape.kv_heads)) {
  const std::size_t d = common_.head_dim;
  const std::size_t head_words = has_second_signs(common_.transform) ? 2 * d : d;
  flips_.resize(kv_heads_ * head_words);
  const auto layer = static_cast<std::uint32_t>(shape.layer);
  for (std::size_t h = 0; h < kv_heads_; ++h) {
    const auto head = static_cast<std::uint32_t>(h);
    const auto words = std::span(flips_).subspan(h * head_words, head_words);
    stream_flips(shape.seed, Stream::kKeyRound1, layer, head, words.first(d));
    if (head_words > d) {
      stream_flips(shape.seed, Stream::kKeyRound2, layer, head, words.subspan(d));
    }
  }
}

std::size_t KeyPlans::gain_bytes() const { return tq::optimized::gain_bytes(common_.gain_coding); }

// TQ-KEYS-006
std::size_t KeyPlans::row_bytes() const { return packed_bytes(common_.width, common_.head_dim); }

RowPlan KeyPlans::plan(std::size_t kv_head) const {
  const Rotation head = rotation(kv_head);
  RowPlan plan = common_;
  plan.flips_1 = head.flips_1;
  plan.flips_2 = head.flips_2;
  return plan;
}

Rotation KeyPlans::rotation(std::size_t kv_head) const {
  const std::size_t d = common_.head_dim;
  const bool second = has_second_signs(common_.transform);
  const std::uint32_t* words = flips_.data() + kv_head * (second ? 2 * d : d);
  return {common_.transform, d, words, second ? words + d : nullptr};
}

}  // namespace tq::optimized
