// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "conformance/mutants/keys.hpp"
#include "reference/gain.hpp"
#include "reference/packing.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using contract::Result;
using contract::Transform;
using reference::Binary32;
using reference::KeyShape;
using reference::SignPair;
using Codes = std::vector<std::uint8_t>;

// Every row of one call: what is stored, checked, and as numbers.
struct Rows {
  Numbers gains;
  Codes codes;
};

struct Decode {
  static Result<Numbers> load_gains(const KeyShape& shape, const Codes& stored) {
    const std::size_t size = reference::gain_bytes(shape.gain_coding);
    Numbers gains;
    for (std::size_t offset = 0; offset < stored.size(); offset += size) {
      const auto gain =
          reference::load_gain(shape.gain_coding, std::span(stored).subspan(offset, size));
      if (!gain) return gain.error();
      gains.push_back(*gain);
    }
    return gains;
  }
  static Result<Codes> unpack_row(const KeyShape& shape, const Codes& row) {
    return reference::unpack(shape.width, shape.head_dim, row);
  }
  template <class S>
  static Result<Codes> codes(const KeyShape& shape, const Codes& rows) {
    const auto size = static_cast<std::ptrdiff_t>(reference::row_bytes(
        static_cast<std::size_t>(shape.head_dim), static_cast<int>(shape.width)));
    Codes all;
    for (auto row = rows.begin(); row != rows.end(); row += size) {
      const auto codes = S::unpack_row(shape, {row, row + size});
      if (!codes) return codes.error();
      append(all, *codes);
    }
    return all;
  }
  template <class S>
  static Result<Rows> load(const KeyShape& shape, const Codes& gains, const Codes& rows) {
    const auto numbers = load_gains(shape, gains);
    if (!numbers) return numbers.error();
    const auto codes = Decode::codes<S>(shape, rows);
    if (!codes) return codes.error();
    return Rows{*numbers, *codes};
  }
  static bool refuses_zero_gains(const KeyShape& shape, const Rows& rows) {
    for (std::size_t i = 0; i < rows.codes.size(); ++i) {
      if (rows.gains[i / shape.head_dim].is_zero() &&
          rows.codes[i] != reference::code_of_zero(static_cast<int>(shape.width))) {
        return true;
      }
    }
    return false;
  }
  static SignPair signs(const KeyShape& shape, std::uint64_t, std::uint64_t kv_head) {
    return signs_of(shape, shape.layer, kv_head);
  }
  static Binary32 value(const KeyShape& shape, Binary32 unscaled, Binary32 gain) {
    const Binary32 sigma =
        reference::return_scale(shape.transform, static_cast<std::size_t>(shape.head_dim));
    return reference::without_negative_zero((unscaled * sigma) * gain);
  }
  static bool refuses(const Numbers& x) { return !reference::all_finite(x); }
};

template <class S>
Answer decode(const Record& input) {
  const auto shape = read_legal_shape(input);
  if (!shape) return refuse(shape.error());
  const auto head_dim = static_cast<std::size_t>(shape->head_dim);
  const auto rows = static_cast<std::size_t>(shape->tokens * shape->kv_heads);
  const int width = static_cast<int>(shape->width);
  if (input.bytes("gains").size() != rows * reference::gain_bytes(shape->gain_coding) ||
      input.bytes("rows").size() != rows * reference::row_bytes(head_dim, width)) {
    return refuse(Error::kBadLength);
  }
  const auto loaded = S::template load<S>(*shape, input.bytes("gains"), input.bytes("rows"));
  if (!loaded) return refuse(loaded.error());
  if (S::refuses_zero_gains(*shape, *loaded)) return refuse(Error::kZeroGainCodes);
  Numbers unscaled;
  Numbers x;
  for (std::size_t row = 0; row < rows; ++row) {
    Numbers levels;
    for (std::size_t i = 0; i < head_dim; ++i) {
      levels.push_back(*reference::dequantize(width, loaded->codes[row * head_dim + i]));
    }
    const SignPair signs = S::signs(*shape, row, row % shape->kv_heads);
    const Numbers turned = reference::reverse_steps<Binary32>(shape->transform, signs, levels);
    for (const Binary32 w : turned) x.push_back(S::value(*shape, w, loaded->gains[row]));
    append(unscaled, turned);
  }
  if (S::refuses(x)) return refuse(Error::kResultOverflow);
  return {.stages = {{"codes", Bytes{loaded->codes}}, {"unscaled", words(unscaled)}},
          .output = {{"x", words(x)}},
          .error = {}};
}

