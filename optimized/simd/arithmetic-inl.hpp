// SPDX-License-Identifier: Apache-2.0
// No include guard of the usual kind: foreach_target.h reads this file once for every target.
#if defined(TQ_OPTIMIZED_SIMD_ARITHMETIC) == defined(HWY_TARGET_TOGGLE)
#ifdef TQ_OPTIMIZED_SIMD_ARITHMETIC
#undef TQ_OPTIMIZED_SIMD_ARITHMETIC
#else
#define TQ_OPTIMIZED_SIMD_ARITHMETIC
#endif

#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include "optimized/scalar/kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace tq::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most 16 lanes: a block of 16 numbers is one, two or four vectors.
using Floats = hn::CappedTag<float, 16>;
using Signed = hn::RebindToSigned<Floats>;
using Unsigned = hn::RebindToUnsigned<Floats>;
using FloatVector = hn::Vec<Floats>;
using SignedVector = hn::Vec<Signed>;
using UnsignedVector = hn::Vec<Unsigned>;
using AllBytes = hn::Repartition<std::uint8_t, Floats>;
// A block of 16 codes, one byte each.
using Bytes16 = hn::Full128<std::uint8_t>;
using ByteVector = hn::Vec<Bytes16>;
inline constexpr std::size_t kVectorLanes = hn::MaxLanes(Floats());
inline constexpr std::size_t kBlock = 16;
inline constexpr std::size_t kBlockVectors = kBlock / kVectorLanes;

// TQ-ARITH-002: lane j of the sixteen is lane j mod kVectorLanes of vector j / kVectorLanes.
struct LaneSums {
  FloatVector v[kBlockVectors];

  LaneSums() {
    for (auto& sum : v) sum = hn::Zero(Floats());
  }
  // One block of products, each lane's sum rounded on its own.
  void add(std::size_t k, FloatVector product) { v[k] = hn::Add(v[k], product); }
};

// The tree: lane j + lane j + 8, then + 4, + 2, + 1. Every fold is one addition of the lower and
// the upper half, whatever the width of a vector.
template <class V, std::size_t kCount>
HWY_INLINE hn::Vec128<float> fold_to_four(const V (&sums)[kCount]) {
  const hn::DFromV<V> d;
  const hn::Half<decltype(d)> half;
  const hn::Half<decltype(half)> quarter;
  if constexpr (kCount == 1) {
    const auto eight = hn::Add(hn::LowerHalf(half, sums[0]), hn::UpperHalf(half, sums[0]));
    return hn::Add(hn::LowerHalf(quarter, eight), hn::UpperHalf(quarter, eight));
  } else if constexpr (kCount == 2) {
    const auto eight = hn::Add(sums[0], sums[1]);
    return hn::Add(hn::LowerHalf(half, eight), hn::UpperHalf(half, eight));
  } else {
    return hn::Add(hn::Add(sums[0], sums[2]), hn::Add(sums[1], sums[3]));
  }
}

// Lane 0 of every block of four: (0 + 2) + (1 + 3).
template <class V>
HWY_INLINE V fold_four(V four) {
  const V two = hn::Add(four, hn::Shuffle1032(four));
  return hn::Add(two, hn::Shuffle2301(two));
}

HWY_INLINE float tree_of(const LaneSums& sums) {
  return hn::GetLane(fold_four(fold_to_four(sums.v)));
}

inline float tree(const Lanes& lanes) {
  LaneSums sums;
  for (std::size_t k = 0; k < kBlockVectors; ++k) {
    sums.v[k] = hn::LoadU(Floats(), lanes.data() + k * kVectorLanes);
  }
  return tree_of(sums);
}

