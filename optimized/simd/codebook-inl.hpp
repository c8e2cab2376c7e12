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
  explicit Quantizer(const CodebookTable& table) {
    const Floats d;
    for (std::size_t k = 0; k < kWidth; ++k) halving_[k] = hn::LoadU(d, table.halving[k].data());
    for (std::size_t b = 0; b < kBoundaries; ++b) boundaries_[b] = hn::Set(d, table.boundaries[b]);
  }

  // One code a 32-bit lane.
  HWY_INLINE SignedVector operator()(FloatVector z) const {
    if constexpr (kVectorLanes >= 8) {
      return search_by_look_up(z);
    } else {
      return search_by_selection(z);
    }
  }

 private:
  static constexpr std::size_t kBoundaries = (std::size_t{1} << kWidth) - 1;

  // The code so far, with one bit more.
  static HWY_INLINE SignedVector append(SignedVector code, hn::Mask<Floats> above) {
    const auto bit = hn::VecFromMask(Signed(), hn::RebindMask(Signed(), above));
    return hn::Sub(hn::Add(code, code), bit);
  }

  // A vector of eight lanes holds all boundaries of a depth.
  HWY_INLINE SignedVector search_by_look_up(FloatVector z) const {
    const Signed di;
    auto code = hn::Zero(di);
    HWY_UNROLL(4)
    for (int depth = 0; depth < kWidth; ++depth) {
      const auto boundary =
          depth == 0 ? halving_[0]
                     : hn::TableLookupLanes(halving_[depth], hn::IndicesFromVec(Floats(), code));
      code = append(code, hn::Lt(boundary, z));
    }
    return code;
  }

  // Four lanes do not: each comparison selects the half that is left.
  HWY_INLINE SignedVector search_by_selection(FloatVector z) const {
    FloatVector left[kBoundaries];
    for (std::size_t b = 0; b < kBoundaries; ++b) left[b] = boundaries_[b];
    auto code = hn::Zero(Signed());
    for (std::size_t half = kBoundaries / 2;; half /= 2) {
      const auto above = hn::Lt(left[half], z);
      code = append(code, above);
      if (half == 0) return code;
      for (std::size_t b = 0; b < half; ++b) {
        left[b] = hn::IfThenElse(above, left[b + half + 1], left[b]);
      }
    }
  }

  FloatVector halving_[static_cast<std::size_t>(kWidth)];
  FloatVector boundaries_[kBoundaries];
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
  const Quantizer<kWidth> quantizer(codebook_table(kWidth));
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
