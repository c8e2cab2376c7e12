// SPDX-License-Identifier: Apache-2.0
#if defined(TQ_OPTIMIZED_SIMD_PACKING) == defined(HWY_TARGET_TOGGLE)
#ifdef TQ_OPTIMIZED_SIMD_PACKING
#undef TQ_OPTIMIZED_SIMD_PACKING
#else
#define TQ_OPTIMIZED_SIMD_PACKING
#endif

#include <array>
#include <cstring>

#include "optimized/simd/arithmetic-inl.hpp"

// 16 codes of one byte each become 2 x width bytes and back: neighbours are joined three times (two
// bytes, two 16-bit and two 32-bit lanes), which leaves eight codes in the low bytes of each 64-bit
// lane. Bit order and byte order agree (TQ-PACK-001) because lanes are little-endian on every SIMD
// target here.
HWY_BEFORE_NAMESPACE();
namespace tq::optimized::HWY_NAMESPACE {

// Byte indices for TableLookupBytesOr0; an index with its high bit set gives 0.
using ByteIndices = std::array<std::uint8_t, 16>;

// The low `width` bytes of both 64-bit lanes, side by side.
template <int kWidth>
inline constexpr ByteIndices kGather = [] {
  ByteIndices indices{};
  for (std::size_t i = 0; i < 16; ++i) {
    constexpr std::size_t w = kWidth;
    indices[i] = static_cast<std::uint8_t>(i < w ? i : i < 2 * w ? i - w + 8 : 0x80);
  }
  return indices;
}();

// The low `width` bytes of the four 32-bit lanes, side by side.
template <int kWidth>
inline constexpr ByteIndices kGatherWords = [] {
  ByteIndices indices{};
  for (std::size_t i = 0; i < 16; ++i) {
    constexpr std::size_t w = kWidth;
    indices[i] = static_cast<std::uint8_t>(i < 4 * w ? i / w * 4 + i % w : 0x80);
  }
  return indices;
}();

// The inverse of kGather.
template <int kWidth>
inline constexpr ByteIndices kScatter = [] {
  ByteIndices indices{};
  for (std::size_t i = 0; i < 16; ++i) {
    constexpr std::size_t w = kWidth;
    indices[i] = static_cast<std::uint8_t>(i % 8 >= w ? 0x80 : i < 8 ? i : i - 8 + w);
  }
  return indices;
}();

// D is a vector of bytes, 16 codes in each 128-bit block; the low 2 x width bytes of a block
// result, the others are 0.
template <int kWidth, class D>
HWY_INLINE hn::Vec<D> join_codes(D d, hn::Vec<D> codes) {
  if constexpr (kWidth == 8) {
    return codes;
  } else {
    const hn::Repartition<std::uint16_t, D> d16;
    const hn::Repartition<std::uint32_t, D> d32;
    const hn::Repartition<std::uint64_t, D> d64;
    const auto v = hn::BitCast(d16, codes);
    const auto two =
        hn::Or(hn::And(v, hn::Set(d16, 0xff)), hn::ShiftLeft<kWidth>(hn::ShiftRight<8>(v)));
    const auto v32 = hn::BitCast(d32, two);
    const auto four = hn::Or(hn::And(v32, hn::Set(d32, 0xffff)),
                             hn::ShiftLeft<2 * kWidth>(hn::ShiftRight<16>(v32)));
    const auto v64 = hn::BitCast(d64, four);
    const auto eight = hn::Or(hn::And(v64, hn::Set(d64, 0xffffffffU)),
                              hn::ShiftLeft<4 * kWidth>(hn::ShiftRight<32>(v64)));
    return hn::TableLookupBytesOr0(hn::BitCast(d, eight),
                                   hn::LoadDup128(d, kGather<kWidth>.data()));
  }
}

// Neighbouring codes of kBits bits, one in the low end of each 32-bit lane, joined: the lanes of
// `low`, then those of `high`, then hold 2 kBits bits each.
template <int kBits>
HWY_INLINE UnsignedVector join_neighbours(UnsignedVector low, UnsignedVector high) {
  const hn::Repartition<std::uint64_t, Unsigned> d64;
  const auto join = [d64](UnsignedVector v) HWY_ATTR {
    const auto pair = hn::BitCast(d64, v);
    return hn::BitCast(Unsigned(), hn::Or(pair, hn::ShiftRight<32 - kBits>(pair)));
  };
  return hn::ConcatEven(Unsigned(), join(high), join(low));
}

// Codes, one a 32-bit lane, of eight vectors to kVectorLanes x width bytes.
template <int kWidth>
HWY_INLINE void pack_eight(const UnsignedVector (&codes)[8], std::uint8_t* bytes) {
  UnsignedVector two[4];
  for (std::size_t i = 0; i < 4; ++i) {
    two[i] = join_neighbours<kWidth>(codes[2 * i], codes[2 * i + 1]);
  }
  const auto low = join_neighbours<2 * kWidth>(two[0], two[1]);
  const auto high = join_neighbours<2 * kWidth>(two[2], two[3]);
  const auto eight = join_neighbours<4 * kWidth>(low, high);
  if constexpr (kWidth == 4) {
    hn::StoreU(hn::BitCast(AllBytes(), eight), AllBytes(), bytes);
  } else {
    // The low kWidth bytes of each lane, side by side in each block of 128 bits.
    HWY_ALIGN std::uint8_t buffer[kVectorLanes * 4];
    const auto gathered = hn::TableLookupBytesOr0(
        hn::BitCast(AllBytes(), eight), hn::LoadDup128(AllBytes(), kGatherWords<kWidth>.data()));
    hn::Store(gathered, AllBytes(), buffer);
    for (std::size_t block = 0; block < kVectorLanes / 4; ++block) {
      std::memcpy(bytes + block * 4 * kWidth, buffer + block * 16, 4 * kWidth);
    }
  }
}

template <int kWidth, class D>
HWY_INLINE hn::Vec<D> split_codes(D d, hn::Vec<D> packed) {
  if constexpr (kWidth == 8) {
    return packed;
  } else if constexpr (kWidth == 4) {
    // Halves of a byte lie next to each other: one interleaving does it.
    const auto mask = hn::Set(d, 0x0f);
    const auto high =
        hn::BitCast(d, hn::ShiftRight<4>(hn::BitCast(hn::Repartition<std::uint16_t, D>(), packed)));
    return hn::InterleaveLower(d, hn::And(packed, mask), hn::And(high, mask));
  } else {
    const hn::Repartition<std::uint16_t, D> d16;
    const hn::Repartition<std::uint32_t, D> d32;
    const hn::Repartition<std::uint64_t, D> d64;
    const auto placed = hn::TableLookupBytesOr0(packed, hn::LoadDup128(d, kScatter<kWidth>.data()));
    const auto eight = hn::BitCast(d64, placed);
    const auto v32 = hn::BitCast(
        d32, hn::Or(hn::And(eight, hn::Set(d64, (std::uint64_t{1} << (4 * kWidth)) - 1)),
                    hn::ShiftLeft<32>(hn::ShiftRight<4 * kWidth>(eight))));
    const auto v16 =
        hn::BitCast(d16, hn::Or(hn::And(v32, hn::Set(d32, (std::uint32_t{1} << (2 * kWidth)) - 1)),
                                hn::ShiftLeft<16>(hn::ShiftRight<2 * kWidth>(v32))));
    return hn::BitCast(d, hn::Or(hn::And(v16, hn::Set(d16, (1U << kWidth) - 1)),
                                 hn::ShiftLeft<8>(hn::ShiftRight<kWidth>(v16))));
  }
}

// Writes the 2 x width bytes of a block.
template <int kWidth>
HWY_INLINE void store_packed(ByteVector packed, std::uint8_t* bytes) {
  if constexpr (kWidth == 8) {
    hn::StoreU(packed, Bytes16(), bytes);
  } else if constexpr (kWidth <= 4) {
    const hn::Full128<std::uint64_t> d64;
    const std::uint64_t low = hn::GetLane(hn::BitCast(d64, packed));
    std::memcpy(bytes, &low, 2 * kWidth);
  } else {
    HWY_ALIGN std::uint8_t buffer[16];
    hn::Store(packed, Bytes16(), buffer);
    std::memcpy(bytes, buffer, 2 * kWidth);
  }
}

// Up to eight bytes through a register: through memory, the vector load would wait for the stores.
template <std::size_t kBytes>
HWY_INLINE std::uint64_t load_bytes(const std::uint8_t* bytes) {
  static_assert(kBytes <= 8);
  std::uint64_t value = 0;
  if constexpr (kBytes == 8) {
    std::memcpy(&value, bytes, 8);
  } else if constexpr (kBytes >= 4) {
    std::uint32_t low;
    std::memcpy(&low, bytes, 4);
    value = low | (load_bytes<kBytes - 4>(bytes + 4) << 32);
  } else if constexpr (kBytes >= 2) {
    std::uint16_t low;
    std::memcpy(&low, bytes, 2);
    value = low | (load_bytes<kBytes - 2>(bytes + 2) << 16);
  } else if constexpr (kBytes == 1) {
    value = *bytes;
  }
  return value;
}

// Reads the 2 x width bytes of a block into the low end of a vector. No byte behind `end` is read;
// what is read behind the block does not matter.
template <int kWidth>
HWY_INLINE ByteVector load_packed(const std::uint8_t* bytes, const std::uint8_t* end) {
  if (end - bytes >= 16) return hn::LoadU(Bytes16(), bytes);
  if constexpr (kWidth <= 4) {
    const hn::Full128<std::uint64_t> d64;
    return hn::BitCast(Bytes16(), hn::Set(d64, load_bytes<2 * kWidth>(bytes)));
  } else {
    HWY_ALIGN std::uint8_t buffer[16] = {};
    std::memcpy(buffer, bytes, 2 * kWidth);
    return hn::Load(Bytes16(), buffer);
  }
}

template <int kWidth>
void pack_all(const std::uint8_t* codes, std::size_t n, std::uint8_t* packed) {
  std::size_t i = 0;
  for (; i + kBlock <= n; i += kBlock, packed += 2 * kWidth) {
    store_packed<kWidth>(join_codes<kWidth>(Bytes16(), hn::LoadU(Bytes16(), codes + i)), packed);
  }
  scalar::pack(kWidth, codes + i, n - i, packed);
}

template <int kWidth>
void unpack_all(const std::uint8_t* packed, std::size_t n, std::uint8_t* codes) {
  const std::uint8_t* end = packed + (n * kWidth + 7) / 8;
  std::size_t i = 0;
  for (; i + kBlock <= n; i += kBlock, packed += 2 * kWidth) {
    const auto block = load_packed<kWidth>(packed, end);
    hn::StoreU(split_codes<kWidth>(Bytes16(), block), Bytes16(), codes + i);
  }
  scalar::unpack(kWidth, packed, n - i, codes + i);
}

inline constexpr std::array kPackByWidth = {pack_all<1>, pack_all<2>, pack_all<3>, pack_all<4>,
                                            pack_all<5>, pack_all<6>, pack_all<7>, pack_all<8>};
inline constexpr std::array kUnpackByWidth = {unpack_all<1>, unpack_all<2>, unpack_all<3>,
                                              unpack_all<4>, unpack_all<5>, unpack_all<6>,
                                              unpack_all<7>, unpack_all<8>};

inline void pack(int width, const std::uint8_t* codes, std::size_t n, std::uint8_t* packed) {
  kPackByWidth[static_cast<std::size_t>(width) - 1](codes, n, packed);
}

inline void unpack(int width, const std::uint8_t* packed, std::size_t n, std::uint8_t* codes) {
  kUnpackByWidth[static_cast<std::size_t>(width) - 1](packed, n, codes);
}

// TQ-PACK-005
inline void pack_signs(const float* values, std::size_t n, std::uint8_t* packed) {
  const Floats d;
  std::size_t i = 0;
  for (; i + kBlock <= n; i += kBlock) {
    unsigned bits = 0;
    for (std::size_t k = 0; k < kBlockVectors; ++k) {
      const auto plus = hn::Ge(hn::LoadU(d, values + i + k * kVectorLanes), hn::Zero(d));
      std::uint8_t mask[8] = {};
      hn::StoreMaskBits(d, plus, mask);
      const unsigned lanes = mask[0] | (static_cast<unsigned>(mask[1]) << 8);
      bits |= lanes << (k * kVectorLanes);
    }
    packed[i / 8] = static_cast<std::uint8_t>(bits);
    packed[i / 8 + 1] = static_cast<std::uint8_t>(bits >> 8);
  }
  scalar::pack_signs(values + i, n - i, packed + i / 8);
}

}  // namespace tq::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
