// SPDX-License-Identifier: Apache-2.0
#include "optimized/key_plans.hpp"

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
KeyPlans::KeyPlans(const KeyShape& shape) {
  const auto d = static_cast<std::size_t>(shape.head_dim);
  const bool second = has_second_signs(shape.transform);
  const auto layer = static_cast<std::uint32_t>(shape.layer);
  const RowPlan common = {.transform = shape.transform,
                          .gain_coding = shape.gain_coding,
                          .width = static_cast<int>(shape.width),
                          .head_dim = d,
                          .flips_1 = nullptr,
                          .flips_2 = nullptr,
                          .spread = tq::optimized::spread(shape.transform, d),
                          .return_scale = tq::optimized::return_scale(shape.transform, d)};
  const std::size_t head_words = second ? 2 * d : d;
  plans_.assign(static_cast<std::size_t>(shape.kv_heads), common);
  flips_.resize(plans_.size() * head_words);
  for (std::size_t h = 0; h < plans_.size(); ++h) {
    const auto head = static_cast<std::uint32_t>(h);
    const auto words = std::span(flips_).subspan(h * head_words, head_words);
    stream_flips(shape.seed, Stream::kKeyRound1, layer, head, words.first(d));
    plans_[h].flips_1 = words.data();
    if (!second) continue;
    stream_flips(shape.seed, Stream::kKeyRound2, layer, head, words.subspan(d));
    plans_[h].flips_2 = words.data() + d;
  }
}

std::size_t KeyPlans::gain_bytes() const { return tq::optimized::gain_bytes(gain_coding()); }

// TQ-KEYS-006
std::size_t KeyPlans::row_bytes() const { return packed_bytes(width(), head_dim()); }

Rotation KeyPlans::rotation(std::size_t kv_head) const {
  const RowPlan& plan = plans_[kv_head];
  return {plan.transform, plan.head_dim, plan.flips_1, plan.flips_2};
}

}  // namespace tq::optimized
