// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/rows.hpp"

#include <string>

#include <fmt/format.h>

#include "reference/codebook.hpp"

namespace tq::tools {

using contract::Error;
using contract::Transform;

std::optional<reference::RawNorm<Binary32>> derive_norm(Derivation& derivation,
                                                        std::span<const Binary32> x) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (abs(x[i]) > abs(x[largest])) largest = i;
  }
  const int c = reference::scale_exponent(x);
  derivation.step("TQ-GAIN-001", "the scale exponent c");
  if (x.empty()) {
    derivation.line(fmt::format("an empty row: c = {}", c));
  } else {
    derivation.line(fmt::format("largest magnitude m = {} at coordinate {}",
                                number_text(abs(x[largest])), largest));
    derivation.line(fmt::format("c = floor(log2 m), within -126..126: {}", c));
  }

  reference::RawNorm<Binary32> stages;
  derivation.step("TQ-ARITH-007", fmt::format("x' = x times 2^{}, one product each", -c));
  for (const Binary32 value : x) stages.scaled.push_back(scale(value, -c));
  derivation.numbers("x'", stages.scaled);

  derivation.step("TQ-GAIN-002", "the sum of the rounded squares of x' (TQ-ARITH-002)");
  std::vector<Binary32> squares;
  for (const Binary32 value : stages.scaled) squares.push_back(value * value);
  derivation.numbers("square", squares);
  stages.sum = derive_sum(derivation, squares);
  derivation.step("TQ-GAIN-002", "the root");
  stages.root = sqrt(stages.sum);
  derivation.line(fmt::format("sqrt({}) = {}", number_text(stages.sum), number_text(stages.root)));
  explain_rounding(derivation, sqrt(reference::Real::from_bits(stages.sum.bits())), stages.root);

  const bool is_zero = stages.sum.is_zero();
  derivation.step(is_zero ? "TQ-GAIN-004" : "TQ-GAIN-003", "the norm");
  stages.norm = scale(stages.root, c);
  derivation.line(fmt::format("root times 2^{} = {}", c, number_text(stages.norm)));
  if (!stages.norm.is_finite()) {
    derivation.refuse("TQ-GAIN-003", Error::kBinary32Overflow, "the norm is not finite");
    return std::nullopt;
  }
  return stages;
}

reference::SignPair derive_key_signs(Derivation& derivation, Transform transform,
                                     std::size_t head_dim, std::uint64_t seed, std::uint64_t layer,
                                     std::uint64_t kv_head) {
  reference::StreamAddress address{.seed = seed,
                                   .stream = contract::Stream::kKeyRound1,
                                   .layer = static_cast<std::uint32_t>(layer),
                                   .kv_head = static_cast<std::uint32_t>(kv_head)};
  reference::SignPair pair;
  pair.first = derive_signs(derivation, "D1 (TQ-KEYS-002)", address, head_dim);
  if (transform != Transform::kOneRound) {
    address.stream = contract::Stream::kKeyRound2;
    pair.second = derive_signs(derivation, "D2 (TQ-KEYS-002)", address, head_dim);
  }
  return pair;
}

std::optional<QuantizedRow> derive_codes(Derivation& derivation, int width, Transform transform,
                                         Binary32 gain, std::span<const Binary32> y) {
  QuantizedRow row;
  if (gain.is_zero()) {
    derivation.step("TQ-KEYS-005", "the stored gain is +0: z is +0 everywhere, no division");
    row.z.assign(y.size(), Binary32());
  } else {
    const Binary32 rho = reference::spread(transform, y.size());
    const Binary32 divisor = gain * rho;
    derivation.step("TQ-KEYS-003", "the divisor t = RN(g' rho)");
    derivation.line(
        fmt::format("g' = {}, rho = {} (TQ-XFORM-009)", number_text(gain), number_text(rho)));
    derivation.line(fmt::format("t = {}", number_text(divisor)));
    if (!divisor.is_finite()) {
      derivation.refuse("TQ-KEYS-003", Error::kResultOverflow, "t is not finite");
      return std::nullopt;
    }
    derivation.step("TQ-KEYS-003", "z = y / t, one division each");
    for (const Binary32 value : y) row.z.push_back(value / divisor);
    derivation.numbers("z", row.z);
    if (!reference::all_finite(row.z)) {
      derivation.refuse("TQ-KEYS-003", Error::kResultOverflow,
                        "z is not finite: " + first_non_finite("z", row.z));
      return std::nullopt;
    }
  }
  derivation.step("TQ-KEYS-004", "codes: the boundaries strictly below z (TQ-CODE-002)");
  derivation.elements(y.size(), [&](std::size_t i) {
    return fmt::format("z[{}] = {} {}", i, number_text(row.z[i]), cell_text(width, row.z[i]));
  });
  for (const Binary32 value : row.z) row.codes.push_back(reference::quantize(width, value).lowest);
  return row;
}

std::vector<Binary32> derive_levels(Derivation& derivation, int width,
                                    std::span<const std::uint8_t> codes) {
  derivation.step("TQ-CODE-003", "look up the level of each code");
  std::vector<Binary32> levels;
  for (const std::uint8_t code : codes) levels.push_back(*reference::dequantize(width, code));
  derivation.elements(codes.size(), [&](std::size_t i) {
    return fmt::format("code[{}] = {}: level {}", i, codes[i], number_text(levels[i]));
  });
  return levels;
}

}  // namespace tq::tools
