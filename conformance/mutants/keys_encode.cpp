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
using Norm = reference::RawNorm<Binary32>;

struct Encode {
  static std::optional<Error> refusal(const Numbers& x) {
    if (!reference::all_finite(x)) return Error::kNonFiniteInput;
    return std::nullopt;
  }
  static SignPair signs(const KeyShape& shape, std::uint64_t, std::uint64_t kv_head) {
    return signs_of(shape, shape.layer, kv_head);
  }
  static Binary32 gain(const KeyShape& shape, const Norm&, std::span<const std::uint8_t> stored,
                       int exponent) {
    return scale(*reference::load_gain(shape.gain_coding, stored), -exponent);
  }
  static Numbers rotated(const KeyShape& shape, const SignPair& signs, const Norm& norm,
                         const Numbers&) {
    return reference::forward<Binary32>(shape.transform, signs, norm.scaled).y;
  }
  static Numbers normalise(const KeyShape& shape, Binary32 gain, const Numbers& y) {
    return reference::normalise<Binary32>(shape.transform, gain, y);
  }
  static std::uint8_t code(int width, Binary32 z) { return reference::quantize(width, z).lowest; }
  static std::vector<std::uint8_t> pack(const KeyShape& shape,
                                        const std::vector<std::uint8_t>& codes) {
    return *reference::pack(shape.width, codes);
  }
};

template <class S>
std::optional<Error> encode_row(const KeyShape& shape, const SignPair& signs, const Numbers& x,
                                reference::EncodedKeys& all) {
  const auto norm = reference::checked_raw_norm(x);
  if (!norm) return norm.error();
  const auto stored = reference::store_gain(shape.gain_coding, norm->norm);
  if (!stored) return stored.error();
  const Binary32 gain = S::gain(shape, *norm, *stored, reference::scale_exponent(x));
  const Numbers y = S::rotated(shape, signs, *norm, x);
  const Numbers z = S::normalise(shape, gain, y);
  std::vector<std::uint8_t> codes;
  for (const Binary32 value : z) codes.push_back(S::code(static_cast<int>(shape.width), value));
  all.norms.push_back(norm->norm);
  append(all.gains, *stored);
  append(all.y, y);
  append(all.z, z);
  append(all.codes, codes);
  append(all.rows, S::pack(shape, codes));
  return std::nullopt;
}

template <class S>
Answer encode(const Record& input) {
  const auto shape = read_legal_shape(input);
  if (!shape) return refuse(shape.error());
  const Numbers x = numbers(input, "x");
  if (x.size() != shape->tokens * shape->kv_heads * shape->head_dim) {
    return refuse(Error::kBadLength);
  }
  if (const auto error = S::refusal(x)) return refuse(*error);
  reference::EncodedKeys all;
  for (std::uint64_t row = 0; row < shape->tokens * shape->kv_heads; ++row) {
    const auto begin = x.begin() + static_cast<std::ptrdiff_t>(row * shape->head_dim);
    const Numbers part(begin, begin + static_cast<std::ptrdiff_t>(shape->head_dim));
    const SignPair signs = S::signs(*shape, row, row % shape->kv_heads);
    if (const auto error = encode_row<S>(*shape, signs, part, all)) return refuse(*error);
  }
  return {.stages = {{"norms", words(all.norms)},
                     {"y", words(all.y)},
                     {"z", words(all.z)},
                     {"codes", Bytes{all.codes}}},
          .output = {{"gains", Bytes{all.gains}}, {"rows", Bytes{all.rows}}},
          .error = {}};
}

