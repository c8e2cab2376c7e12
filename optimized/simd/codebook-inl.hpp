// SPDX-License-Identifier: Apache-2.0
#if defined(TQ_OPTIMIZED_SIMD_CODEBOOK) == defined(HWY_TARGET_TOGGLE)
#ifdef TQ_OPTIMIZED_SIMD_CODEBOOK
#undef TQ_OPTIMIZED_SIMD_CODEBOOK
#else
#define TQ_OPTIMIZED_SIMD_CODEBOOK
#endif

#include "optimized/codebook_tables.hpp"
#include "optimized/simd/arithmetic-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tq::optimized::HWY_NAMESPACE {

// Codes of one width by binary search, kWidth comparisons a vector (TQ-CODE-002). Everything that
// does not depend on the values is in registers.
template <int kWidth>
class Quantizer {
 public:
  // `heap` is ordered like CodebookTable::heap and as long.
  explicit Quantizer(const float* heap) {
    const Floats d;
    if constexpr (kLooksUp) {
      entries_[0] = hn::Set(d, heap[1]);
      entries_[1] = hn::Set(d, heap[2]);
      entries_[2] = hn::Set(d, heap[3]);
      entries_[3] = hn::LoadDup128(d, heap + 4);
      entries_[4] = hn::LoadU(d, heap + 8);
    } else {
      for (std::size_t i = 1; i < kEntries; ++i) {
        entries_[rank_in_heap(kWidth, i)] = hn::Set(d, heap[i]);
      }
    }
  }

  // One code a 32-bit lane.
  HWY_INLINE SignedVector operator()(FloatVector z) const {
    if constexpr (kLooksUp) {
      return search_by_look_up(z);
    } else {
      return search_by_selection(z);
    }
  }

 private:
  // A vector of eight lanes holds all boundaries of a depth.
  static constexpr bool kLooksUp = kVectorLanes >= 8;
  static constexpr std::size_t kEntries = std::size_t{1} << kWidth;

  // All ones, which is -1, where a boundary lies below.
  static HWY_INLINE SignedVector below(FloatVector boundary, FloatVector z) {
    return hn::VecFromMask(Signed(), hn::RebindMask(Signed(), hn::Lt(boundary, z)));
  }

  // The code so far, with one bit more.
  static HWY_INLINE SignedVector append(SignedVector code, SignedVector bit) {
    return hn::Sub(hn::Add(code, code), bit);
  }

  HWY_INLINE SignedVector search_by_look_up(FloatVector z) const {
    const Floats d;
    const auto first = hn::Lt(entries_[0], z);
    auto code = hn::Neg(hn::VecFromMask(Signed(), hn::RebindMask(Signed(), first)));
    if constexpr (kWidth >= 2) {
      code = append(code, below(hn::IfThenElse(first, entries_[2], entries_[1]), z));
    }
    HWY_UNROLL(2)
    for (std::size_t depth = 2; depth < kWidth; ++depth) {
      const auto index = hn::IndicesFromVec(d, code);
      code = append(code, below(hn::TableLookupLanes(entries_[depth + 1], index), z));
    }
    return code;
  }

  // Four lanes do not: each comparison selects the half that is left.
  HWY_INLINE SignedVector search_by_selection(FloatVector z) const {
    FloatVector left[kEntries - 1];
    for (std::size_t b = 0; b < kEntries - 1; ++b) left[b] = entries_[b];
    auto code = hn::Zero(Signed());
    for (std::size_t half = kEntries / 2 - 1;; half /= 2) {
      const auto above = hn::Lt(left[half], z);
      code = append(code, hn::VecFromMask(Signed(), hn::RebindMask(Signed(), above)));
      if (half == 0) return code;
      for (std::size_t b = 0; b < half; ++b) {
        left[b] = hn::IfThenElse(above, left[b + half + 1], left[b]);
      }
    }
  }

  // Looked up: the first entry, the second, the third, the next four, the next eight. Selected
  // from: all, ascending.
  FloatVector entries_[kLooksUp ? 5 : kEntries - 1];
};

// The codes of a block of 16 as bytes, in order.
template <class D>
HWY_INLINE ByteVector narrow_codes(D, const hn::Vec<D> (&codes)[kBlockVectors]) {
  const Bytes16 d8;
  const hn::Half<Bytes16> dh8;
  if constexpr (hn::MaxLanes(D()) == 16) {
    return hn::DemoteTo(d8, codes[0]);
  } else if constexpr (hn::MaxLanes(D()) == 8) {
    return hn::Combine(d8, hn::DemoteTo(dh8, codes[1]), hn::DemoteTo(dh8, codes[0]));
  } else {
    const hn::Full128<std::int16_t> d16;
    const auto low = hn::ReorderDemote2To(d16, codes[0], codes[1]);
    const auto high = hn::ReorderDemote2To(d16, codes[2], codes[3]);
    return hn::Combine(d8, hn::DemoteTo(dh8, high), hn::DemoteTo(dh8, low));
  }
}

