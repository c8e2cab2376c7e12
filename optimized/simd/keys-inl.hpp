// SPDX-License-Identifier: Apache-2.0
#if defined(TQ_OPTIMIZED_SIMD_KEYS) == defined(HWY_TARGET_TOGGLE)
#ifdef TQ_OPTIMIZED_SIMD_KEYS
#undef TQ_OPTIMIZED_SIMD_KEYS
#else
#define TQ_OPTIMIZED_SIMD_KEYS
#endif

#include "optimized/row_gain.hpp"
#include "optimized/simd/codebook-inl.hpp"
#include "optimized/simd/packing-inl.hpp"
#include "optimized/simd/transform-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tq::optimized::HWY_NAMESPACE {

// y = D1 x 2^-c and the 16 sums of its squares (signs do not change a square), block by block, with
// the strides that fit into kCount vectors done while they are in registers.
template <std::size_t kCount>
HWY_INLINE LaneSums scale_flip_butterfly(const RowPlan& plan, float factor, const float* x,
                                         float* y) {
  const Floats d;
  const auto factors = hn::Set(d, factor);
  LaneSums sums;
  for (std::size_t i = 0; i < plan.head_dim; i += kCount * kVectorLanes) {
    FloatVector v[kCount];
    HWY_UNROLL(8)
    for (std::size_t k = 0; k < kCount; ++k) {
      const std::size_t at = i + k * kVectorLanes;
      const auto scaled = hn::Mul(hn::LoadU(d, x + at), factors);
      sums.add(k % kBlockVectors, hn::Mul(scaled, scaled));
      v[k] = butterflies_inside(flip(scaled, plan.flips_1 + at));
    }
    butterflies_between(v);
    for (std::size_t k = 0; k < kCount; ++k) hn::StoreU(v[k], d, y + i + k * kVectorLanes);
  }
  remaining_strides(y, plan.head_dim, kCount * kVectorLanes);
  return sums;
}

HWY_INLINE LaneSums first_round(const RowPlan& plan, float factor, const float* x, float* y) {
  if (plan.head_dim >= 8 * kVectorLanes) return scale_flip_butterfly<8>(plan, factor, x, y);
  if (plan.head_dim == 4 * kVectorLanes) return scale_flip_butterfly<4>(plan, factor, x, y);
  if (plan.head_dim == 2 * kVectorLanes) return scale_flip_butterfly<2>(plan, factor, x, y);
  return scale_flip_butterfly<1>(plan, factor, x, y);
}

// TQ-KEYS-003, -004, -006
template <int kWidth>
HWY_INLINE void divide_quantize_pack(const float* y, std::size_t head_dim, float divisor,
                                     std::uint8_t* row) {
  const Floats d;
  const Quantizer<kWidth> quantizer(codebook_table(kWidth));
  const auto divisors = hn::Set(d, divisor);
  for (std::size_t i = 0; i < head_dim; i += kBlock, row += 2 * kWidth) {
    SignedVector codes[kBlockVectors];
    for (std::size_t k = 0; k < kBlockVectors; ++k) {
      codes[k] = quantizer(hn::Div(hn::LoadU(d, y + i + k * kVectorLanes), divisors));
    }
    const auto bytes = narrow_codes(Signed(), codes);
    store_packed<kWidth>(join_codes<kWidth>(Bytes16(), bytes), row);
  }
}

// A row whose stored gain is +0 (TQ-KEYS-005): every code is that of +0.
template <int kWidth>
HWY_INLINE void pack_zero_codes(std::size_t head_dim, std::uint8_t* row) {
  const auto codes = hn::Set(Bytes16(), (1U << (kWidth - 1)) - 1);
  for (std::size_t i = 0; i < head_dim; i += kBlock, row += 2 * kWidth) {
    store_packed<kWidth>(join_codes<kWidth>(Bytes16(), codes), row);
  }
}

