// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/inputs.hpp"

#include <random>
#include <stdexcept>
#include <string>

namespace tq::tools::bench {
namespace {

using optimized::Kernels;

constexpr std::uint32_t kSeed = 20261130;
constexpr std::uint32_t kSignBit = 0x80000000;

}  // namespace

Inputs::Inputs(std::size_t head_dim_, int width_, std::size_t count_, const Kernels& scalar)
    : head_dim(head_dim_),
      width(width_),
      count(count_),
      row_bytes(head_dim_ * static_cast<std::size_t>(width_) / 8),
      rows(count * head_dim),
      flips(head_dim),
      plan{contract::Transform::kOneRound,
           contract::GainCoding::kBinary16,
           width,
           head_dim,
           flips.data(),
           nullptr,
           1.0F,
           1.0F / static_cast<float>(head_dim)},
      gains(count),
      codes(count * head_dim),
      packed(count * row_bytes),
      wide(count * head_dim),
      narrow(count * head_dim),
      packed_out(count * (row_bytes + 2)) {
  std::mt19937 random(kSeed);
  std::normal_distribution<float> normal;
  for (std::size_t i = 0; i < rows.size(); ++i) rows.data()[i] = normal(random);
  for (std::size_t i = 0; i < head_dim; ++i) {
    flips.data()[i] = static_cast<std::uint32_t>(random()) & kSignBit;
  }
  for (std::size_t row = 0; row < count; ++row) {
    std::uint8_t gain[2];
    std::uint8_t* const bytes = packed.data() + row * row_bytes;
    if (scalar.encode_rows({&plan, 1}, 1, rows.data() + row * head_dim, gain, bytes)) {
      throw std::runtime_error(std::string(scalar.target) + " refuses a row of the benchmark");
    }
    const auto half = static_cast<std::uint16_t>(gain[0] | gain[1] << 8);
    scalar.from_binary16(&half, 1, gains.data() + row);
    scalar.unpack(width, bytes, head_dim, codes.data() + row * head_dim);
  }
}

}  // namespace tq::tools::bench