// TQ-ARITH-003: the product is rounded, then the sum.
inline Lanes dot_lanes(const float* a, const float* b, std::size_t n, float* products) {
  const Floats d;
  LaneSums sums;
  std::size_t i = 0;
  for (; i + kBlock <= n; i += kBlock) {
    for (std::size_t k = 0; k < kBlockVectors; ++k) {
      const std::size_t at = i + k * kVectorLanes;
      const auto product = hn::Mul(hn::LoadU(d, a + at), hn::LoadU(d, b + at));
      if (products != nullptr) hn::StoreU(product, d, products + at);
      sums.add(k, product);
    }
  }
  Lanes lanes;
  for (std::size_t k = 0; k < kBlockVectors; ++k) {
    hn::StoreU(sums.v[k], d, lanes.data() + k * kVectorLanes);
  }
  for (; i < n; ++i) {  // i mod 16 is the lane, since the loop above took whole blocks
    const float product = a[i] * b[i];
    if (products != nullptr) products[i] = product;
    lanes[i % kBlock] += product;
  }
  return lanes;
}

template <Operator kOperator>
HWY_INLINE FloatVector apply(FloatVector a, FloatVector b) {
  if constexpr (kOperator == Operator::kAdd) return hn::Add(a, b);
  if constexpr (kOperator == Operator::kSubtract) return hn::Sub(a, b);
  if constexpr (kOperator == Operator::kMultiply) return hn::Mul(a, b);
  if constexpr (kOperator == Operator::kDivide) return hn::Div(a, b);
  if constexpr (kOperator == Operator::kSquareRoot) return hn::Sqrt(a);
}

template <Operator kOperator>
void evaluate_all(const float* a, const float* b, std::size_t n, float* values) {
  const Floats d;
  std::size_t i = 0;
  for (; i + kVectorLanes <= n; i += kVectorLanes) {
    const auto left = hn::LoadU(d, a + i);
    const auto right = kOperator == Operator::kSquareRoot ? left : hn::LoadU(d, b + i);
    hn::StoreU(apply<kOperator>(left, right), d, values + i);
  }
  if (i == n) return;
  // The tail goes through the same instructions, beside ones that no operator faults on.
  HWY_ALIGN float left[kVectorLanes];
  HWY_ALIGN float right[kVectorLanes];
  for (std::size_t k = 0; k < kVectorLanes; ++k) left[k] = right[k] = 1;
  for (std::size_t k = 0; i + k < n; ++k) left[k] = a[i + k];
  if (b != nullptr) {
    for (std::size_t k = 0; i + k < n; ++k) right[k] = b[i + k];
  }
  hn::Store(apply<kOperator>(hn::Load(d, left), hn::Load(d, right)), d, left);
  for (std::size_t k = 0; i + k < n; ++k) values[i + k] = left[k];
}

// TQ-ARITH-001
inline void evaluate(Operator op, const float* a, const float* b, std::size_t n, float* values) {
  switch (op) {
    case Operator::kAdd:
      return evaluate_all<Operator::kAdd>(a, b, n, values);
    case Operator::kSubtract:
      return evaluate_all<Operator::kSubtract>(a, b, n, values);
    case Operator::kMultiply:
      return evaluate_all<Operator::kMultiply>(a, b, n, values);
    case Operator::kDivide:
      return evaluate_all<Operator::kDivide>(a, b, n, values);
    case Operator::kSquareRoot:
      return evaluate_all<Operator::kSquareRoot>(a, b, n, values);
  }
}

inline std::uint32_t largest_magnitude(const float* x, std::size_t n) {
  const Floats d;
  const Signed di;
  const auto mask = hn::Set(di, 0x7fffffff);
  auto largest = hn::Zero(di);
  std::size_t i = 0;
  for (; i + kVectorLanes <= n; i += kVectorLanes) {
    largest = hn::Max(largest, hn::And(hn::BitCast(di, hn::LoadU(d, x + i)), mask));
  }
  const auto found = static_cast<std::uint32_t>(hn::GetLane(hn::MaxOfLanes(di, largest)));
  const std::uint32_t rest = scalar::largest_magnitude(x + i, n - i);
  return found > rest ? found : rest;
}

inline void scale(float factor, const float* x, std::size_t n, float* y) {
  const Floats d;
  const auto factors = hn::Set(d, factor);
  std::size_t i = 0;
  for (; i + kVectorLanes <= n; i += kVectorLanes) {
    hn::StoreU(hn::Mul(hn::LoadU(d, x + i), factors), d, y + i);
  }
  scalar::scale(factor, x + i, n - i, y + i);
}

}  // namespace tq::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
