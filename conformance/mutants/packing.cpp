// SPDX-License-Identifier: Apache-2.0
#include "reference/packing.hpp"

#include "conformance/mutants/chapters.hpp"
#include "reference/arithmetic.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using contract::Result;
using reference::Binary32;
using Codes = std::vector<std::uint8_t>;

struct Pack {
  static Result<Codes> pack(std::uint64_t width, const Codes& codes) {
    return reference::pack(width, codes);
  }
};

template <class S>
Answer pack(const Record& input) {
  const auto packed = S::pack(input.integer("width"), input.bytes("codes"));
  if (!packed) return refuse(packed.error());
  return {.stages = {}, .output = {{"packed", Bytes{*packed}}}, .error = {}};
}

// Bit k of a bitstream goes to bit `place(k)`, when the reference packs the codes.
template <class Place>
Result<Codes> pack_elsewhere(std::uint64_t width, const Codes& codes, Place place) {
  const auto packed = reference::pack(width, codes);
  if (!packed) return packed.error();
  Codes moved(packed->size());
  for (std::size_t k = 0; k < 8 * moved.size(); ++k) {
    const unsigned bit = ((*packed)[k / 8] >> (k % 8)) & 1u;
    const std::size_t to = place(k);
    moved[to / 8] = static_cast<std::uint8_t>(moved[to / 8] | (bit << (to % 8)));
  }
  return moved;
}

struct HighBitFirst : Pack {
  static Result<Codes> pack(std::uint64_t width, const Codes& codes) {
    return pack_elsewhere(width, codes, [](std::size_t k) { return k - k % 8 + (7 - k % 8); });
  }
};
struct HighNibbleFirst : Pack {
  static Result<Codes> pack(std::uint64_t width, const Codes& codes) {
    return pack_elsewhere(width, codes, [&](std::size_t k) { return width == 4 ? k ^ 4u : k; });
  }
};
struct CodesReversed : Pack {
  static Result<Codes> pack(std::uint64_t width, Codes codes) {
    for (std::size_t i = 0; i + 1 < codes.size(); i += 2) std::swap(codes[i], codes[i + 1]);
    return reference::pack(width, codes);
  }
};
struct WholeBytesOnly : Pack {
  // No code crosses a byte: 8 / width codes in each.
  static Result<Codes> pack(std::uint64_t width, const Codes& codes) {
    if (const auto right = reference::pack(width, codes); !right) return right;
    const std::size_t each = 8 / static_cast<std::size_t>(width);
    Codes packed((codes.size() + each - 1) / each);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      packed[i / each] =
          static_cast<std::uint8_t>(packed[i / each] | (codes[i] << (i % each * width)));
    }
    return packed;
  }
};
struct CodesMasked : Pack {
  static Result<Codes> pack(std::uint64_t width, Codes codes) {
    for (std::uint8_t& code : codes) {
      code = static_cast<std::uint8_t>(code & ((1u << (width % 16)) - 1));
    }
    return reference::pack(width, codes);
  }
};

struct Unpack {
  static Result<Codes> unpack(std::uint64_t width, std::uint64_t count, const Codes& packed) {
    return reference::unpack(width, count, packed);
  }
};

template <class S>
Answer unpack(const Record& input) {
  const auto codes =
      S::unpack(input.integer("width"), input.integer("count"), input.bytes("packed"));
  if (!codes) return refuse(codes.error());
  return {.stages = {}, .output = {{"codes", Bytes{*codes}}}, .error = {}};
}

struct LastCodeDropped : Unpack {
  static Result<Codes> unpack(std::uint64_t width, std::uint64_t count, const Codes& packed) {
    auto codes = reference::unpack(width, count, packed);
    if (codes && !codes->empty()) (*codes).pop_back();
    return codes;
  }
};
struct PaddingIgnored : Unpack {
  static Result<Codes> unpack(std::uint64_t width, std::uint64_t count, Codes packed) {
    const auto codes = reference::unpack(width, count, packed);
    if (codes || codes.error() != Error::kPaddingBits) return codes;
    packed.back() = static_cast<std::uint8_t>(packed.back() & ((1u << (count * width % 8)) - 1));
    return reference::unpack(width, count, packed);
  }
};
struct LongerAccepted : Unpack {
  static Result<Codes> unpack(std::uint64_t width, std::uint64_t count, Codes packed) {
    const auto codes = reference::unpack(width, count, packed);
    if (codes || codes.error() != Error::kBadLength) return codes;
    const std::size_t size =
        reference::packed_bytes(static_cast<std::size_t>(count), static_cast<int>(width));
    if (packed.size() > size) packed.resize(size);
    return reference::unpack(width, count, packed);
  }
};

