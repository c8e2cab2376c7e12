// SPDX-License-Identifier: Apache-2.0
#include "optimized/keys.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "optimized/arithmetic.hpp"
#include "optimized/codebook.hpp"
#include "optimized/gain.hpp"
#include "optimized/key_rows.hpp"
#include "optimized/row_gain.hpp"

namespace tq::optimized {

using contract::Error;
using contract::Transform;

// TQ-KEYS-003 to TQ-KEYS-005
contract::Result<QuantizedRow> quantize_row(const Kernels& kernels, std::uint64_t width,
                                            Transform transform, std::uint64_t head_dim,
                                            std::span<const float> gain, std::span<const float> y) {
  if (width < 2 || width > 4 || !is_head_dim(head_dim)) return Error::kBadArgument;
  if (gain.size() != 1 || y.size() != head_dim) return Error::kBadLength;
  if (!all_finite(kernels, gain) || !all_finite(kernels, y)) return Error::kNonFiniteInput;
  if (std::bit_cast<std::uint32_t>(gain.front()) >> 31 != 0) return Error::kBadArgument;
  QuantizedRow row{std::vector<float>(y.size()), std::vector<std::uint8_t>(y.size())};
  const float t = normaliser(kernels, gain.front(), spread(transform, y.size()));
  if (!is_finite(t)) return Error::kResultOverflow;
  normalise(kernels, t, y, row.z);
  if (!all_finite(kernels, row.z)) return Error::kResultOverflow;
  kernels.quantize(static_cast<int>(width), row.z.data(), row.z.size(), row.codes.data());
  return row;
}

contract::Result<KeyEncoder> KeyEncoder::create(const Kernels& kernels, const KeyShape& shape) {
  auto plans = KeyPlans::create(shape);
  if (!plans) return plans.error();
  return KeyEncoder(kernels, std::move(*plans));
}

KeyEncoder::KeyEncoder(const Kernels& kernels, KeyPlans plans)
    : kernels_(&kernels),
      plans_(std::move(plans)),
      token_gains_(plans_.kv_heads() * plans_.gain_bytes()),
      token_rows_(plans_.kv_heads() * plans_.row_bytes()) {}

// TQ-KEYS-007, TQ-KEYS-012
std::optional<Error> KeyEncoder::append(std::span<const float> x, std::span<std::uint8_t> gains,
                                        std::span<std::uint8_t> rows) {
  if (x.size() != plans_.kv_heads() * plans_.head_dim() || gains.size() != token_gains_.size() ||
      rows.size() != token_rows_.size()) {
    return Error::kBadLength;
  }
  if (const auto error = encode_rows(x, token_gains_.data(), token_rows_.data())) return error;
  std::ranges::copy(token_gains_, gains.begin());
  std::ranges::copy(token_rows_, rows.begin());
  return std::nullopt;
}

contract::Result<EncodedKeys> KeyEncoder::encode(std::uint64_t tokens,
                                                 std::span<const float> x) const {
  if (tokens > kMaxTokens) return Error::kBadArgument;
  const std::size_t count = static_cast<std::size_t>(tokens) * plans_.kv_heads();
  if (x.size() != count * plans_.head_dim()) return Error::kBadLength;
  EncodedKeys encoded{std::vector<std::uint8_t>(count * plans_.gain_bytes()),
                      std::vector<std::uint8_t>(count * plans_.row_bytes())};
  if (const auto error = encode_rows(x, encoded.gains.data(), encoded.rows.data())) return *error;
  return encoded;
}

// TQ-KEYS-007: a non-finite element anywhere wins over what an earlier row is refused for. Only a
// refused call looks for one.
std::optional<Error> KeyEncoder::encode_rows(std::span<const float> x, std::uint8_t* gains,
                                             std::uint8_t* rows) const {
  const std::size_t count = x.size() / plans_.head_dim();
  const auto error = kernels_->encode_rows(plans_.plans(), count, x.data(), gains, rows);
  if (error && !all_finite(*kernels_, x)) return Error::kNonFiniteInput;
  return error;
}

contract::Result<EncodedKeys> encode_keys(const Kernels& kernels, const KeyShape& shape,
                                          std::uint64_t tokens, std::span<const float> x) {
  const auto encoder = KeyEncoder::create(kernels, shape);
  if (!encoder) return encoder.error();
  return encoder->encode(tokens, x);
}

// TQ-KEYS-008, TQ-KEYS-009, TQ-KEYS-010
contract::Result<std::vector<float>> decode_keys(const Kernels& kernels, const KeyShape& shape,
                                                 std::uint64_t tokens,
                                                 std::span<const std::uint8_t> gains,
                                                 std::span<const std::uint8_t> rows) {
  const auto plans = KeyPlans::create(shape);
  if (!plans) return plans.error();
  const auto loaded = load_checked(kernels, *plans, tokens, gains, rows);
  if (!loaded) return loaded.error();
  const std::size_t d = plans->head_dim();
  std::vector<float> x(loaded->size() * d);  // a row of gain +0 is +0 already
  for (std::size_t row = 0; row < loaded->size(); ++row) {
    const float gain = (*loaded)[row];
    if (gain == 0) continue;
    if (!kernels.decode_row(plans->plans()[row % plans->kv_heads()], gain,
                            rows.data() + row * plans->row_bytes(), x.data() + row * d)) {
      return Error::kResultOverflow;
    }
  }
  return x;
}

}  // namespace tq::optimized
