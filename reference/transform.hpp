// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reference/arithmetic.hpp"
#include "spec/contract/errors.hpp"
#include "spec/contract/modes.hpp"

namespace tq::reference {

// Whether a transform of this size exists. Source: chapter transform, TQ-XFORM-001.
bool is_legal_head_dim(std::uint64_t head_dim);

// D1 and D2 of a transform, head_dim signs each, true means minus; `second` is empty for one-round.
struct SignPair {
  std::vector<bool> first;
  std::vector<bool> second;
};

// The signs as stored bytes (TQ-RAND-005), checked: bad-length, padding-bits.
contract::Result<SignPair> load_sign_pair(contract::Transform transform, std::size_t head_dim,
                                          std::span<const std::uint8_t> first,
                                          std::span<const std::uint8_t> second);

// H x, [head_dim] -> [head_dim], unnormalised. For Bounded: the sums in any order. TQ-XFORM-003.
template <Number N>
std::vector<N> hadamard(std::vector<N> x);

// T x with its stages, each [head_dim]. TQ-XFORM-004, -005, -006.
template <Number N>
struct Forward {
  std::vector<N> signed_x;  // D1 x
  std::vector<N> round_1;   // H D1 x
  std::vector<N> y;
};
template <Number N>
Forward<N> forward(contract::Transform transform, const SignPair& signs, std::span<const N> x);

// The steps of `forward` in reverse order, without the scale: the transpose of T. TQ-XFORM-007.
template <Number N>
std::vector<N> reverse_steps(contract::Transform transform, const SignPair& signs,
                             std::span<const N> y);

// The exact inverse of `forward` but for rounding: reverse_steps x d^-rounds + (+0). TQ-XFORM-007.
template <Number N>
std::vector<N> inverse(contract::Transform transform, const SignPair& signs, std::span<const N> y);

// rho, sigma (TQ-XFORM-009) and the scale of the inverse (TQ-XFORM-007) of a legal head_dim.
Binary32 spread(contract::Transform transform, std::size_t head_dim);
Binary32 return_scale(contract::Transform transform, std::size_t head_dim);
Binary32 inverse_scale(contract::Transform transform, std::size_t head_dim);

}  // namespace tq::reference
