// SPDX-License-Identifier: Apache-2.0
#include "reference/transform.hpp"

#include <bit>
#include <type_traits>

namespace tq::reference {
namespace {

using contract::Transform;

// RN(sqrt(2)); multiples by powers of two are RN of the same multiples.
constexpr std::uint32_t kRootOfTwo = 0x3fb504f3;

int log2_of(std::size_t power_of_two) { return std::countr_zero(power_of_two); }

Binary32 power_of_two(int exponent) { return scale(Binary32::from_integer(1), exponent); }

// RN(2^(halves / 2))
Binary32 power_of_root_two(int halves) {
  if (halves % 2 == 0) return power_of_two(halves / 2);
  return scale(Binary32::from_bits(kRootOfTwo), (halves - 1) / 2);  // halves - 1 is even
}

// TQ-XFORM-002
template <Number N>
std::vector<N> flip(const std::vector<bool>& minus, std::span<const N> x) {
  std::vector<N> flipped(x.begin(), x.end());
  for (std::size_t i = 0; i < flipped.size(); ++i) {
    if (minus[i]) flipped[i] = -flipped[i];
  }
  return flipped;
}

contract::Result<std::vector<bool>> load_signs(std::size_t count,
                                               std::span<const std::uint8_t> bytes) {
  if (bytes.size() != (count + 7) / 8) return contract::Error::kBadLength;
  std::vector<bool> minus(count);
  for (std::size_t j = 0; j < 8 * bytes.size(); ++j) {
    const bool bit = ((bytes[j / 8] >> (j % 8)) & 1) != 0;
    if (j < count) {
      minus[j] = bit;
    } else if (bit) {
      return contract::Error::kPaddingBits;
    }
  }
  return minus;
}

int rounds(Transform transform) { return transform == Transform::kTwoRounds ? 2 : 1; }

}  // namespace

// TQ-XFORM-001
bool is_legal_head_dim(std::uint64_t head_dim) {
  return head_dim >= contract::kMinHeadDim && head_dim <= contract::kMaxHeadDim &&
         std::has_single_bit(head_dim);
}

contract::Result<SignPair> load_sign_pair(Transform transform, std::size_t head_dim,
                                          std::span<const std::uint8_t> first,
                                          std::span<const std::uint8_t> second) {
  // Lengths of both before padding bits of either.
  const std::size_t second_count = transform == Transform::kOneRound ? 0 : head_dim;
  if (first.size() != (head_dim + 7) / 8 || second.size() != (second_count + 7) / 8) {
    return contract::Error::kBadLength;
  }
  const auto first_signs = load_signs(head_dim, first);
  if (!first_signs) return first_signs.error();
  const auto second_signs = load_signs(second_count, second);
  if (!second_signs) return second_signs.error();
  return SignPair{.first = *first_signs, .second = *second_signs};
}

// TQ-XFORM-003
template <Number N>
std::vector<N> hadamard(std::vector<N> x) {
  if constexpr (std::is_same_v<N, Bounded>) {
    // An implementation may form each sum in any order, a dense matrix included. TQ-ARITH-012
    return hadamard_sums(x);
  } else {
    for (std::size_t stride = 1; stride < x.size(); stride *= 2) {
      for (std::size_t i = 0; i < x.size(); ++i) {
        if ((i & stride) != 0) continue;
        const N a = x[i];
        const N b = x[i + stride];
        x[i] = a + b;
        x[i + stride] = a - b;
      }
    }
    return x;
  }
}

template <Number N>
Forward<N> forward(Transform transform, const SignPair& signs, std::span<const N> x) {
  Forward<N> stages;
  stages.signed_x = flip(signs.first, x);
  stages.round_1 = hadamard(stages.signed_x);
  const std::span<const N> round_1 = stages.round_1;
  switch (transform) {
    case Transform::kOneRound:  // TQ-XFORM-004
      stages.y = stages.round_1;
      break;
    case Transform::kTwoRounds:  // TQ-XFORM-005
      stages.y = hadamard(flip(signs.second, round_1));
      break;
    case Transform::kTwoSign:  // TQ-XFORM-006
      stages.y = flip(signs.second, round_1);
      break;
  }
  return stages;
}

// TQ-XFORM-007
template <Number N>
std::vector<N> reverse_steps(Transform transform, const SignPair& signs, std::span<const N> y) {
  std::vector<N> w(y.begin(), y.end());
  if (transform == Transform::kTwoRounds) w = hadamard(std::move(w));
  if (transform != Transform::kOneRound) w = flip(signs.second, std::span<const N>(w));
  w = hadamard(std::move(w));
  return flip(signs.first, std::span<const N>(w));
}

// TQ-XFORM-007
template <Number N>
std::vector<N> inverse(Transform transform, const SignPair& signs, std::span<const N> y) {
  const N factor = N::from_bits(inverse_scale(transform, y.size()).bits());
  std::vector<N> x = reverse_steps(transform, signs, y);
  for (N& value : x) value = without_negative_zero(value * factor);
  return x;
}

// TQ-XFORM-009
Binary32 spread(Transform transform, std::size_t head_dim) {
  if (rounds(transform) == 1) return power_of_two(0);
  return power_of_root_two(log2_of(head_dim));
}

// TQ-XFORM-009
Binary32 return_scale(Transform transform, std::size_t head_dim) {
  if (rounds(transform) == 1) return power_of_two(-log2_of(head_dim));
  return power_of_root_two(-3 * log2_of(head_dim));
}

// TQ-XFORM-007
Binary32 inverse_scale(Transform transform, std::size_t head_dim) {
  return power_of_two(-rounds(transform) * log2_of(head_dim));
}

#define TQ_INSTANTIATE(N)                                                                \
  template std::vector<N> hadamard(std::vector<N>);                                      \
  template Forward<N> forward(Transform, const SignPair&, std::span<const N>);           \
  template std::vector<N> reverse_steps(Transform, const SignPair&, std::span<const N>); \
  template std::vector<N> inverse(Transform, const SignPair&, std::span<const N>);
TQ_INSTANTIATE(Binary32)
TQ_INSTANTIATE(Real)
TQ_INSTANTIATE(Bounded)
#undef TQ_INSTANTIATE

}  // namespace tq::reference
