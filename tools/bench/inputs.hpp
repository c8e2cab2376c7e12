// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "optimized/kernels.hpp"
#include "tools/bench/buffer.hpp"

namespace tq::tools::bench {

// What the measured loops read, the same in every run, and where they write. Not to be moved:
// `plan` points into it.
struct Inputs {
  // Encodes `count` rows with `scalar`. Throws std::runtime_error when that refuses one.
  Inputs(std::size_t head_dim, int width, std::size_t count, const optimized::Kernels& scalar);
  Inputs(const Inputs&) = delete;
  Inputs& operator=(const Inputs&) = delete;

  std::size_t head_dim;
  int width;
  std::size_t count;            // of rows
  std::size_t row_bytes;        // of packed codes
  Buffer<float> rows;           // normally distributed, mean 0, variance 1
  Buffer<std::uint32_t> flips;  // random signs
  optimized::RowPlan plan;      // one-round, gains in binary16: what facts/performance.md measured

  // Of the rows, encoded:
  Buffer<float> gains;
  Buffer<std::uint8_t> codes;   // one a byte
  Buffer<std::uint8_t> packed;  // `count` times row_bytes

  // Outputs. `wide` holds head_dim elements a row.
  Buffer<float> wide;
  Buffer<std::uint8_t> narrow;      // as `codes`
  Buffer<std::uint8_t> packed_out;  // as `packed`, behind it the gains, 2 bytes a row
};

}  // namespace tq::tools::bench
