// SPDX-License-Identifier: Apache-2.0
#include "tools/gen/inputs.hpp"

#include "conformance/vectors/formulas.hpp"

namespace tq::tools {

using conformance::Bytes;
using conformance::Words;

namespace {

constexpr std::uint32_t kOne = 0x3f800000;
constexpr std::uint32_t kSign = 0x80000000;

Words one_hot(std::size_t head_dim, std::size_t index, std::uint32_t word) {
  Words row = repeat(0, head_dim);
  row.values[index] = word;
  return row;
}

Words alternating(std::size_t head_dim) {
  Words row = repeat(kOne, head_dim);
  for (std::size_t i = 1; i < head_dim; i += 2) row.values[i] ^= kSign;
  return row;
}

// A Gaussian-like row with every 37th channel (a prime, so that no stride of the transform meets
// them all) 64 times larger.
Words outliers(std::size_t head_dim) {
  Words row = gaussian_like(0x6f75746c, head_dim);
  for (std::size_t i = 0; i < head_dim; i += 37) {
    if ((row.values[i] & 0x7fffffff) != 0) row.values[i] += 6u << 23;
  }
  return row;
}

// Gaussian-like numbers cut to the significand of a narrower format: exact in it.
Words truncated(std::uint64_t seed, std::size_t head_dim, int kept_bits) {
  Words row = gaussian_like(seed, head_dim);
  const std::uint32_t mask = ~((1u << (23 - kept_bits)) - 1);
  for (std::uint32_t& word : row.values) word &= mask;
  return row;
}

}  // namespace

std::vector<NamedRow> named_rows(std::size_t d) {
  return {
      {"gaussian-a", "typical coordinates", gaussian_like(1, d)},
      {"gaussian-b", "typical coordinates, another seed", gaussian_like(2, d)},
      {"one-hot", "all energy in one coordinate: the worst case of one round",
       one_hot(d, 0, 0x40a00000)},
      {"one-hot-last", "all energy in the last coordinate, negative",
       one_hot(d, d - 1, 0xc0400000)},
      {"constant", "equal coordinates collapse to one spike when the signs are missing",
       repeat(kOne, d)},
      {"alternating", "alternating signs collapse to one spike when the signs are missing",
       alternating(d)},
      {"zero", "a row of zeros has gain +0 and no division", repeat(0, d)},
      {"negative-zero", "-0 is a zero and never leaves", repeat(kSign, d)},
      {"subnormal", "every coordinate is subnormal", repeat(0x000116c2, d)},
      {"tiny-1e-23", "squares underflow without the scaling", repeat(0x1941705b, d)},
      {"tiny-1e-30", "squares vanish without the scaling", repeat(0x0da24260, d)},
      {"huge-2e19", "squares overflow without the scaling", repeat(0x5f8ac723, d)},
      {"huge-3e37", "close to the largest norm", repeat(0x7db48e52, d)},
      {"outliers", "outlier channels 64 times larger", outliers(d)},
      {"binary16-exact", "the same numbers in binary16 and binary32", truncated(3, d, 10)},
      {"bfloat16-exact", "the same numbers in bfloat16 and binary32", truncated(4, d, 7)},
  };
}

Words gaussian_like(std::uint64_t seed, std::size_t count) {
  if (count == 0) return Words{};  // the formula has no empty list
  return Words{*conformance::expand_formula(
      {.field = "x", .name = "gaussian-like", .seed = seed, .count = count})};
}

Words repeat(std::uint32_t word, std::size_t count) {
  return Words{std::vector<std::uint32_t>(count, word)};
}

std::uint32_t neighbour(std::uint32_t word, int direction) {
  if ((word & ~kSign) == 0) return direction > 0 ? 1u : kSign | 1u;
  const bool away_from_zero = (direction > 0) == ((word & kSign) == 0);
  return away_from_zero ? word + 1 : word - 1;
}

Bytes ramp_codes(std::size_t count, unsigned modulus) {
  Bytes codes;
  for (std::size_t i = 0; i < count; ++i) {
    codes.values.push_back(static_cast<std::uint8_t>((i * 5 + 3) % modulus));
  }
  return codes;
}

}  // namespace tq::tools