template <int kWidth>
std::optional<contract::Error> encode_wide_row(const RowPlan& plan, const float* x,
                                               std::uint8_t* gain, std::uint8_t* row) {
  const std::uint32_t largest = largest_magnitude(x, plan.head_dim);
  if (largest >= kInfinity32) return contract::Error::kNonFiniteInput;
  const int c = scale_exponent(largest);
  HWY_ALIGN float y[contract::kMaxHeadDim];
  const LaneSums squares = first_round(plan, power_of_two(-c), x, y);
  if (plan.transform != contract::Transform::kOneRound) {
    flip(plan.flips_2, y, plan.head_dim, y);
    if (plan.transform == contract::Transform::kTwoRounds) hadamard(y, plan.head_dim);
  }
  // TQ-GAIN-002
  const float root = hn::GetLane(hn::Sqrt(hn::Set(hn::Full128<float>(), tree_of(squares))));
  const auto gained = row_gain(plan.gain_coding, root, c, plan.spread);
  if (!gained) return gained.error();
  write_gain(plan.gain_coding, gained->stored.pattern, gain);
  if (gained->divisor > 0) {
    divide_quantize_pack<kWidth>(y, plan.head_dim, gained->divisor, row);
  } else {
    pack_zero_codes<kWidth>(plan.head_dim, row);
  }
  return std::nullopt;
}

inline std::optional<contract::Error> encode_row(const RowPlan& plan, const float* x,
                                                 std::uint8_t* gain, std::uint8_t* row) {
  if (plan.head_dim < kBlock) return scalar::encode_row(plan, x, gain, row);
  if (plan.width == 2) return encode_wide_row<2>(plan, x, gain, row);
  if (plan.width == 3) return encode_wide_row<3>(plan, x, gain, row);
  return encode_wide_row<4>(plan, x, gain, row);
}

template <int kWidth>
HWY_INLINE void unpack_levels(const std::uint8_t* row, std::size_t head_dim, float* levels) {
  const LevelTable<Bytes16> table(kWidth);
  const std::uint8_t* end = row + head_dim * kWidth / 8;
  for (std::size_t i = 0; i < head_dim; i += kBlock, row += 2 * kWidth) {
    const auto codes = split_codes<kWidth>(Bytes16(), load_packed<kWidth>(row, end));
    dequantize_block(table, codes, levels + i);
  }
}

// TQ-KEYS-008, TQ-KEYS-010
inline bool decode_row(const RowPlan& plan, float gain, const std::uint8_t* row, float* x) {
  const std::size_t head_dim = plan.head_dim;
  if (head_dim < kBlock) return scalar::decode_row(plan, gain, row, x);
  HWY_ALIGN float y[contract::kMaxHeadDim];
  if (plan.width == 2) unpack_levels<2>(row, head_dim, y);
  if (plan.width == 3) unpack_levels<3>(row, head_dim, y);
  if (plan.width == 4) unpack_levels<4>(row, head_dim, y);
  if (plan.transform == contract::Transform::kTwoRounds) hadamard(y, head_dim);
  if (plan.transform != contract::Transform::kOneRound) flip(plan.flips_2, y, head_dim, y);
  hadamard(y, head_dim);
  const Floats d;
  const auto sigma = hn::Set(d, plan.return_scale);
  const auto gains = hn::Set(d, gain);
  const Signed di;
  auto largest = hn::Zero(di);
  for (std::size_t i = 0; i < head_dim; i += kVectorLanes) {
    const auto unscaled = flip(hn::Load(d, y + i), plan.flips_1 + i);
    const auto value = hn::Add(hn::Mul(hn::Mul(unscaled, sigma), gains), hn::Zero(d));
    hn::StoreU(value, d, x + i);
    largest = hn::Max(largest, hn::BitCast(di, hn::Abs(value)));
  }
  return static_cast<std::uint32_t>(hn::GetLane(hn::MaxOfLanes(di, largest))) < kInfinity32;
}

}  // namespace tq::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
