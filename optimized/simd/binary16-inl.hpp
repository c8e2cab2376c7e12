// SPDX-License-Identifier: Apache-2.0
#if defined(TQ_OPTIMIZED_SIMD_BINARY16) == defined(HWY_TARGET_TOGGLE)
#ifdef TQ_OPTIMIZED_SIMD_BINARY16
#undef TQ_OPTIMIZED_SIMD_BINARY16
#else
#define TQ_OPTIMIZED_SIMD_BINARY16
#endif

#include "optimized/simd/arithmetic-inl.hpp"

// Conversions in 32-bit integer lanes: Highway 1.0.3's own are wrong on SSE4 and SSSE3 (they
// truncate), and the machine's own flush subnormals where the mode says so.
HWY_BEFORE_NAMESPACE();
namespace tq::optimized::HWY_NAMESPACE {

// TQ-ARITH-004
inline bool to_binary16(const float* values, std::size_t n, std::uint16_t* halves) {
  const Signed di;
  const hn::Rebind<std::uint16_t, Signed> d16;
  auto largest = hn::Zero(di);
  std::size_t i = 0;
  for (; i + kVectorLanes <= n; i += kVectorLanes) {
    const auto bits = hn::BitCast(di, hn::LoadU(Floats(), values + i));
    const auto magnitude = hn::And(bits, hn::Set(di, 0x7fffffff));
    const auto sign = hn::And(hn::ShiftRight<16>(bits), hn::Set(di, 0x8000));
    largest = hn::Max(largest, magnitude);
    // Normal: the exponent loses 112, 13 bits leave, ties to even.
    const auto rebiased = hn::Sub(magnitude, hn::Set(di, 112 << 23));
    const auto odd = hn::And(hn::ShiftRight<13>(rebiased), hn::Set(di, 1));
    const auto normal = hn::ShiftRight<13>(hn::Add(rebiased, hn::Add(odd, hn::Set(di, 0xfff))));
    // Subnormal: a whole number of 2^-24. Adding 1/2 rounds to one, since the units of the sum are
    // 2^-24; its fraction field is the number.
    const auto half = hn::Set(Floats(), 0.5F);
    const auto sum = hn::Add(hn::BitCast(Floats(), magnitude), half);
    const auto subnormal = hn::Sub(hn::BitCast(di, sum), hn::BitCast(di, half));
    const auto is_normal = hn::Gt(magnitude, hn::Set(di, 0x387fffff));
    const auto rounded = hn::Or(sign, hn::IfThenElse(is_normal, normal, subnormal));
    hn::StoreU(hn::DemoteTo(d16, rounded), d16, halves + i);
  }
  const bool rest_fits = scalar::to_binary16(values + i, n - i, halves + i);
  return rest_fits && hn::GetLane(hn::MaxOfLanes(di, largest)) < 0x477ff000;
}

// TQ-ARITH-005
inline void from_binary16(const std::uint16_t* halves, std::size_t n, float* values) {
  const Signed di;
  const hn::Rebind<std::uint16_t, Signed> d16;
  std::size_t i = 0;
  for (; i + kVectorLanes <= n; i += kVectorLanes) {
    const auto bits = hn::PromoteTo(di, hn::LoadU(d16, halves + i));
    const auto sign = hn::ShiftLeft<16>(hn::And(bits, hn::Set(di, 0x8000)));
    const auto magnitude = hn::And(bits, hn::Set(di, 0x7fff));
    const auto bias = hn::Set(di, 112 << 23);
    const auto normal = hn::Add(hn::ShiftLeft<13>(magnitude), bias);
    // An infinity or a NaN keeps its all-ones exponent.
    const auto special = hn::Gt(magnitude, hn::Set(di, 0x7bff));
    const auto widened = hn::Add(normal, hn::IfThenElseZero(special, bias));
    // A subnormal is a whole number of 2^-24: an exact conversion and an exact product.
    const auto whole = hn::ConvertTo(Floats(), magnitude);
    const auto subnormal = hn::BitCast(di, hn::Mul(whole, hn::Set(Floats(), 0x1p-24F)));
    const auto is_subnormal = hn::Lt(magnitude, hn::Set(di, 0x400));
    const auto result = hn::Or(sign, hn::IfThenElse(is_subnormal, subnormal, widened));
    hn::StoreU(hn::BitCast(Floats(), result), Floats(), values + i);
  }
  scalar::from_binary16(halves + i, n - i, values + i);
}

}  // namespace tq::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
