// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "optimized/codebook_tables.hpp"
#include "optimized/row_gain.hpp"
#include "optimized/scalar/kernels.hpp"

namespace tq::optimized::scalar {
namespace {

using contract::Transform;
using Row = std::array<float, contract::kMaxHeadDim>;
using RowCodes = std::array<std::uint8_t, contract::kMaxHeadDim>;

// TQ-XFORM-004 to -006
void forward(const RowPlan& plan, float* y) {
  flip(plan.flips_1, y, plan.head_dim, y);
  hadamard(y, plan.head_dim);
  if (plan.transform == Transform::kOneRound) return;
  flip(plan.flips_2, y, plan.head_dim, y);
  if (plan.transform == Transform::kTwoRounds) hadamard(y, plan.head_dim);
}

// TQ-XFORM-007, up to its multiplication
void inverse(const RowPlan& plan, float* y) {
  if (plan.transform == Transform::kTwoRounds) hadamard(y, plan.head_dim);
  if (plan.transform != Transform::kOneRound) flip(plan.flips_2, y, plan.head_dim, y);
  hadamard(y, plan.head_dim);
  flip(plan.flips_1, y, plan.head_dim, y);
}

std::optional<contract::Error> encode_row(const RowPlan& plan, const float* x, std::uint8_t* gain,
                                          std::uint8_t* row) {
  const std::size_t d = plan.head_dim;
  const std::uint32_t largest = largest_magnitude(x, d);
  if (largest >= kInfinity32) return contract::Error::kNonFiniteInput;
  const int c = scale_exponent(largest);
  Row y;
  scale(power_of_two(-c), x, d, y.data());
  // TQ-GAIN-002
  const float root = std::sqrt(tree(dot_lanes(y.data(), y.data(), d, nullptr)));
  const auto gained = row_gain(plan.gain_coding, root, c, plan.spread);
  if (!gained) return gained.error();
  RowCodes codes;
  if (gained->divisor > 0) {
    forward(plan, y.data());
    for (std::size_t i = 0; i < d; ++i) y[i] /= gained->divisor;
    quantize(plan.width, y.data(), d, codes.data());  // TQ-KEYS-004
  } else {
    std::fill_n(codes.begin(), d, (1U << (plan.width - 1)) - 1);  // TQ-KEYS-005
  }
  write_gain(plan.gain_coding, gained->stored.pattern, gain);
  pack(plan.width, codes.data(), d, row);  // TQ-KEYS-006
  return std::nullopt;
}

}  // namespace

std::optional<contract::Error> encode_rows(std::span<const RowPlan> plans, std::size_t count,
                                           const float* x, std::uint8_t* gains,
                                           std::uint8_t* rows) {
  const std::size_t d = plans[0].head_dim;
  const std::size_t gain_size = gain_bytes(plans[0].gain_coding);
  const std::size_t row_bytes = (d * static_cast<std::size_t>(plans[0].width) + 7) / 8;
  for (std::size_t i = 0; i < count; ++i) {
    const auto error =
        encode_row(plans[i % plans.size()], x + i * d, gains + i * gain_size, rows + i * row_bytes);
    if (error) return error;
  }
  return std::nullopt;
}

// TQ-KEYS-008, TQ-KEYS-010
bool decode_row(const RowPlan& plan, float gain, const std::uint8_t* row, float* x) {
  const std::size_t d = plan.head_dim;
  RowCodes codes;
  Row y;
  unpack(plan.width, row, d, codes.data());
  dequantize(plan.width, codes.data(), d, y.data());
  inverse(plan, y.data());
  for (std::size_t i = 0; i < d; ++i) x[i] = y[i] * plan.return_scale * gain + 0.0F;
  return largest_magnitude(x, d) < kInfinity32;
}

}  // namespace tq::optimized::scalar