struct PackSigns {
  static bool bit(Binary32 value) { return !(value < Binary32()); }
};

template <class S>
Answer pack_signs(const Record& input) {
  const Numbers values = numbers(input, "values");
  if (!reference::all_finite(values)) return refuse(Error::kNonFiniteInput);
  Codes bits;
  for (const Binary32 value : values) bits.push_back(S::bit(value) ? 1 : 0);
  return {.stages = {}, .output = {{"packed", Bytes{*reference::pack(1, bits)}}}, .error = {}};
}

struct ZeroIsMinus : PackSigns {
  static bool bit(Binary32 value) { return value > Binary32(); }
};
struct SignBitOfZero : PackSigns {
  static bool bit(Binary32 value) { return !value.is_negative(); }
};
struct MinusIsOne : PackSigns {
  static bool bit(Binary32 value) { return !PackSigns::bit(value); }
};

}  // namespace

ChapterMutants packing_mutants() {
  return {
      .mutants =
          {
              mutant("packing/high-bit-first", "fills bytes from bit 7 downwards", {"TQ-PACK-001"},
                     "packing.pack", "packed", {"packing/pack-w3-n8", "packing/pack-w1-n8"},
                     pack<HighBitFirst>),
              mutant("packing/high-nibble-first", "puts the first 4-bit code into the high nibble",
                     {"TQ-PACK-001"}, "packing.pack", "packed", {"packing/pack-w4-n3"},
                     pack<HighNibbleFirst>),
              mutant("packing/pairs-swapped", "packs codes 1, 0, 3, 2, ...", {"TQ-PACK-001"},
                     "packing.pack", "packed", {"packing/pack-w5-n8"}, pack<CodesReversed>),
              mutant("packing/whole-bytes-only", "lets no code cross a byte",
                     {"TQ-PACK-001", "TQ-PACK-002"}, "packing.pack", "packed",
                     {"packing/pack-w3-n8"}, pack<WholeBytesOnly>),
              mutant("packing/codes-masked", "cuts codes to their width instead of refusing",
                     {"TQ-PACK-003"}, "packing.pack", "error",
                     {"packing/pack-out-of-range-w1", "packing/pack-out-of-range-w7"},
                     pack<CodesMasked>),
              mutant("packing/last-code-dropped", "unpacks one code too few", {"TQ-PACK-004"},
                     "packing.unpack", "codes", {"packing/unpack-w3-n1", "packing/unpack-w3-n128"},
                     unpack<LastCodeDropped>),
              mutant("packing/padding-ignored", "ignores bits behind the last code",
                     {"TQ-PACK-004"}, "packing.unpack", "error",
                     {"packing/unpack-padding-w1", "packing/unpack-padding-w3"},
                     unpack<PaddingIgnored>),
              mutant("packing/longer-accepted", "ignores bytes behind the last code",
                     {"TQ-PACK-004"}, "packing.unpack", "error", {"packing/unpack-long"},
                     unpack<LongerAccepted>),
              mutant("packing/sign-of-zero", "takes sign(0) as minus", {"TQ-PACK-005"},
                     "packing.pack_signs", "packed", {"packing/signs-zeros"},
                     pack_signs<ZeroIsMinus>),
              mutant("packing/sign-bit-of-zero", "copies the sign bit, so that -0 is minus",
                     {"TQ-PACK-005"}, "packing.pack_signs", "packed", {"packing/signs-zeros"},
                     pack_signs<SignBitOfZero>),
              mutant("packing/minus-is-one", "stores 1 for minus", {"TQ-PACK-005"},
                     "packing.pack_signs", "packed", {"packing/signs-zeros"},
                     pack_signs<MinusIsOne>),
          },
      .controls = {{"packing.pack", pack<Pack>},
                   {"packing.unpack", unpack<Unpack>},
                   {"packing.pack_signs", pack_signs<PackSigns>}},
  };
}

}  // namespace tq::conformance
