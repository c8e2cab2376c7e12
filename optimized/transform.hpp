// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "optimized/kernels.hpp"
#include "spec/contract/errors.hpp"
#include "spec/contract/modes.hpp"

// Chapter transform over the kernels of one target.
namespace tq::optimized {

struct Forward {
  std::vector<float> signed_x;  // stage signed: D1 x
  std::vector<float> round_1;   // H D1 x
  std::vector<float> y;
};

struct Inverse {
  std::vector<float> unscaled;
  std::vector<float> x;
};

// transform.forward. Signs are stored as by TQ-RAND-005; signs_2 is empty for one-round.
// kBadArgument (head_dim), kBadLength, kPaddingBits, kNonFiniteInput, kResultOverflow.
contract::Result<Forward> forward(const Kernels& kernels, contract::Transform transform,
                                  std::uint64_t head_dim, std::span<const std::uint8_t> signs_1,
                                  std::span<const std::uint8_t> signs_2, std::span<const float> x);

// transform.inverse. The errors of forward.
contract::Result<Inverse> inverse(const Kernels& kernels, contract::Transform transform,
                                  std::uint64_t head_dim, std::span<const std::uint8_t> signs_1,
                                  std::span<const std::uint8_t> signs_2, std::span<const float> y);

// What the functions below need to know of a transform; a view.
struct Rotation {
  contract::Transform transform;
  std::size_t head_dim;
  Flips flips_1;
  Flips flips_2;  // null for one-round
};

// y = T x, head_dim elements, unnormalised (TQ-XFORM-004 to -006); may be in place.
void rotate(const Kernels& kernels, const Rotation& rotation, const float* x, float* y);

// The steps of T in reverse order without the multiplication of TQ-XFORM-007, in place.
void unrotate(const Kernels& kernels, const Rotation& rotation, float* y);

// A power of two from 2 to 1024 (TQ-XFORM-001).
bool is_head_dim(std::uint64_t head_dim);

// Whether the transform has signs D2.
bool has_second_signs(contract::Transform transform);

// rho and sigma (TQ-XFORM-009); head_dim is legal.
float spread(contract::Transform transform, std::size_t head_dim);
float return_scale(contract::Transform transform, std::size_t head_dim);

}  // namespace tq::optimized
