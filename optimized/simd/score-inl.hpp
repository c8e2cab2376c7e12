// SPDX-License-Identifier: Apache-2.0
#if defined(TQ_OPTIMIZED_SIMD_SCORE) == defined(HWY_TARGET_TOGGLE)
#ifdef TQ_OPTIMIZED_SIMD_SCORE
#undef TQ_OPTIMIZED_SIMD_SCORE
#else
#define TQ_OPTIMIZED_SIMD_SCORE
#endif

#include "optimized/simd/codebook-inl.hpp"
#include "optimized/simd/packing-inl.hpp"

// The key scan. Each 128-bit block of a vector works on a token of its own, so that its 16 lanes
// (four accumulators of four) meet the terms in the canonical order on every vector width.
HWY_BEFORE_NAMESPACE();
namespace tq::optimized::HWY_NAMESPACE {

using ScanBytes = hn::Repartition<std::uint8_t, Floats>;
inline constexpr std::size_t kScanTokens = kVectorLanes / 4;

// The next 16 codes' bytes of each token.
template <int kWidth, class D>
HWY_INLINE hn::Vec<D> load_tokens(D, const std::uint8_t* bytes, std::size_t row_bytes,
                                  const std::uint8_t* end) {
  if constexpr (hn::MaxLanes(D()) == 16) {
    return load_packed<kWidth>(bytes, end);
  } else {
    const hn::Half<D> half;
    const std::size_t tokens = hn::MaxLanes(D()) / 32;
    return hn::Combine(D(), load_tokens<kWidth>(half, bytes + tokens * row_bytes, row_bytes, end),
                       load_tokens<kWidth>(half, bytes, row_bytes, end));
  }
}

// Sums of kScanTokens tokens from `rows` on.
template <int kWidth>
HWY_INLINE void scan_tokens(const LevelTable<ScanBytes>& table, std::size_t head_dim,
                            const std::uint8_t* rows, std::size_t row_bytes,
                            const std::uint8_t* end, const float* rotated, float* sums) {
  const Floats d;
  FloatVector lanes[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (std::size_t i = 0; i < head_dim; i += kBlock, rows += 2 * kWidth) {
    const auto packed = load_tokens<kWidth>(ScanBytes(), rows, row_bytes, end);
    FloatVector levels[4];
    table.look_up(split_codes<kWidth>(ScanBytes(), packed), levels);
    for (std::size_t k = 0; k < 4; ++k) {
      const auto query = hn::LoadDup128(d, rotated + i + 4 * k);
      lanes[k] = hn::Add(lanes[k], hn::Mul(query, levels[k]));
    }
  }
  // TQ-ARITH-002 in every block: + 8, + 4, then + 2, + 1.
  const auto four = hn::Add(hn::Add(lanes[0], lanes[2]), hn::Add(lanes[1], lanes[3]));
  HWY_ALIGN float folded[kVectorLanes];
  hn::Store(fold_four(four), d, folded);
  for (std::size_t token = 0; token < kScanTokens; ++token) sums[token] = folded[4 * token];
}

template <int kWidth>
void scan_rows(std::size_t head_dim, const std::uint8_t* rows, std::size_t row_bytes,
               std::size_t count, const float* rotated, float* sums) {
  const LevelTable<ScanBytes> table(kWidth);
  const std::uint8_t* end = rows + count * row_bytes;
  std::size_t token = 0;
  for (; token + kScanTokens <= count; token += kScanTokens) {
    scan_tokens<kWidth>(table, head_dim, rows + token * row_bytes, row_bytes, end, rotated,
                        sums + token);
  }
  for (; token < count; ++token) {
    // A row distance of 0 gives every block the same token.
    float same[kScanTokens];
    scan_tokens<kWidth>(table, head_dim, rows + token * row_bytes, 0, end, rotated, same);
    sums[token] = same[0];
  }
}

// TQ-SCORE-003
inline void score_rows(int width, std::size_t head_dim, const std::uint8_t* rows,
                       std::size_t row_bytes, std::size_t count, const float* rotated,
                       float* sums) {
  if (head_dim < kBlock) {
    return scalar::score_rows(width, head_dim, rows, row_bytes, count, rotated, sums);
  }
  if (width == 2) return scan_rows<2>(head_dim, rows, row_bytes, count, rotated, sums);
  if (width == 3) return scan_rows<3>(head_dim, rows, row_bytes, count, rotated, sums);
  scan_rows<4>(head_dim, rows, row_bytes, count, rotated, sums);
}

}  // namespace tq::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
