// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/pieces.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "reference/codebook.hpp"

namespace tq::tools {
namespace {

using contract::Transform;
using reference::Real;

constexpr int kDecimalDigits = 24;
constexpr std::size_t kNumbersPerLine = 4;

void row_of_numbers(Derivation& derivation, std::string_view name,
                    std::span<const Binary32> values) {
  for (std::size_t i = 0; i < values.size(); i += kNumbersPerLine) {
    std::string text = fmt::format("{} {:>2}:", name, i);
    for (std::size_t j = i; j < std::min(i + kNumbersPerLine, values.size()); ++j) {
      text += fmt::format("  {}", number_text(values[j]));
    }
    derivation.line(text);
  }
}

}  // namespace

Check codes_fit(std::string_view requirement, std::uint64_t width,
                std::span<const std::uint8_t> codes) {
  const auto beyond = [width, codes]() -> std::string {
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (codes[i] >= (1u << width)) return fmt::format("codes[{}] = {}", i, codes[i]);
    }
    return "";
  };
  return {requirement, "every code is below 2^w", beyond, contract::Error::kCodeOutOfRange};
}

Binary32 derive_sum(Derivation& derivation, std::span<const Binary32> terms) {
  std::array<Binary32, reference::kLanes> lanes = reference::lane_sums<Binary32>(terms);
  derivation.line(
      fmt::format("{} terms; lane j is the sum of terms j, j + 16, j + 32, ...", terms.size()));
  row_of_numbers(derivation, "lane", lanes);
  for (std::size_t width = reference::kLanes / 2; width > 0; width /= 2) {
    for (std::size_t j = 0; j < width; ++j) lanes[j] = lanes[j] + lanes[j + width];
    derivation.line(fmt::format("lane j + lane j+{}, {} left", width, width));
    row_of_numbers(derivation, "lane", std::span(lanes).first(width));
  }
  return lanes[0];
}

void explain_rounding(Derivation& derivation, const Real& exact, Binary32 result) {
  if (exact.is_nan() || !exact.is_finite()) return;
  derivation.line(fmt::format("  exact value {}", exact.to_decimal(kDecimalDigits)));
  const Binary32 below = exact.to_downward();
  const Binary32 above = exact.to_upward();
  if (below == above) {
    derivation.line(fmt::format("  is a binary32: {}", number_text(result)));
    return;
  }
  derivation.line(fmt::format("  lies between {} and {}", number_text(below), number_text(above)));
  if (!below.is_finite() || !above.is_finite()) {
    derivation.line(
        fmt::format("  beyond the largest binary32, so RN gives {}", number_text(result)));
    return;
  }
  const Real half = scale(Real::from_bits(below.bits()) + Real::from_bits(above.bits()), -1);
  std::string_view why = "above the half-way point: the upper one";
  if (exact < half) why = "below the half-way point: the lower one";
  if (exact == half) why = "on the half-way point, a tie: the one with an even last bit";
  derivation.line(fmt::format("  {}, {}", why, number_text(result)));
}

std::vector<bool> derive_signs(Derivation& derivation, std::string_view name,
                               const reference::StreamAddress& address, std::size_t count) {
  const std::vector<bool> signs = reference::signs(address, count);
  const auto low = static_cast<std::uint32_t>(address.seed);
  const auto high = static_cast<std::uint32_t>(address.seed >> 32);
  const auto stream = static_cast<std::uint32_t>(address.stream);
  derivation.step("TQ-RAND-002", fmt::format("{}: signs of stream {}, layer {}, KV head {}", name,
                                             stream, address.layer, address.kv_head));
  if (count == 0) {
    derivation.line("a count of 0 gives no signs");
    return signs;
  }
  const std::size_t first = derivation.begin(count);
  const auto block = static_cast<std::uint32_t>(first / 128);
  const reference::PhiloxCounter counter = {block, stream, address.kv_head, address.layer};
  const auto words = reference::philox(counter, {low, high});
  derivation.line(fmt::format("seed {:016x}: key {:08x} {:08x}", address.seed, low, high));
  derivation.line(fmt::format(
      "counter {:08x} {:08x} {:08x} {:08x} gives {:08x} {:08x} {:08x} {:08x}", counter[0],
      counter[1], counter[2], counter[3], words[0], words[1], words[2], words[3]));
  const std::size_t word = first / 32;
  derivation.line(fmt::format("sign {} is bit {} of word {} = {:08x}: {}, {} (TQ-RAND-004)", first,
                              first % 32, word, words[word % 4], signs[first] ? 1 : 0,
                              signs[first] ? "minus" : "plus"));
  std::string text;
  for (std::size_t j = first; j < derivation.last(count); ++j) text += signs[j] ? " -" : " +";
  derivation.line(fmt::format("signs {}..{}:{}", first, derivation.last(count) - 1, text));
  return signs;
}

std::vector<Binary32> derive_hadamard(Derivation& derivation, std::vector<Binary32> x) {
  const std::size_t shown = derivation.begin(x.size());
  for (std::size_t stride = 1; stride < x.size(); stride *= 2) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      if ((i & stride) != 0) continue;
      const Binary32 a = x[i];
      const Binary32 b = x[i + stride];
      x[i] = a + b;
      x[i + stride] = a - b;
      if (!derivation.all() && i != shown && i + stride != shown) continue;
      derivation.line(fmt::format("stride {}: [{}] {}, [{}] {}", stride, i, number_text(a),
                                  i + stride, number_text(b)));
      derivation.line(
          fmt::format("  sum {}, difference {}", number_text(x[i]), number_text(x[i + stride])));
    }
  }
  return x;
}

