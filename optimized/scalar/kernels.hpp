// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optimized/kernels.hpp"

// The target SCALAR: plain C++, one element at a time, for every machine. SIMD targets call these
// functions for what does not fill a block of 16.
namespace tq::optimized::scalar {

void evaluate(Operator op, const float* a, const float* b, std::size_t n, float* values);
Lanes dot_lanes(const float* a, const float* b, std::size_t n, float* products);
float tree(const Lanes& lanes);
bool to_binary16(const float* values, std::size_t n, std::uint16_t* halves);
void from_binary16(const std::uint16_t* halves, std::size_t n, float* values);
std::uint32_t largest_magnitude(const float* x, std::size_t n);
void scale(float factor, const float* x, std::size_t n, float* y);

void flip(Flips flips, const float* x, std::size_t d, float* y);
void hadamard(float* y, std::size_t d);

void quantize(int width, const float* z, std::size_t n, std::uint8_t* codes);
void dequantize(int width, const std::uint8_t* codes, std::size_t n, float* levels);

void pack(int width, const std::uint8_t* codes, std::size_t n, std::uint8_t* packed);
void unpack(int width, const std::uint8_t* packed, std::size_t n, std::uint8_t* codes);
void pack_signs(const float* values, std::size_t n, std::uint8_t* packed);

std::optional<contract::Error> encode_rows(std::span<const RowPlan> plans, std::size_t count,
                                           const float* x, std::uint8_t* gains, std::uint8_t* rows);
bool decode_row(const RowPlan& plan, float gain, const std::uint8_t* row, float* x);

void score_rows(int width, std::size_t head_dim, const std::uint8_t* rows, std::size_t row_bytes,
                std::size_t count, const float* rotated, float* sums);

extern const Kernels kKernels;

}  // namespace tq::optimized::scalar
