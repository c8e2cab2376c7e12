// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
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

  std::size_t head_dim() const { return common_.head_dim; }
  std::size_t kv_heads() const { return kv_heads_; }
  int width() const { return common_.width; }
  float spread() const { return common_.spread; }
  float return_scale() const { return common_.return_scale; }
  contract::GainCoding gain_coding() const { return common_.gain_coding; }
  std::size_t gain_bytes() const;  // of one stored gain
  std::size_t row_bytes() const;   // of one packed row (TQ-KEYS-006)

  // The plan and the rotation of a KV head below kv_heads(); they point into this object.
  RowPlan plan(std::size_t kv_head) const;
  Rotation rotation(std::size_t kv_head) const;

 private:
  explicit KeyPlans(const KeyShape& shape);

  RowPlan common_;  // without flips
  std::size_t kv_heads_;
  std::vector<std::uint32_t> flips_;  // of head 0: D1, D2 where there is one; then of head 1, ...
};

}  // namespace tq::optimized
