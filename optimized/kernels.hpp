// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "spec/contract/errors.hpp"
#include "spec/contract/modes.hpp"

// The inner loops that every target (instruction set) provides, as one table. Kernels check
// nothing: sizes, widths and finite inputs are preconditions that the chapters of this folder
// check first. Buffers need no alignment and are never written behind their stated size.
namespace tq::optimized {

enum class Operator : std::uint8_t { kAdd, kSubtract, kMultiply, kDivide, kSquareRoot };

// Sums have 16 lanes on every target (TQ-ARITH-002).
using Lanes = std::array<float, 16>;

// Signs of one stream as words to exclusive-or: 80000000 where the sign is minus, else 0. One word
// a coordinate.
using Flips = const std::uint32_t*;

// All that encoding and decoding a key row needs beside the row (chapter keys). The same for all
// tokens of one layer and KV head.
struct RowPlan {
  contract::Transform transform;
  contract::GainCoding gain_coding;
  int width;             // 2, 3 or 4
  std::size_t head_dim;  // a power of two from 2 to 1024
  Flips flips_1;         // D1, head_dim words
  Flips flips_2;         // D2, head_dim words; null for one-round
  float spread;          // rho, TQ-XFORM-009
  float return_scale;    // sigma, TQ-XFORM-009
};

struct Kernels {
  std::string_view target;  // as the code itself was compiled: "AVX2", "SCALAR", ...

  // arithmetic
  // values[i] = a[i] op b[i], n elements; b is null for kSquareRoot.
  void (*evaluate)(Operator op, const float* a, const float* b, std::size_t n, float* values);
  // The 16 lanes of the dot product before the tree; products (n elements) may be null.
  Lanes (*dot_lanes)(const float* a, const float* b, std::size_t n, float* products);
  // The tree of TQ-ARITH-002 over the lanes.
  float (*tree)(const Lanes& lanes);
  // False when an element rounds to an infinity; halves is then unspecified.
  bool (*to_binary16)(const float* values, std::size_t n, std::uint16_t* halves);
  void (*from_binary16)(const std::uint16_t* halves, std::size_t n, float* values);
  // Pattern of the largest |x[i]|, 0 for n = 0; 7f800000 or more when one is not finite.
  std::uint32_t (*largest_magnitude)(const float* x, std::size_t n);
  // y[i] = x[i] * factor; may be in place.
  void (*scale)(float factor, const float* x, std::size_t n, float* y);

  // transform: d is a power of two from 2 to 1024
  // y = D x; may be in place.
  void (*flip)(Flips flips, const float* x, std::size_t d, float* y);
  // y = H y, in place (TQ-XFORM-003).
  void (*hadamard)(float* y, std::size_t d);

  // codebook: width 1 to 4
  void (*quantize)(int width, const float* z, std::size_t n, std::uint8_t* codes);
  void (*dequantize)(int width, const std::uint8_t* codes, std::size_t n, float* levels);

  // packing: width 1 to 8, codes below 2^width, packed has ceil(n width / 8) bytes
  void (*pack)(int width, const std::uint8_t* codes, std::size_t n, std::uint8_t* packed);
  void (*unpack)(int width, const std::uint8_t* packed, std::size_t n, std::uint8_t* codes);
  // Bit i of packed = sign bit of TQ-PACK-005 of values[i]; ceil(n / 8) bytes.
  void (*pack_signs)(const float* values, std::size_t n, std::uint8_t* packed);

  // keys
  // `count` rows, each in one pass (TQ-KEYS-002 to -006): scale, signs, transform, norm, quantise,
  // pack. Row i of x has head_dim elements and plan i mod plans.size(); the plans differ in their
  // flips alone. Row i takes 4 or 2 bytes of gains and ceil(head_dim width / 8) bytes of rows. When
  // a row is refused, gains and rows are unspecified and the error is that of the first such row
  // (kNonFiniteInput, kBinary32Overflow, kBinary16Overflow), or kNonFiniteInput of a later one.
  std::optional<contract::Error> (*encode_rows)(std::span<const RowPlan> plans, std::size_t count,
                                                const float* x, std::uint8_t* gains,
                                                std::uint8_t* rows);
  // One row (TQ-KEYS-008), gain above 0. False when an element of x is not finite.
  bool (*decode_row)(const RowPlan& plan, float gain, const std::uint8_t* row, float* x);

  // score: one sum for each of `count` code rows that lie row_bytes apart (TQ-SCORE-003). rotated
  // has head_dim elements. Codes are never decoded to memory.
  void (*score_rows)(int width, std::size_t head_dim, const std::uint8_t* rows,
                     std::size_t row_bytes, std::size_t count, const float* rotated, float* sums);
};

}  // namespace tq::optimized
