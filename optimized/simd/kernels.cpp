// SPDX-License-Identifier: Apache-2.0
#include "optimized/simd/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/simd/kernels.cpp"
#include <hwy/foreach_target.h>  // reads this file again for every target

#include <hwy/highway.h>

// Highway's fallback for machines without a SIMD target; our own SCALAR is that.
#define TQ_IS_FALLBACK (HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128)

#if !TQ_IS_FALLBACK
#include "optimized/simd/arithmetic-inl.hpp"
#include "optimized/simd/binary16-inl.hpp"
#include "optimized/simd/codebook-inl.hpp"
#include "optimized/simd/keys-inl.hpp"
#include "optimized/simd/packing-inl.hpp"
#include "optimized/simd/score-inl.hpp"
#include "optimized/simd/transform-inl.hpp"

// Data alone: no HWY_BEFORE_NAMESPACE, whose attribute clang wants on at least one function.
namespace tq::optimized::HWY_NAMESPACE {

// hwy::TargetName is no constant expression; a table that must be initialised while the program
// starts could be read before it is.
constexpr std::string_view target_name() {
  switch (HWY_TARGET) {
    case HWY_AVX3:
      return "AVX3";
    case HWY_AVX2:
      return "AVX2";
    case HWY_SSE4:
      return "SSE4";
    case HWY_SSSE3:
      return "SSSE3";
    case HWY_NEON:
      return "NEON";
    case HWY_WASM:
      return "WASM";
  }
  return {};
}
static_assert(!target_name().empty());

extern const Kernels kKernels;
constexpr Kernels kKernels = {
    .target = target_name(),
    .evaluate = evaluate,
    .dot_lanes = dot_lanes,
    .tree = tree,
    .to_binary16 = to_binary16,
    .from_binary16 = from_binary16,
    .largest_magnitude = largest_magnitude,
    .scale = scale,
    .flip = flip,
    .hadamard = hadamard,
    .quantize = quantize,
    .dequantize = dequantize,
    .pack = pack,
    .unpack = unpack,
    .pack_signs = pack_signs,
    .encode_rows = encode_rows,
    .decode_row = decode_row,
    .score_rows = score_rows,
};

}  // namespace tq::optimized::HWY_NAMESPACE
#endif  // !TQ_IS_FALLBACK

#if HWY_ONCE
namespace tq::optimized {

std::span<const Kernels* const> simd_tables() {
  static constexpr const Kernels* kTables[] = {
#if HWY_TARGETS & HWY_AVX3
    &N_AVX3::kKernels,
#endif
#if HWY_TARGETS & HWY_AVX2
    &N_AVX2::kKernels,
#endif
#if HWY_TARGETS & HWY_SSE4
    &N_SSE4::kKernels,
#endif
#if HWY_TARGETS & HWY_SSSE3
    &N_SSSE3::kKernels,
#endif
#if HWY_TARGETS & HWY_NEON
    &N_NEON::kKernels,
#endif
#if HWY_TARGETS & HWY_WASM
    &N_WASM::kKernels,
#endif
    nullptr,  // C++ has no empty arrays
  };
  return std::span(kTables).first(std::size(kTables) - 1);
}

}  // namespace tq::optimized
#endif  // HWY_ONCE
