// SPDX-License-Identifier: Apache-2.0
#if defined(TQ_OPTIMIZED_SIMD_TRANSFORM) == defined(HWY_TARGET_TOGGLE)
#ifdef TQ_OPTIMIZED_SIMD_TRANSFORM
#undef TQ_OPTIMIZED_SIMD_TRANSFORM
#else
#define TQ_OPTIMIZED_SIMD_TRANSFORM
#endif

#include "optimized/simd/arithmetic-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tq::optimized::HWY_NAMESPACE {

HWY_INLINE FloatVector flip(FloatVector x, Flips flips) {
  return hn::Xor(x, hn::BitCast(Floats(), hn::LoadU(Unsigned(), flips)));
}

// TQ-XFORM-002
inline void flip(Flips flips, const float* x, std::size_t n, float* y) {
  std::size_t i = 0;
  for (; i + kVectorLanes <= n; i += kVectorLanes) {
    hn::StoreU(flip(hn::LoadU(Floats(), x + i), flips + i), Floats(), y + i);
  }
  scalar::flip(flips + i, x + i, n - i, y + i);
}

// The sign bit in the lanes whose index has the bit `stride`.
template <std::size_t kStride>
HWY_INLINE FloatVector upper_signs() {
  HWY_ALIGN static constexpr auto kSigns = [] {
    std::array<std::uint32_t, 16> signs{};
    for (std::size_t i = 0; i < signs.size(); ++i) signs[i] = (i & kStride) != 0 ? 0x80000000U : 0;
    return signs;
  }();
  return hn::BitCast(Floats(), hn::LoadU(Unsigned(), kSigns.data()));
}

// Lanes i and i + stride change places.
template <std::size_t kStride, class D>
HWY_INLINE hn::Vec<D> swap_partners(D d, hn::Vec<D> v) {
  if constexpr (kStride == 1) return hn::Shuffle2301(v);
  if constexpr (kStride == 2) return hn::Shuffle1032(v);
  if constexpr (kStride == 4) return hn::SwapAdjacentBlocks(v);
  if constexpr (kStride == 8) return hn::ConcatLowerUpper(d, v, v);
}

// One butterfly inside a vector. The lower lane gets b + a, the upper one a + (-b): the same
// roundings as a + b and a - b.
template <std::size_t kStride>
HWY_INLINE FloatVector butterfly_inside(FloatVector v) {
  if constexpr (kStride < kVectorLanes) {
    return hn::Add(swap_partners<kStride>(Floats(), v), hn::Xor(v, upper_signs<kStride>()));
  } else {
    return v;
  }
}

// Strides below the vector.
HWY_INLINE FloatVector butterflies_inside(FloatVector v) {
  return butterfly_inside<8>(butterfly_inside<4>(butterfly_inside<2>(butterfly_inside<1>(v))));
}

// Strides of 1, 2, ... kCount / 2 vectors, ascending.
template <std::size_t kCount>
HWY_INLINE void butterflies_between(FloatVector (&v)[kCount]) {
  HWY_UNROLL(3)
  for (std::size_t stride = 1; stride < kCount; stride *= 2) {
    HWY_UNROLL(8)
    for (std::size_t i = 0; i < kCount; ++i) {
      if ((i & stride) != 0) continue;
      const auto a = v[i];
      const auto b = v[i + stride];
      v[i] = hn::Add(a, b);
      v[i + stride] = hn::Sub(a, b);
    }
  }
}

// kCount strides at once, from `stride` on: the kCount elements that meet lie `stride` apart.
template <std::size_t kCount>
HWY_INLINE void strided_pass(float* y, std::size_t d, std::size_t stride) {
  for (std::size_t block = 0; block < d; block += kCount * stride) {
    for (std::size_t i = block; i < block + stride; i += kVectorLanes) {
      FloatVector v[kCount];
      for (std::size_t k = 0; k < kCount; ++k) v[k] = hn::LoadU(Floats(), y + i + k * stride);
      butterflies_between(v);
      for (std::size_t k = 0; k < kCount; ++k) hn::StoreU(v[k], Floats(), y + i + k * stride);
    }
  }
}

// The strides from `stride` to d / 2, eight, four or two elements at a time.
HWY_INLINE void remaining_strides(float* y, std::size_t d, std::size_t stride) {
  while (stride < d) {
    const std::size_t left = d / stride;
    if (left >= 8) {
      strided_pass<8>(y, d, stride);
      stride *= 8;
    } else if (left == 4) {
      strided_pass<4>(y, d, stride);
      stride *= 4;
    } else {
      strided_pass<2>(y, d, stride);
      stride *= 2;
    }
  }
}

// Vectors that the first pass holds in registers.
template <std::size_t kCount>
HWY_INLINE void first_pass(float* y, std::size_t d) {
  for (std::size_t i = 0; i < d; i += kCount * kVectorLanes) {
    FloatVector v[kCount];
    for (std::size_t k = 0; k < kCount; ++k) {
      v[k] = butterflies_inside(hn::LoadU(Floats(), y + i + k * kVectorLanes));
    }
    butterflies_between(v);
    for (std::size_t k = 0; k < kCount; ++k) hn::StoreU(v[k], Floats(), y + i + k * kVectorLanes);
  }
  remaining_strides(y, d, kCount * kVectorLanes);
}

// TQ-XFORM-003
inline void hadamard(float* y, std::size_t d) {
  if (d < kBlock) return scalar::hadamard(y, d);
  const std::size_t vectors = d / kVectorLanes;
  if (vectors >= 8) return first_pass<8>(y, d);
  if (vectors == 4) return first_pass<4>(y, d);
  if (vectors == 2) return first_pass<2>(y, d);
  first_pass<1>(y, d);
}

}  // namespace tq::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
