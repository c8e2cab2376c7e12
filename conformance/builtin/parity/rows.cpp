// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/parity/rows.hpp"

#include <algorithm>

#include "conformance/ordinal.hpp"
#include "reference/codebook.hpp"

namespace tq::conformance {
namespace {

constexpr std::uint32_t kSign = 0x80000000;

// The simplest first. Edges: of 1 and 2^24 (ties), of subnormals, of the largest number, of
// binary16 (subnormal ties, smallest normal, 65504, 65520), of squares that underflow or overflow.
constexpr std::uint32_t kNumbers[] = {
    0x00000000, 0x3f800000, 0xbf800000, 0x40000000, 0x3f000000, 0x80000000, 0x40400000, 0x3eaaaaab,
    0x3f800001, 0x3f7fffff, 0x4b800000, 0x4b800001, 0x33800000, 0x34000000, 0xb3800000, 0x3fb504f3,
    0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x00800001, 0x80800000, 0x7f7fffff, 0xff7fffff,
    0x7f000000, 0x7effffff, 0x33000000, 0x33000001, 0x32ffffff, 0x337fffff, 0x38800000, 0x387fe000,
    0x387fffff, 0x477fe000, 0x477fefff, 0x477ff000, 0x5f800000, 0x5f7fffff, 0x1f800000, 0x1a000000,
    0x1e3ce508, 0x64000000, 0x0c800000, 0x01000000,
};

std::uint32_t assemble(bool negative, std::int64_t exponent, std::uint64_t fraction) {
  const auto clamped = static_cast<std::uint32_t>(std::clamp<std::int64_t>(exponent, 0, 254));
  return (negative ? kSign : 0) | clamped << 23 | static_cast<std::uint32_t>(fraction);
}

// 0, 1, -1, 2, -2, ...
std::int64_t around_zero(std::uint64_t choice) {
  const auto half = static_cast<std::int64_t>((choice + 1) / 2);
  return choice % 2 == 1 ? half : -half;
}

// Magnitudes of 2^-4 to 2^4 times 2^shift, all fraction bits.
std::uint32_t choose_typical(Choices& choices, std::int64_t shift) {
  const std::uint64_t word = choices.bits(27);
  return assemble((word & 1) != 0, 127 + shift + around_zero(word >> 1 & 7), word >> 4);
}

// Sums and products of these end half-way between two numbers again and again.
std::uint32_t choose_tied(Choices& choices) {
  constexpr std::uint32_t kFractions[] = {0, 0x400000, 1, 0x7fffff};
  const std::uint64_t word = choices.bits(8);
  return assemble((word & 1) != 0, 127 + around_zero(word >> 3), kFractions[word >> 1 & 3]);
}

std::uint32_t choose_subnormal(Choices& choices) {
  const std::uint64_t word = choices.bits(24);
  return assemble((word & 1) != 0, 0, word >> 1);
}

template <class Choose>
Words repeat(std::size_t count, const Choose& choose) {
  Words row;
  for (std::size_t i = 0; i < count; ++i) row.values.push_back(choose());
  return row;
}

Words choose_one_hot(Choices& choices, std::size_t count) {
  Words row{std::vector<std::uint32_t>(count)};
  const std::size_t index =
      static_cast<std::size_t>(choices.below(std::max<std::size_t>(count, 1)));
  const std::uint32_t number = choose_number(choices);
  if (count > 0) row.values[index] = number;
  return row;
}

constexpr std::uint64_t kTameKinds = 10;

Words choose_kind(Choices& choices, std::size_t count, std::uint64_t kinds) {
  switch (choices.below(kinds)) {
    case 0:
      return repeat(count, [&] { return kNumbers[choices.below(16)]; });
    case 1:
    case 2:
      return repeat(count, [&] { return choose_typical(choices, 0); });
    case 3:
      return repeat(count, [&] { return choose_tied(choices); });
    case 4: {
      const std::uint32_t number = kNumbers[choices.below(16)];
      return repeat(count, [&] { return number ^ (choices.bits(1) != 0 ? kSign : 0); });
    }
    case 5:
      return repeat(count, [&] { return choose_subnormal(choices); });
    case 6: {  // small enough that rounding meets subnormals somewhere
      const auto shift = -static_cast<std::int64_t>(choices.below(140));
      return repeat(count, [&] { return choose_typical(choices, shift); });
    }
    case 7: {
      const auto shift = static_cast<std::int64_t>(choices.below(50));
      return repeat(count, [&] { return choose_typical(choices, shift); });
    }
    case 8:  // a few numbers among zeros
      return repeat(count, [&]() -> std::uint32_t {
        return choices.one_in(8) ? choose_typical(choices, 0) : 0;
      });
    case 9:  // outlier channels
      return repeat(count, [&] { return choose_typical(choices, choices.one_in(16) ? 12 : 0); });
    case 10:
      return choose_one_hot(choices, count);
    case 11:
      return repeat(count, [&] { return choose_number(choices); });
    case 12:
      return repeat(count, [&] { return choose_finite(choices); });
    default: {
      const auto shift = static_cast<std::int64_t>(100 + choices.below(28));
      return repeat(count, [&] { return choose_typical(choices, shift); });
    }
  }
}

}  // namespace

std::uint32_t choose_number(Choices& choices) {
  return choices.of(std::span<const std::uint32_t>(kNumbers));
}

std::uint32_t choose_finite(Choices& choices) {
  const std::uint64_t word = choices.bits(32);
  return assemble((word & 1) != 0, static_cast<std::int64_t>(word >> 24), word >> 1 & 0x7fffff);
}

Words choose_row(Choices& choices, std::size_t count) { return choose_kind(choices, count, 14); }

Words choose_tame_row(Choices& choices, std::size_t count) {
  return choose_kind(choices, count, kTameKinds);
}

std::uint32_t neighbour_of(std::uint32_t pattern, std::int64_t steps) {
  if (steps == 0) return pattern;
  constexpr std::int64_t kLargest = 0x7f7fffff;
  const std::int64_t place =
      std::clamp(ordinal_of_binary32(pattern).value_or(0) + steps, -kLargest, kLargest);
  return place < 0 ? kSign | static_cast<std::uint32_t>(-place) : static_cast<std::uint32_t>(place);
}

std::uint32_t choose_boundary(Choices& choices, int width) {
  const auto boundaries = reference::codebook_boundaries(width);
  const std::uint64_t word = choices.below(boundaries.size() * 3);
  return neighbour_of(boundaries[word / 3], around_zero(word % 3));
}

std::uint64_t choose_head_dim(Choices& choices) {
  constexpr std::uint64_t kSizes[] = {2,  2,   2,   4,   4,   4,   4,   8,   8,   8,
                                      8,  16,  16,  16,  32,  32,  64,  64,  64,  64,
                                      64, 128, 128, 128, 128, 128, 256, 256, 512, 1024};
  return choices.of(std::span<const std::uint64_t>(kSizes));
}

std::size_t choose_length(Choices& choices, std::size_t largest) {
  constexpr std::size_t kSizes[] = {0,  1,  2,  3,  4,  5,  7,  8,  9,  15,
                                    16, 17, 31, 32, 33, 63, 64, 65, 128};
  const std::uint64_t word = choices.bits(6);
  const std::size_t length = word < std::size(kSizes)
                                 ? kSizes[word]
                                 : static_cast<std::size_t>(choices.below(largest + 1));
  return std::min(length, largest);
}

std::vector<std::uint8_t> choose_bytes(Choices& choices, std::size_t count) {
  return choose_codes(choices, count, 256);
}

std::vector<std::uint8_t> choose_codes(Choices& choices, std::size_t count, std::uint64_t bound) {
  std::vector<std::uint8_t> codes;
  const bool are_random = choices.below(4) > 0;  // else one code, over and over
  const std::uint64_t first = are_random ? 0 : choices.below(bound);
  for (std::size_t i = 0; i < count; ++i) {
    codes.push_back(static_cast<std::uint8_t>(are_random ? choices.below(bound) : first));
  }
  return codes;
}

}  // namespace tq::conformance
