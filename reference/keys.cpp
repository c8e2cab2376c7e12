// SPDX-License-Identifier: Apache-2.0
#include "reference/keys.hpp"

#include <optional>

#include "reference/gain.hpp"
#include "reference/packing.hpp"
#include "reference/random.hpp"

namespace tq::reference {
namespace {

using contract::Error;
using contract::Result;
using contract::Transform;

template <class T>
void append(std::vector<T>& all, const std::vector<T>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

std::size_t row_count(const KeyShape& shape) {
  return static_cast<std::size_t>(shape.tokens * shape.kv_heads);
}

SignPair signs_of_row(const KeyShape& shape, std::size_t row) {
  return key_signs(shape.transform, static_cast<std::size_t>(shape.head_dim), shape.seed,
                   static_cast<std::uint32_t>(shape.layer),
                   static_cast<std::uint32_t>(row % shape.kv_heads));
}

// Appends one row to `all`. The error decides the call: TQ-KEYS-007.
std::optional<Error> encode_row(const KeyShape& shape, const SignPair& signs,
                                std::span<const Binary32> x, EncodedKeys& all) {
  const int width = static_cast<int>(shape.width);
  const auto norm = checked_raw_norm(x);
  if (!norm) return norm.error();
  const auto stored = store_gain(shape.gain_coding, norm->norm);
  if (!stored) return stored.error();

  // TQ-GAIN-007: from here on the stored gain counts. Scaling it back is exact: TQ-KEYS-003.
  const Binary32 gain = scale(*load_gain(shape.gain_coding, *stored), -scale_exponent(x));
  const auto stages = forward<Binary32>(shape.transform, signs, norm->scaled);
  const auto z = normalise<Binary32>(shape.transform, gain, stages.y);
  std::vector<std::uint8_t> codes;
  for (const Binary32 value : z) codes.push_back(quantize(width, value).lowest);  // TQ-KEYS-004

  all.norms.push_back(norm->norm);
  append(all.y, stages.y);
  append(all.z, z);
  append(all.codes, codes);
  append(all.gains, *stored);
  append(all.rows, *pack(shape.width, codes));  // TQ-KEYS-006
  return std::nullopt;
}

// Gains and codes of a call, checked over all rows in the order of TQ-KEYS-011.
struct StoredRows {
  std::vector<Binary32> gains;
  std::vector<std::uint8_t> codes;
};
Result<StoredRows> load_rows(const KeyShape& shape, std::span<const std::uint8_t> gains,
                             std::span<const std::uint8_t> rows) {
  const int width = static_cast<int>(shape.width);
  const auto head_dim = static_cast<std::size_t>(shape.head_dim);
  const std::size_t gain_size = gain_bytes(shape.gain_coding);
  const std::size_t row_size = row_bytes(head_dim, width);
  const std::size_t count = row_count(shape);
  if (gains.size() != count * gain_size || rows.size() != count * row_size) {
    return Error::kBadLength;
  }
  StoredRows loaded;
  for (std::size_t row = 0; row < count; ++row) {
    const auto gain = load_gain(shape.gain_coding, gains.subspan(row * gain_size, gain_size));
    if (!gain) return gain.error();
    loaded.gains.push_back(*gain);
  }
  for (std::size_t row = 0; row < count; ++row) {
    const auto codes = unpack(shape.width, head_dim, rows.subspan(row * row_size, row_size));
    if (!codes) return codes.error();
    append(loaded.codes, *codes);
  }
  for (std::size_t i = 0; i < loaded.codes.size(); ++i) {  // TQ-KEYS-009
    if (loaded.gains[i / head_dim].is_zero() && loaded.codes[i] != code_of_zero(width)) {
      return Error::kZeroGainCodes;
    }
  }
  return loaded;
}

}  // namespace

// TQ-KEYS-001
bool is_legal(const KeyShape& shape) {
  return shape.width >= 2 && shape.width <= 4 && is_legal_head_dim(shape.head_dim) &&
         shape.tokens <= contract::kMaxCapacity && shape.kv_heads >= 1 &&
         shape.kv_heads <= contract::kMaxKvHeads && shape.layer < contract::kMaxLayers;
}

// TQ-KEYS-006
std::size_t row_bytes(std::size_t head_dim, int width) { return packed_bytes(head_dim, width); }

// TQ-KEYS-002
SignPair key_signs(Transform transform, std::size_t head_dim, std::uint64_t seed,
                   std::uint32_t layer, std::uint32_t kv_head) {
  StreamAddress address{
      .seed = seed, .stream = contract::Stream::kKeyRound1, .layer = layer, .kv_head = kv_head};
  SignPair pair;
  pair.first = signs(address, head_dim);
  if (transform != Transform::kOneRound) {
    address.stream = contract::Stream::kKeyRound2;
    pair.second = signs(address, head_dim);
  }
  return pair;
}

template <Number N>
std::vector<N> normalise(Transform transform, const N& gain, std::span<const N> y) {
  if (gain.is_zero()) return std::vector<N>(y.size(), N::from_bits(0));  // TQ-KEYS-005
  const N divisor = gain * N::from_bits(spread(transform, y.size()).bits());
  std::vector<N> z;
  for (const N& value : y) z.push_back(value / divisor);  // TQ-KEYS-003
  return z;
}

// TQ-KEYS-007; TQ-KEYS-012: a row sees only itself.
Result<EncodedKeys> encode_keys(const KeyShape& shape, std::span<const Binary32> x) {
  if (!is_legal(shape)) return Error::kBadArgument;
  const auto head_dim = static_cast<std::size_t>(shape.head_dim);
  if (x.size() != row_count(shape) * head_dim) return Error::kBadLength;
  if (!all_finite(x)) return Error::kNonFiniteInput;
  EncodedKeys all;
  for (std::size_t row = 0; row < row_count(shape); ++row) {
    const auto error =
        encode_row(shape, signs_of_row(shape, row), x.subspan(row * head_dim, head_dim), all);
    if (error) return *error;
  }
  return all;
}

// TQ-KEYS-008
template <Number N>
DecodedRow<N> decode_row(Transform transform, const SignPair& signs, const N& gain,
                         std::span<const N> levels) {
  const N sigma = N::from_bits(return_scale(transform, levels.size()).bits());
  DecodedRow<N> row;
  row.unscaled = reverse_steps(transform, signs, levels);
  for (const N& w : row.unscaled) row.x.push_back(without_negative_zero((w * sigma) * gain));
  return row;
}

Result<DecodedKeys> decode_keys(const KeyShape& shape, std::span<const std::uint8_t> gains,
                                std::span<const std::uint8_t> rows) {
  if (!is_legal(shape)) return Error::kBadArgument;
  const auto loaded = load_rows(shape, gains, rows);
  if (!loaded) return loaded.error();
  const auto head_dim = static_cast<std::size_t>(shape.head_dim);
  DecodedKeys all;
  all.codes = loaded->codes;
  for (std::size_t row = 0; row < row_count(shape); ++row) {
    std::vector<Binary32> levels;
    for (std::size_t i = 0; i < head_dim; ++i) {
      levels.push_back(*dequantize(static_cast<int>(shape.width), all.codes[row * head_dim + i]));
    }
    const auto decoded =
        decode_row<Binary32>(shape.transform, signs_of_row(shape, row), loaded->gains[row], levels);
    append(all.unscaled, decoded.unscaled);
    append(all.x, decoded.x);
  }
  if (!all_finite(all.x)) return Error::kResultOverflow;  // TQ-KEYS-010
  return all;
}

#define TQ_INSTANTIATE(N)                                                     \
  template std::vector<N> normalise(Transform, const N&, std::span<const N>); \
  template DecodedRow<N> decode_row(Transform, const SignPair&, const N&, std::span<const N>);
TQ_INSTANTIATE(Binary32)
TQ_INSTANTIATE(Real)
TQ_INSTANTIATE(Bounded)
#undef TQ_INSTANTIATE

}  // namespace tq::reference