std::vector<Binary32> derive_flip(Derivation& derivation, std::string_view name,
                                  const std::vector<bool>& minus, std::span<const Binary32> x) {
  std::vector<Binary32> flipped(x.begin(), x.end());
  for (std::size_t i = 0; i < flipped.size(); ++i) {
    if (minus[i]) flipped[i] = -flipped[i];
  }
  derivation.elements(x.size(), [&](std::size_t i) {
    return fmt::format("{}[{}] = {}{}", name, i,
                       minus[i] ? "minus: " : "plus: ", number_text(flipped[i]));
  });
  return flipped;
}

reference::Forward<Binary32> derive_forward(Derivation& derivation, Transform transform,
                                            const reference::SignPair& signs,
                                            std::span<const Binary32> x) {
  reference::Forward<Binary32> stages;
  derivation.step("TQ-XFORM-002", "D1: flip the signs");
  stages.signed_x = derive_flip(derivation, "D1 x", signs.first, x);
  derivation.step("TQ-XFORM-003", "H: butterflies with strides 1, 2, 4, ...");
  stages.round_1 = derive_hadamard(derivation, stages.signed_x);
  stages.y = stages.round_1;
  if (transform != Transform::kOneRound) {
    derivation.step("TQ-XFORM-002", "D2: flip the signs");
    stages.y = derive_flip(derivation, "D2 H D1 x", signs.second, stages.round_1);
  }
  if (transform == Transform::kTwoRounds) {
    derivation.step("TQ-XFORM-003", "H of round 2");
    stages.y = derive_hadamard(derivation, stages.y);
  }
  const std::string_view formula[] = {"TQ-XFORM-004", "TQ-XFORM-005", "TQ-XFORM-006"};
  derivation.step(formula[static_cast<int>(transform) - 1],
                  fmt::format("{}: the transformed row y",
                              contract::name_of(contract::kTransforms, transform)));
  derivation.numbers("y", stages.y);
  return stages;
}

std::vector<Binary32> derive_reverse(Derivation& derivation, Transform transform,
                                     const reference::SignPair& signs,
                                     std::span<const Binary32> y) {
  std::vector<Binary32> w(y.begin(), y.end());
  derivation.step("TQ-XFORM-007", "the steps of the transform in reverse order");
  if (transform == Transform::kTwoRounds) {
    derivation.line("H of round 2:");
    w = derive_hadamard(derivation, std::move(w));
  }
  if (transform != Transform::kOneRound) w = derive_flip(derivation, "D2", signs.second, w);
  derivation.line("H:");
  w = derive_hadamard(derivation, std::move(w));
  derivation.line("D1, giving `unscaled`:");
  return derive_flip(derivation, "unscaled", signs.first, w);
}

std::string cell_text(int width, Binary32 z) {
  const auto boundaries = reference::codebook_boundaries(width);
  const std::uint8_t code = reference::quantize(width, z).lowest;
  const std::string lower = code == 0 ? "-infinity" : number_text(boundaries[code - 1u]);
  const bool is_top = code == boundaries.size();
  return fmt::format("in ({}, {}{}: code {}", lower,
                     is_top ? "infinity" : number_text(boundaries[code]), is_top ? ")" : "]", code);
}

void explain_packing(Derivation& derivation, int width, std::span<const std::uint8_t> codes,
                     std::span<const std::uint8_t> packed) {
  const auto w = static_cast<std::size_t>(width);
  // Whole bytes: eight codes fill `width` bytes exactly.
  const std::size_t begin = derivation.begin(codes.size()) / 8 * 8;
  const std::size_t end = derivation.all() ? codes.size() : std::min(begin + 8, codes.size());
  for (std::size_t i = begin; i < end; ++i) {
    derivation.line(fmt::format("code {} = {} = {:0{}b}: bits {}..{} of the stream", i, codes[i],
                                codes[i], width, i * w, i * w + w - 1));
  }
  for (std::size_t byte = begin * w / 8; byte < (end * w + 7) / 8; ++byte) {
    std::string bits;
    for (std::size_t k = 8 * byte; k < 8 * byte + 8; ++k) {
      const bool starts_code = k != 8 * byte && k % w == 0 && k <= codes.size() * w;
      bits.insert(0, fmt::format("{}{}", (packed[byte] >> (k % 8)) & 1, starts_code ? "|" : ""));
    }
    derivation.line(
        fmt::format("byte {} = {} = {:02x}, low bits on the right", byte, bits, packed[byte]));
  }
  if (begin != 0 || end != codes.size()) {
    derivation.line(fmt::format("({} more codes)", codes.size() - (end - begin)));
  }
}

std::string stored_gain_text(contract::GainCoding coding, Binary32 norm,
                             std::span<const std::uint8_t> stored) {
  if (coding == contract::GainCoding::kBinary32) {
    return fmt::format("{} in binary32, little-endian: {}", number_text(norm), bytes_text(stored));
  }
  const std::uint16_t half = reference::to_binary16(norm);
  return fmt::format("{} rounds to binary16 {:04x} = {}, little-endian: {}", number_text(norm),
                     half, std::bit_cast<float>(reference::from_binary16(half).bits()),
                     bytes_text(stored));
}

}  // namespace tq::tools