template <int kWidth>
HWY_INLINE ByteVector quantize_block(const Quantizer<kWidth>& quantizer, const float* z) {
  SignedVector codes[kBlockVectors];
  for (std::size_t k = 0; k < kBlockVectors; ++k) {
    codes[k] = quantizer(hn::LoadU(Floats(), z + k * kVectorLanes));
  }
  return narrow_codes(Signed(), codes);
}

template <int kWidth>
void quantize_all(const float* z, std::size_t n, std::uint8_t* codes) {
  const Quantizer<kWidth> quantizer(codebook_table(kWidth).heap.data());
  std::size_t i = 0;
  for (; i + kBlock <= n; i += kBlock) {
    hn::StoreU(quantize_block(quantizer, z + i), Bytes16(), codes + i);
  }
  if (i == n) return;
  HWY_ALIGN float rest[kBlock] = {};
  HWY_ALIGN std::uint8_t rest_codes[kBlock];
  for (std::size_t k = 0; i + k < n; ++k) rest[k] = z[i + k];
  hn::Store(quantize_block(quantizer, rest), Bytes16(), rest_codes);
  for (std::size_t k = 0; i + k < n; ++k) codes[i + k] = rest_codes[k];
}

inline void quantize(int width, const float* z, std::size_t n, std::uint8_t* codes) {
  if (width == 1) return quantize_all<1>(z, n, codes);
  if (width == 2) return quantize_all<2>(z, n, codes);
  if (width == 3) return quantize_all<3>(z, n, codes);
  quantize_all<4>(z, n, codes);
}

// The levels of codes, 16 codes for each 128-bit block of D (bytes): a look-up of bytes for each of
// the four bytes of a level, then interleaved. `v[k]` has, of every block, the levels of its codes
// 4 k to 4 k + 3.
template <class D>
class LevelTable {
 public:
  explicit LevelTable(int width) {
    const CodebookTable& table = codebook_table(width);
    for (std::size_t k = 0; k < 4; ++k) {
      planes_[k] = hn::LoadDup128(D(), table.level_planes[k].data());
    }
  }

  HWY_INLINE void look_up(hn::Vec<D> codes, hn::Vec<hn::Repartition<float, D>> (&v)[4]) const {
    const hn::Repartition<std::uint16_t, D> d16;
    const hn::Repartition<float, D> df;
    const auto byte0 = hn::TableLookupBytes(planes_[0], codes);
    const auto byte1 = hn::TableLookupBytes(planes_[1], codes);
    const auto byte2 = hn::TableLookupBytes(planes_[2], codes);
    const auto byte3 = hn::TableLookupBytes(planes_[3], codes);
    const auto low01 = hn::BitCast(d16, hn::InterleaveLower(D(), byte0, byte1));
    const auto low23 = hn::BitCast(d16, hn::InterleaveLower(D(), byte2, byte3));
    const auto high01 = hn::BitCast(d16, hn::InterleaveUpper(D(), byte0, byte1));
    const auto high23 = hn::BitCast(d16, hn::InterleaveUpper(D(), byte2, byte3));
    v[0] = hn::BitCast(df, hn::InterleaveLower(d16, low01, low23));
    v[1] = hn::BitCast(df, hn::InterleaveUpper(d16, low01, low23));
    v[2] = hn::BitCast(df, hn::InterleaveLower(d16, high01, high23));
    v[3] = hn::BitCast(df, hn::InterleaveUpper(d16, high01, high23));
  }

 private:
  hn::Vec<D> planes_[4];
};

// TQ-CODE-003: 16 levels in order.
HWY_INLINE void dequantize_block(const LevelTable<Bytes16>& table, ByteVector codes,
                                 float* levels) {
  const hn::Full128<float> d;
  hn::Vec<decltype(d)> v[4];
  table.look_up(codes, v);
  for (std::size_t k = 0; k < 4; ++k) hn::StoreU(v[k], d, levels + 4 * k);
}

inline void dequantize(int width, const std::uint8_t* codes, std::size_t n, float* levels) {
  const LevelTable<Bytes16> table(width);
  std::size_t i = 0;
  for (; i + kBlock <= n; i += kBlock) {
    dequantize_block(table, hn::LoadU(Bytes16(), codes + i), levels + i);
  }
  scalar::dequantize(width, codes + i, n - i, levels + i);
}

}  // namespace tq::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
