// SPDX-License-Identifier: Apache-2.0
#if defined(TQ_OPTIMIZED_SIMD_KEYS) == defined(HWY_TARGET_TOGGLE)
#ifdef TQ_OPTIMIZED_SIMD_KEYS
#undef TQ_OPTIMIZED_SIMD_KEYS
#else
#define TQ_OPTIMIZED_SIMD_KEYS
#endif

#include <algorithm>

#include <hwy/cache_control.h>

#include "optimized/row_gain.hpp"
#include "optimized/row_thresholds.hpp"
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

// TQ-KEYS-003, -004, -006: `thresholds` are those of the row's divisor.
template <int kWidth>
HWY_INLINE void quantize_pack(const float* y, std::size_t head_dim, const float* thresholds,
                              std::uint8_t* row) {
  const Quantizer<kWidth> quantizer(thresholds);
  std::size_t i = 0;
  for (; i + 8 * kVectorLanes <= head_dim; i += 8 * kVectorLanes, row += kVectorLanes * kWidth) {
    UnsignedVector codes[8];
    for (std::size_t k = 0; k < 8; ++k) {
      const auto code = quantizer(hn::LoadU(Floats(), y + i + k * kVectorLanes));
      codes[k] = hn::BitCast(Unsigned(), code);
    }
    pack_eight<kWidth>(codes, row);
  }
  for (; i < head_dim; i += kBlock, row += 2 * kWidth) {
    const auto bytes = quantize_block(quantizer, y + i);
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

// y in the units of x 2^-c, and the root of TQ-GAIN-002.
HWY_INLINE float transform_row(const RowPlan& plan, int c, const float* x, float* y) {
  const LaneSums squares = first_round(plan, power_of_two(-c), x, y);
  if (plan.transform != contract::Transform::kOneRound) {
    flip(plan.flips_2, y, plan.head_dim, y);
    if (plan.transform == contract::Transform::kTwoRounds) hadamard(y, plan.head_dim);
  }
  return hn::GetLane(hn::Sqrt(hn::Set(hn::Full128<float>(), tree_of(squares))));
}

// A row is a chain: its maximum, its transform, its norm, its gain, its codes. Several rows go
// through each link together, so that the latency of one hides behind the work of the others. A
// batch and its y fit into the first cache with room for the next batch, which is fetched while
// this one is quantised.
inline constexpr std::size_t kBatchRows = 8;
inline constexpr std::size_t kBatchFloats = contract::kMaxHeadDim;

// Rows `first` to `end` - 1 of a call of `count` rows.
template <int kWidth>
std::optional<contract::Error> encode_batch(std::span<const RowPlan> plans, std::size_t first,
                                            std::size_t end, std::size_t count, const float* x,
                                            std::uint8_t* gains, std::uint8_t* rows) {
  const std::size_t d = plans[0].head_dim;
  const std::size_t size = end - first;
  HWY_ALIGN float y[kBatchFloats];
  int exponents[kBatchRows];
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint32_t largest = largest_magnitude(x + (first + i) * d, d);
    if (largest >= kInfinity32) return contract::Error::kNonFiniteInput;
    exponents[i] = scale_exponent(largest);
  }
  float roots[kBatchRows];
  for (std::size_t i = 0; i < size; ++i) {
    const RowPlan& plan = plans[(first + i) % plans.size()];
    roots[i] = transform_row(plan, exponents[i], x + (first + i) * d, y + i * d);
  }
  const contract::GainCoding coding = plans[0].gain_coding;
  float divisors[kBatchRows];
  HWY_ALIGN float thresholds[kBatchRows][kHeapSize] = {};
  for (std::size_t i = 0; i < size; ++i) {
    const auto gain = row_gain(coding, roots[i], exponents[i], plans[0].spread);
    if (!gain) return gain.error();
    write_gain(coding, gain->stored.pattern, gains + (first + i) * gain_bytes(coding));
    divisors[i] = gain->divisor;
    row_thresholds(kWidth, gain->divisor, thresholds[i]);
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (end + i < count) {
      for (std::size_t k = 0; k < d; k += kBlock) hwy::Prefetch(x + (end + i) * d + k);
    }
    std::uint8_t* const row = rows + (first + i) * d * kWidth / 8;
    if (divisors[i] > 0) {
      quantize_pack<kWidth>(y + i * d, d, thresholds[i], row);
    } else {
      pack_zero_codes<kWidth>(d, row);
    }
  }
  return std::nullopt;
}

template <int kWidth>
std::optional<contract::Error> encode_wide_rows(std::span<const RowPlan> plans, std::size_t count,
                                                const float* x, std::uint8_t* gains,
                                                std::uint8_t* rows) {
  const std::size_t batch = std::min(kBatchRows, kBatchFloats / plans[0].head_dim);
  for (std::size_t first = 0; first < count; first += batch) {
    const std::size_t end = std::min(first + batch, count);
    const auto error = encode_batch<kWidth>(plans, first, end, count, x, gains, rows);
    if (error) return error;
  }
  return std::nullopt;
}

inline std::optional<contract::Error> encode_rows(std::span<const RowPlan> plans, std::size_t count,
                                                  const float* x, std::uint8_t* gains,
                                                  std::uint8_t* rows) {
  if (plans[0].head_dim < kBlock) return scalar::encode_rows(plans, count, x, gains, rows);
  if (plans[0].width == 2) return encode_wide_rows<2>(plans, count, x, gains, rows);
  if (plans[0].width == 3) return encode_wide_rows<3>(plans, count, x, gains, rows);
  return encode_wide_rows<4>(plans, count, x, gains, rows);
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