struct CodesFromHighBits : Decode {
  static Result<Codes> unpack_row(const KeyShape& shape, Codes row) {
    if (const auto right = Decode::unpack_row(shape, row); !right) return right;
    for (std::uint8_t& byte : row) {
      unsigned reversed = 0;
      for (int bit = 0; bit < 8; ++bit) reversed = 2 * reversed + ((byte >> bit) & 1u);
      byte = static_cast<std::uint8_t>(reversed);
    }
    return Decode::unpack_row(shape, row);
  }
};
struct OneSignList : Decode {
  static SignPair signs(const KeyShape& shape, std::uint64_t row, std::uint64_t kv_head) {
    SignPair pair = Decode::signs(shape, row, kv_head);
    if (!pair.second.empty()) pair.second = pair.first;
    return pair;
  }
};
struct SignsPerRow : Decode {
  static SignPair signs(const KeyShape& shape, std::uint64_t row, std::uint64_t) {
    return signs_of(shape, shape.layer, row);
  }
};
struct ScaleOfOneRound : Decode {
  static Binary32 value(const KeyShape& shape, Binary32 unscaled, Binary32 gain) {
    KeyShape other = shape;
    other.transform = Transform::kOneRound;
    return Decode::value(other, unscaled, gain);
  }
};
struct FactorsFirst : Decode {
  static Binary32 value(const KeyShape& shape, Binary32 unscaled, Binary32 gain) {
    const Binary32 sigma =
        reference::return_scale(shape.transform, static_cast<std::size_t>(shape.head_dim));
    return reference::without_negative_zero(unscaled * (sigma * gain));
  }
};
struct NegativeZeroOut : Decode {
  static Binary32 value(const KeyShape& shape, Binary32 unscaled, Binary32 gain) {
    const Binary32 sigma =
        reference::return_scale(shape.transform, static_cast<std::size_t>(shape.head_dim));
    return (unscaled * sigma) * gain;
  }
};
struct ZeroGainsUnchecked : Decode {
  static bool refuses_zero_gains(const KeyShape&, const Rows&) { return false; }
};
struct PaddingIgnored : Decode {
  static Result<Codes> unpack_row(const KeyShape& shape, Codes row) {
    const std::uint64_t used = shape.head_dim * shape.width % 8;
    if (used != 0) row.back() = static_cast<std::uint8_t>(row.back() & ((1u << used) - 1));
    return Decode::unpack_row(shape, row);
  }
};
struct PaddingBeforeGains : Decode {
  template <class S>
  static Result<Rows> load(const KeyShape& shape, const Codes& gains, const Codes& rows) {
    if (const auto codes = Decode::codes<S>(shape, rows); !codes) return codes.error();
    return Decode::load<S>(shape, gains, rows);
  }
};
struct InfinityOut : Decode {
  static bool refuses(const Numbers&) { return false; }
};

}  // namespace

ChapterMutants key_decode_mutants() {
  constexpr std::string_view kDecode = "key.decode";
  return {
      .mutants =
          {
              mutant("keys/codes-from-high-bits", "reads bytes of a row from bit 7 downwards",
                     {"TQ-KEYS-008", "TQ-KEYS-006"}, kDecode, "codes",
                     {"keys/decode-one-round-w3-batch"}, decode<CodesFromHighBits>),
              mutant("keys/one-sign-list", "turns back with D1 where D2 is due",
                     {"TQ-KEYS-008", "TQ-KEYS-002"}, kDecode, "unscaled",
                     {"keys/decode-two-rounds-w2-batch", "keys/decode-two-sign-w2-batch"},
                     decode<OneSignList>),
              mutant("keys/decode-signs-per-row", "takes the number of the row for its KV head",
                     {"TQ-KEYS-008", "TQ-KEYS-002"}, kDecode, "unscaled",
                     {"keys/decode-one-round-w2-batch"}, decode<SignsPerRow>),
              mutant("keys/scale-of-one-round", "scales two rounds as one", {"TQ-KEYS-008"},
                     kDecode, "x", {"keys/decode-two-rounds-w2-batch"}, decode<ScaleOfOneRound>),
              mutant("keys/factors-first", "multiplies scale and gain before the coordinate",
                     {"TQ-KEYS-008"}, kDecode, "x", {"keys/decode-two-rounds-w4-batch"},
                     decode<FactorsFirst>),
              mutant("keys/negative-zero-out", "lets -0 leave a zero row",
                     {"TQ-KEYS-008", "TQ-ARITH-008"}, kDecode, "x", {"keys/decode-d16-w4-zero"},
                     decode<NegativeZeroOut>),
              mutant("keys/zero-gains-unchecked", "decodes any codes under a gain of 0",
                     {"TQ-KEYS-009"}, kDecode, "error", {"keys/decode-zero-gain-codes"},
                     decode<ZeroGainsUnchecked>),
              mutant("keys/padding-ignored", "ignores bits behind the last code of a row",
                     {"TQ-KEYS-011", "TQ-PACK-004"}, kDecode, "error", {"keys/decode-padding"},
                     decode<PaddingIgnored>),
              mutant("keys/padding-before-gains", "finds padding bits before a wrong gain",
                     {"TQ-KEYS-011"}, kDecode, "error", {"keys/decode-gain-before-padding"},
                     decode<PaddingBeforeGains>),
              mutant("keys/infinity-out", "returns infinities instead of an error", {"TQ-KEYS-010"},
                     kDecode, "error", {"keys/decode-overflow"}, decode<InfinityOut>),
          },
      .controls = {{kDecode, decode<Decode>}},
  };
}

}  // namespace tq::conformance
