// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "optimized/arithmetic.hpp"
#include "optimized/gain.hpp"
#include "optimized/key_rows.hpp"
#include "optimized/keys.hpp"
#include "optimized/row_gain.hpp"

namespace tq::optimized {
namespace {

using contract::Error;

// Where the stages of one row go.
struct RowStages {
  float* norm;
  std::span<float> y;
  std::span<float> z;
  std::span<std::uint8_t> codes;
};

// TQ-KEYS-002 to TQ-KEYS-005. The gain of z is the one stored (TQ-GAIN-007).
std::optional<Error> encode_row_stages(const Kernels& kernels, const KeyPlans& plans,
                                       std::size_t kv_head, std::span<const float> x,
                                       const RowStages& stages) {
  const auto row_norm = norm(kernels, x);
  if (!row_norm) return row_norm.error();
  *stages.norm = row_norm->norm;
  rotate(kernels, plans.rotation(kv_head), row_norm->scaled.data(), stages.y.data());
  const auto stored = store(kernels, plans.gain_coding(), {&row_norm->norm, 1});
  if (!stored) return stored.error();
  const auto gain = load(kernels, plans.gain_coding(), *stored);
  if (!gain) return gain.error();
  float scaled_gain = 0;  // g'
  kernels.scale(power_of_two(-row_norm->exponent), gain->data(), 1, &scaled_gain);
  normalise(kernels, normaliser(kernels, scaled_gain, plans.spread()), stages.y, stages.z);
  kernels.quantize(plans.width(), stages.z.data(), stages.z.size(), stages.codes.data());
  return std::nullopt;
}

}  // namespace

contract::Result<EncodeStages> encode_stages(const Kernels& kernels, const KeyShape& shape,
                                             std::uint64_t tokens, std::span<const float> x) {
  const auto plans = KeyPlans::create(shape);
  if (!plans) return plans.error();
  if (tokens > kMaxTokens) return Error::kBadArgument;
  const std::size_t count = static_cast<std::size_t>(tokens) * plans->kv_heads();
  const std::size_t d = plans->head_dim();
  if (x.size() != count * d) return Error::kBadLength;
  if (!all_finite(kernels, x)) return Error::kNonFiniteInput;
  EncodeStages stages{std::vector<float>(count), std::vector<float>(x.size()),
                      std::vector<float>(x.size()), std::vector<std::uint8_t>(x.size())};
  for (std::size_t row = 0; row < count; ++row) {
    const std::size_t at = row * d;
    const RowStages row_stages = {&stages.norms[row], std::span(stages.y).subspan(at, d),
                                  std::span(stages.z).subspan(at, d),
                                  std::span(stages.codes).subspan(at, d)};
    const auto error =
        encode_row_stages(kernels, *plans, row % plans->kv_heads(), x.subspan(at, d), row_stages);
    if (error) return *error;
  }
  return stages;
}

// TQ-KEYS-008 up to the multiplication, for rows of gain +0 too.
contract::Result<DecodeStages> decode_stages(const Kernels& kernels, const KeyShape& shape,
                                             std::uint64_t tokens,
                                             std::span<const std::uint8_t> gains,
                                             std::span<const std::uint8_t> rows) {
  const auto plans = KeyPlans::create(shape);
  if (!plans) return plans.error();
  const auto loaded = load_checked(kernels, *plans, tokens, gains, rows);
  if (!loaded) return loaded.error();
  const std::size_t d = plans->head_dim();
  const std::size_t count = loaded->size();
  DecodeStages stages{std::vector<std::uint8_t>(count * d), std::vector<float>(count * d)};
  for (std::size_t row = 0; row < count; ++row) {
    std::uint8_t* codes = stages.codes.data() + row * d;
    float* unscaled = stages.unscaled.data() + row * d;
    kernels.unpack(plans->width(), rows.data() + row * plans->row_bytes(), d, codes);
    kernels.dequantize(plans->width(), codes, d, unscaled);
    unrotate(kernels, plans->rotation(row % plans->kv_heads()), unscaled);
  }
  return stages;
}

}  // namespace tq::optimized
