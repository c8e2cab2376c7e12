// SPDX-License-Identifier: CC0-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

// The page header, once (TQ-PAGE-003). The table of chapter page, the reference, the lint of pages
// and the fuzzers' splitter all come from here.
namespace tq::contract {

inline constexpr std::size_t kHeaderBytes = 64;
inline constexpr std::size_t kSectionAlignment = 16;
inline constexpr std::uint8_t kPageMajor = 0;
inline constexpr std::uint8_t kPageMinor = 1;
inline constexpr std::uint16_t kSealedFlag = 1;

struct HeaderField {
  std::string_view name;
  std::size_t offset;  // bytes
  std::size_t size;    // bytes, little-endian
  int low_bit;         // first bit inside the field's bytes
  int bits;            // 8 * size, or fewer where two fields share bytes
};

inline constexpr HeaderField kMagic{"magic", 0, 4, 0, 32};
inline constexpr HeaderField kVersionMajor{"version_major", 4, 1, 0, 8};
inline constexpr HeaderField kVersionMinor{"version_minor", 5, 1, 0, 8};
inline constexpr HeaderField kFlags{"flags", 6, 2, 0, 16};
inline constexpr HeaderField kPageBytes{"page_bytes", 8, 4, 0, 32};
inline constexpr HeaderField kLayer{"layer", 12, 2, 0, 16};
inline constexpr HeaderField kKvHeads{"kv_heads", 14, 2, 0, 16};
inline constexpr HeaderField kKeyDim{"key_dim", 16, 2, 0, 16};
inline constexpr HeaderField kValueDim{"value_dim", 18, 2, 0, 16};
inline constexpr HeaderField kCapacity{"capacity", 20, 2, 0, 16};
inline constexpr HeaderField kCount{"count", 22, 2, 0, 16};
inline constexpr HeaderField kFirstPosition{"first_position", 24, 4, 0, 32};
inline constexpr HeaderField kCrc{"crc", 28, 4, 0, 32};
inline constexpr HeaderField kSeed{"seed", 32, 8, 0, 64};
inline constexpr HeaderField kKeyModeField{"key_mode", 40, 1, 0, 8};
inline constexpr HeaderField kValueModeField{"value_mode", 41, 1, 0, 8};
inline constexpr HeaderField kTransformField{"transform", 42, 1, 0, 4};
inline constexpr HeaderField kCodebookField{"codebook", 42, 1, 4, 4};
inline constexpr HeaderField kGainRuleField{"gain_rule", 43, 1, 0, 4};
inline constexpr HeaderField kGainCodingField{"gain_coding", 43, 1, 4, 4};
inline constexpr HeaderField kSketchRows{"sketch_rows", 44, 2, 0, 12};
inline constexpr HeaderField kSketchLaw{"sketch_law", 44, 2, 12, 4};
inline constexpr HeaderField kGroupSize{"group_size", 46, 1, 0, 8};
inline constexpr HeaderField kOutlierSlots{"outlier_slots", 47, 1, 0, 8};
// 16 opaque bytes; chapter identity will define them.
inline constexpr HeaderField kIdentity{"identity", 48, 16, 0, 128};

inline constexpr HeaderField kHeaderFields[] = {
    kMagic,          kVersionMajor,   kVersionMinor,  kFlags,         kPageBytes,
    kLayer,          kKvHeads,        kKeyDim,        kValueDim,      kCapacity,
    kCount,          kFirstPosition,  kCrc,           kSeed,          kKeyModeField,
    kValueModeField, kTransformField, kCodebookField, kGainRuleField, kGainCodingField,
    kSketchRows,     kSketchLaw,      kGroupSize,     kOutlierSlots,  kIdentity,
};

// The fields tile the header: every bit belongs to exactly one.
consteval bool fields_tile_the_header() {
  std::size_t next_bit = 0;
  for (const HeaderField& field : kHeaderFields) {
    if (field.offset * 8 + static_cast<std::size_t>(field.low_bit) != next_bit) return false;
    next_bit += static_cast<std::size_t>(field.bits);
  }
  return next_bit == kHeaderBytes * 8;
}
static_assert(fields_tile_the_header());

}  // namespace tq::contract
