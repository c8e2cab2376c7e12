// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "optimized/kernels.hpp"
#include "optimized/transform.hpp"
#include "spec/contract/errors.hpp"
#include "spec/contract/modes.hpp"

namespace tq::optimized {

// What all key rows of one layer have in common, as it comes: numbers may be out of range.
struct KeyShape {
  std::uint64_t width;
  contract::Transform transform;
  contract::GainCoding gain_coding;
  std::uint64_t head_dim;
  std::uint64_t kv_heads;
  std::uint64_t layer;
  std::uint64_t seed;
};

// A checked shape with the signs of every KV head, derived once.
class KeyPlans {
 public:
  // kBadArgument for a width, head_dim, kv_heads or layer out of range (TQ-KEYS-001).
  static contract::Result<KeyPlans> create(const KeyShape& shape);
  // Plans point to the signs, which a move leaves where they are.
  KeyPlans(KeyPlans&&) = default;
  KeyPlans& operator=(KeyPlans&&) = default;

  std::size_t head_dim() const { return plans_[0].head_dim; }
  std::size_t kv_heads() const { return plans_.size(); }
  int width() const { return plans_[0].width; }
  float spread() const { return plans_[0].spread; }
  float return_scale() const { return plans_[0].return_scale; }
  contract::GainCoding gain_coding() const { return plans_[0].gain_coding; }
  std::size_t gain_bytes() const;  // of one stored gain
  std::size_t row_bytes() const;   // of one packed row (TQ-KEYS-006)

  // One plan a KV head; they point into this object.
  std::span<const RowPlan> plans() const { return plans_; }
  Rotation rotation(std::size_t kv_head) const;

 private:
  explicit KeyPlans(const KeyShape& shape);

  std::vector<RowPlan> plans_;        // of head 0, 1, ...
  std::vector<std::uint32_t> flips_;  // of head 0: D1, D2 where there is one; then of head 1, ...
};

}  // namespace tq::optimized