struct StreamsSwapped : Encode {
  static SignPair signs(const KeyShape& shape, std::uint64_t, std::uint64_t kv_head) {
    KeyShape both = shape;
    both.transform = Transform::kTwoRounds;
    SignPair pair = signs_of(both, shape.layer, kv_head);
    std::swap(pair.first, pair.second);
    return pair;
  }
};
struct KvHeadIgnored : Encode {
  static SignPair signs(const KeyShape& shape, std::uint64_t, std::uint64_t) {
    return signs_of(shape, shape.layer, 0);
  }
};
struct LayerIgnored : Encode {
  static SignPair signs(const KeyShape& shape, std::uint64_t, std::uint64_t kv_head) {
    return signs_of(shape, 0, kv_head);
  }
};
struct SignsPerRow : Encode {
  static SignPair signs(const KeyShape& shape, std::uint64_t row, std::uint64_t) {
    return signs_of(shape, shape.layer, row);
  }
};
struct ExactGain : Encode {
  static Binary32 gain(const KeyShape&, const Norm& norm, std::span<const std::uint8_t>, int) {
    return norm.root;
  }
};
struct Unscaled : Encode {
  static Binary32 gain(const KeyShape& shape, const Norm&, std::span<const std::uint8_t> stored,
                       int) {
    return *reference::load_gain(shape.gain_coding, stored);
  }
  static Numbers rotated(const KeyShape& shape, const SignPair& signs, const Norm&,
                         const Numbers& x) {
    return reference::forward<Binary32>(shape.transform, signs, x).y;
  }
};
struct NormaliseFirst : Encode {
  static Numbers rotated(const KeyShape& shape, const SignPair& signs, const Norm& norm,
                         const Numbers&) {
    Numbers unit = norm.scaled;
    for (Binary32& value : unit) {
      if (!norm.root.is_zero()) value = value / norm.root;
    }
    return reference::forward<Binary32>(shape.transform, signs, unit).y;
  }
  static Numbers normalise(const KeyShape& shape, Binary32 gain, const Numbers& y) {
    return Encode::normalise(shape, gain.is_zero() ? gain : Binary32::from_integer(1), y);
  }
};
struct Reciprocal : Encode {
  static Numbers normalise(const KeyShape& shape, Binary32 gain, const Numbers& y) {
    if (gain.is_zero()) return Encode::normalise(shape, gain, y);
    const Binary32 divisor = gain * reference::spread(shape.transform, y.size());
    Numbers z;
    for (const Binary32 value : y) z.push_back(value * (Binary32::from_integer(1) / divisor));
    return z;
  }
};
struct SpreadDropped : Encode {
  static Numbers normalise(const KeyShape& shape, Binary32 gain, const Numbers& y) {
    return reference::normalise<Binary32>(gain.is_zero() ? shape.transform : Transform::kOneRound,
                                          gain, y);
  }
};
struct UpperCellOnTies : Encode {
  static std::uint8_t code(int width, Binary32 z) {
    std::uint8_t code = 0;
    for (const std::uint32_t boundary : reference::codebook_boundaries(width)) {
      if (Binary32::from_bits(boundary) <= z) ++code;
    }
    return code;
  }
};
struct HighBitFirst : Encode {
  static std::vector<std::uint8_t> pack(const KeyShape& shape,
                                        const std::vector<std::uint8_t>& codes) {
    std::vector<std::uint8_t> packed = Encode::pack(shape, codes);
    for (std::uint8_t& byte : packed) {
      unsigned reversed = 0;
      for (int bit = 0; bit < 8; ++bit) reversed = 2 * reversed + ((byte >> bit) & 1u);
      byte = static_cast<std::uint8_t>(reversed);
    }
    return packed;
  }
};
struct OverflowBeforeFinite : Encode {
  static std::optional<Error> refusal(const Numbers&) { return std::nullopt; }
};

// The step of one row: z and codes from y and the gain scaled back.
struct Quantize {
  static std::optional<Error> domain_error(Binary32 gain, const Numbers& y) {
    if (!gain.is_finite() || !reference::all_finite(y)) return Error::kNonFiniteInput;
    if (gain.is_negative()) return Error::kBadArgument;
    return std::nullopt;
  }
  static Numbers normalise(Transform transform, Binary32 gain, const Numbers& y) {
    return reference::normalise<Binary32>(transform, gain, y);
  }
};

template <class S>
Answer quantize(const Record& input) {
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  const std::uint64_t width = input.integer("width");
  const std::uint64_t head_dim = input.integer("head_dim");
  if (!transform || width < 2 || width > 4 || !reference::is_legal_head_dim(head_dim)) {
    return refuse(Error::kBadArgument);
  }
  const Numbers gain = numbers(input, "gain");
  const Numbers y = numbers(input, "y");
  if (gain.size() != 1 || y.size() != head_dim) return refuse(Error::kBadLength);
  if (const auto error = S::domain_error(gain[0], y)) return refuse(*error);
  const Numbers z = S::normalise(*transform, gain[0], y);
  const Binary32 divisor = gain[0] * reference::spread(*transform, y.size());
  if (!divisor.is_finite() || !reference::all_finite(z)) return refuse(Error::kResultOverflow);
  Bytes codes;
  for (const Binary32 value : z) {
    codes.values.push_back(Encode::code(static_cast<int>(width), value));
  }
  return {.stages = {{"z", words(z)}}, .output = {{"codes", codes}}, .error = {}};
}

