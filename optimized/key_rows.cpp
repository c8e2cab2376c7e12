// SPDX-License-Identifier: Apache-2.0
#include "optimized/key_rows.hpp"

#include <algorithm>

#include "optimized/gain.hpp"
#include "optimized/packing.hpp"

namespace tq::optimized {

using contract::Error;

// TQ-KEYS-001, TQ-KEYS-009, TQ-KEYS-011
contract::Result<std::vector<float>> load_checked(const Kernels& kernels, const KeyPlans& plans,
                                                  std::uint64_t tokens,
                                                  std::span<const std::uint8_t> gains,
                                                  std::span<const std::uint8_t> rows) {
  if (tokens > kMaxTokens) return Error::kBadArgument;
  const std::size_t count = static_cast<std::size_t>(tokens) * plans.kv_heads();
  const std::size_t row_bytes = plans.row_bytes();
  if (gains.size() != count * plans.gain_bytes() || rows.size() != count * row_bytes) {
    return Error::kBadLength;
  }
  auto loaded = load(kernels, plans.gain_coding(), gains);
  if (!loaded) return loaded.error();
  const std::uint8_t padding = padding_mask(plans.width(), plans.head_dim());
  if (padding != 0) {
    for (std::size_t end = row_bytes; end <= rows.size(); end += row_bytes) {
      if ((rows[end - 1] & padding) != 0) return Error::kPaddingBits;
    }
  }
  const std::vector<std::uint8_t> zero_codes = zero_code_row(plans.width(), plans.head_dim());
  for (std::size_t row = 0; row < count; ++row) {
    if ((*loaded)[row] == 0 &&
        !std::ranges::equal(rows.subspan(row * row_bytes, row_bytes), zero_codes)) {
      return Error::kZeroGainCodes;
    }
  }
  return loaded;
}

float normaliser(const Kernels& kernels, float scaled_gain, float spread) {
  float t = 0;
  kernels.scale(spread, &scaled_gain, 1, &t);
  return t;
}

void normalise(const Kernels& kernels, float t, std::span<const float> y, std::span<float> z) {
  if (t == 0) {
    std::ranges::fill(z, 0.0F);
    return;
  }
  const std::vector<float> divisors(y.size(), t);
  kernels.evaluate(Operator::kDivide, y.data(), divisors.data(), y.size(), z.data());
}

std::vector<std::uint8_t> zero_code_row(int width, std::size_t head_dim) {
  const auto w = static_cast<std::size_t>(width);
  std::vector<std::uint8_t> row(packed_bytes(width, head_dim));
  for (std::size_t bit = 0; bit < head_dim * w; ++bit) {
    const unsigned set = bit % w != w - 1 ? 1 : 0;
    row[bit / 8] = static_cast<std::uint8_t>(row[bit / 8] | set << (bit % 8));
  }
  return row;
}

}  // namespace tq::optimized
