// SPDX-License-Identifier: Apache-2.0
#include "optimized/transform.hpp"

#include <bit>
#include <optional>

#include "optimized/arithmetic.hpp"
#include "optimized/packing.hpp"
#include "optimized/random.hpp"
#include "optimized/row_gain.hpp"

namespace tq::optimized {
namespace {

using contract::Error;
using contract::Transform;

// What follows H D1: nothing for one-round.
void rotate_further(const Kernels& kernels, const Rotation& rotation, float* y) {
  if (!has_second_signs(rotation.transform)) return;
  kernels.flip(rotation.flips_2, y, rotation.head_dim, y);
  if (rotation.transform == Transform::kTwoRounds) kernels.hadamard(y, rotation.head_dim);
}

// The order of errors that chapter transform gives, up to non-finite-input.
std::optional<Error> check(const Kernels& kernels, Transform transform, std::uint64_t head_dim,
                           std::span<const std::uint8_t> signs_1,
                           std::span<const std::uint8_t> signs_2, std::span<const float> values) {
  if (!is_head_dim(head_dim)) return Error::kBadArgument;
  const auto d = static_cast<std::size_t>(head_dim);
  const std::size_t bytes = packed_bytes(1, d);
  const std::size_t bytes_2 = has_second_signs(transform) ? bytes : 0;
  if (signs_1.size() != bytes || signs_2.size() != bytes_2 || values.size() != d) {
    return Error::kBadLength;
  }
  const std::uint8_t padding = padding_mask(1, d);
  if ((signs_1.back() & padding) != 0) return Error::kPaddingBits;
  if (bytes_2 != 0 && (signs_2.back() & padding) != 0) return Error::kPaddingBits;
  if (!all_finite(kernels, values)) return Error::kNonFiniteInput;
  return std::nullopt;
}

// Flips from checked bytes: D1, then D2 where there is one.
std::vector<std::uint32_t> both_flips(std::size_t d, std::span<const std::uint8_t> signs_1,
                                      std::span<const std::uint8_t> signs_2) {
  std::vector<std::uint32_t> flips(signs_2.empty() ? d : 2 * d);
  stored_flips(signs_1, std::span(flips).first(d));
  stored_flips(signs_2, std::span(flips).subspan(d));
  return flips;
}

Rotation make_rotation(Transform transform, std::size_t d,
                       const std::vector<std::uint32_t>& flips) {
  return {transform, d, flips.data(), flips.size() > d ? flips.data() + d : nullptr};
}

struct Constants {
  float spread;
  float return_scale;
};

// TQ-XFORM-009, from exact powers of two and RN(sqrt(2)).
Constants constants(Transform transform, std::size_t head_dim) {
  constexpr std::uint32_t kSquareRootOf2 = 0x3fb504f3;
  const int k = std::countr_zero(head_dim);
  if (transform != Transform::kTwoRounds) return {1, power_of_two(-k)};
  if (k % 2 == 0) return {power_of_two(k / 2), power_of_two(-3 * k / 2)};
  // One product of a normal number with a power of two, exact (TQ-ARITH-007).
  const auto root = std::bit_cast<float>(kSquareRootOf2);
  return {root * power_of_two((k - 1) / 2), root * power_of_two(-(3 * k + 1) / 2)};
}

}  // namespace

contract::Result<Forward> forward(const Kernels& kernels, Transform transform,
                                  std::uint64_t head_dim, std::span<const std::uint8_t> signs_1,
                                  std::span<const std::uint8_t> signs_2, std::span<const float> x) {
  if (const auto error = check(kernels, transform, head_dim, signs_1, signs_2, x)) return *error;
  const std::size_t d = x.size();
  const std::vector<std::uint32_t> flips = both_flips(d, signs_1, signs_2);
  const Rotation rotation = make_rotation(transform, d, flips);
  Forward result{std::vector<float>(d), {}, {}};
  kernels.flip(rotation.flips_1, x.data(), d, result.signed_x.data());
  result.round_1 = result.signed_x;
  kernels.hadamard(result.round_1.data(), d);
  result.y = result.round_1;
  rotate_further(kernels, rotation, result.y.data());
  if (!all_finite(kernels, result.y)) return Error::kResultOverflow;  // TQ-XFORM-008
  return result;
}

// TQ-XFORM-007, TQ-ARITH-008
contract::Result<Inverse> inverse(const Kernels& kernels, Transform transform,
                                  std::uint64_t head_dim, std::span<const std::uint8_t> signs_1,
                                  std::span<const std::uint8_t> signs_2, std::span<const float> y) {
  if (const auto error = check(kernels, transform, head_dim, signs_1, signs_2, y)) return *error;
  const std::size_t d = y.size();
  const std::vector<std::uint32_t> flips = both_flips(d, signs_1, signs_2);
  Inverse result{{y.begin(), y.end()}, std::vector<float>(d)};
  unrotate(kernels, make_rotation(transform, d, flips), result.unscaled.data());
  const int k = std::countr_zero(d);
  const float factor = power_of_two(transform == Transform::kTwoRounds ? -2 * k : -k);
  kernels.scale(factor, result.unscaled.data(), d, result.x.data());
  add_positive_zero(result.x);
  if (!all_finite(kernels, result.x)) return Error::kResultOverflow;  // TQ-XFORM-008
  return result;
}

// TQ-XFORM-002 to TQ-XFORM-006: D is kernels.flip, H is kernels.hadamard. One-round is
// TQ-XFORM-004, two-rounds TQ-XFORM-005, two-sign TQ-XFORM-006.
void rotate(const Kernels& kernels, const Rotation& rotation, const float* x, float* y) {
  kernels.flip(rotation.flips_1, x, rotation.head_dim, y);
  kernels.hadamard(y, rotation.head_dim);
  rotate_further(kernels, rotation, y);
}

// TQ-XFORM-007
void unrotate(const Kernels& kernels, const Rotation& rotation, float* y) {
  if (rotation.transform == Transform::kTwoRounds) kernels.hadamard(y, rotation.head_dim);
  if (has_second_signs(rotation.transform)) {
    kernels.flip(rotation.flips_2, y, rotation.head_dim, y);
  }
  kernels.hadamard(y, rotation.head_dim);
  kernels.flip(rotation.flips_1, y, rotation.head_dim, y);
}

// TQ-XFORM-001
bool is_head_dim(std::uint64_t head_dim) {
  return std::has_single_bit(head_dim) && head_dim >= contract::kMinHeadDim &&
         head_dim <= contract::kMaxHeadDim;
}

bool has_second_signs(Transform transform) { return transform != Transform::kOneRound; }

float spread(Transform transform, std::size_t head_dim) {
  return constants(transform, head_dim).spread;
}

float return_scale(Transform transform, std::size_t head_dim) {
  return constants(transform, head_dim).return_scale;
}

}  // namespace tq::optimized