struct ZeroGainDivides : Quantize {
  static Numbers normalise(Transform, Binary32 gain, const Numbers& y) {
    Numbers z;
    for (const Binary32 value : y) z.push_back(value / gain);
    return z;
  }
};
struct SignBeforeFinite : Quantize {
  static std::optional<Error> domain_error(Binary32 gain, const Numbers& y) {
    return gain.is_negative() ? Error::kBadArgument : Quantize::domain_error(gain, y);
  }
};

}  // namespace

ChapterMutants key_encode_mutants() {
  constexpr std::string_view kEncode = "key.encode";
  constexpr std::string_view kQuantize = "key.quantize";
  return {
      .mutants =
          {
              mutant("keys/streams-swapped", "draws D1 from stream 2 and D2 from stream 1",
                     {"TQ-KEYS-002"}, kEncode, "y",
                     {"keys/encode-one-round-w2-batch", "keys/encode-two-sign-w3-batch"},
                     encode<StreamsSwapped>),
              mutant("keys/kv-head-ignored", "rotates every KV head alike", {"TQ-KEYS-002"},
                     kEncode, "y", {"keys/encode-one-round-w2-batch"}, encode<KvHeadIgnored>),
              mutant("keys/layer-ignored", "rotates every layer alike", {"TQ-KEYS-002"}, kEncode,
                     "y", {"keys/encode-one-round-w2-batch"}, encode<LayerIgnored>),
              mutant("keys/signs-per-row", "takes the number of the row for its KV head",
                     {"TQ-KEYS-002", "TQ-KEYS-012"}, kEncode, "y",
                     {"keys/encode-one-round-w2-batch"}, encode<SignsPerRow>),
              mutant("keys/no-scaling", "rotates the row without scaling it first", {"TQ-KEYS-003"},
                     kEncode, "y", {"keys/encode-d16-w4-tiny-1e-30"}, encode<Unscaled>),
              mutant("keys/normalise-first", "normalises the row before it is rotated",
                     {"TQ-KEYS-003"}, kEncode, "y", {"keys/encode-d16-w4-gaussian-a"},
                     encode<NormaliseFirst>),
              mutant("keys/exact-gain", "normalises with the exact norm, not with the stored gain",
                     {"TQ-KEYS-003", "TQ-GAIN-007"}, kEncode, "z",
                     {"keys/encode-d16-w2-binary16-gaussian-a"}, encode<ExactGain>),
              mutant("keys/reciprocal-for-division", "multiplies with 1 / divisor", {"TQ-KEYS-003"},
                     kEncode, "z", {"keys/encode-one-round-w4-batch"}, encode<Reciprocal>),
              mutant("keys/spread-dropped", "normalises two rounds as one", {"TQ-KEYS-003"},
                     kEncode, "z", {"keys/encode-two-rounds-w2-batch"}, encode<SpreadDropped>),
              mutant("keys/upper-cell-on-ties",
                     "puts a coordinate on a boundary into the upper cell", {"TQ-KEYS-004"},
                     kEncode, "codes", {"keys/encode-d16-w4-zero", "keys/parity-threshold-ties"},
                     encode<UpperCellOnTies>),
              mutant("keys/high-bit-first", "fills bytes of a row from bit 7 downwards",
                     {"TQ-KEYS-006"}, kEncode, "rows", {"keys/encode-one-round-w3-batch"},
                     encode<HighBitFirst>),
              mutant("keys/overflow-before-finite",
                     "lets the first row decide before all are finite",
                     {"TQ-CONF-023", "TQ-KEYS-007"}, kEncode, "error",
                     {"keys/encode-infinity-after-overflow"}, encode<OverflowBeforeFinite>),
              mutant("keys/zero-gain-divides", "divides by a gain of 0", {"TQ-KEYS-005"}, kQuantize,
                     "error", {"keys/quantize-zero-gain"}, quantize<ZeroGainDivides>),
              mutant("keys/sign-before-finite", "finds a negative gain before a NaN",
                     {"TQ-CONF-023", "TQ-KEYS-003"}, kQuantize, "error",
                     {"keys/quantize-nan-before-sign"}, quantize<SignBeforeFinite>),
          },
      .controls = {{kEncode, encode<Encode>}, {kQuantize, quantize<Quantize>}},
  };
}

}  // namespace tq::conformance
