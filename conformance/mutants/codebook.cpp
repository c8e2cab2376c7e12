// SPDX-License-Identifier: Apache-2.0
#include "reference/codebook.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "conformance/mutants/chapters.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using contract::Result;
using reference::Binary32;
using Patterns = std::vector<std::uint32_t>;

Patterns copy(std::span<const std::uint32_t> patterns) {
  return {patterns.begin(), patterns.end()};
}
double number(std::uint32_t pattern) { return double{std::bit_cast<float>(pattern)}; }
std::uint32_t pattern(double value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

struct Table {
  static bool is_legal(std::uint64_t width) { return reference::is_legal_codebook_width(width); }
  static Patterns levels(int width) { return copy(reference::codebook_levels(width)); }
  static Patterns boundaries(int width, const Patterns&) {
    return copy(reference::codebook_boundaries(width));
  }
};

template <class S>
Answer table(const Record& input) {
  if (!S::is_legal(input.integer("width"))) return refuse(Error::kBadArgument);
  const int width = static_cast<int>(input.integer("width"));
  const Patterns levels = S::levels(width);
  return {
      .stages = {},
      .output = {{"levels", Words{levels}}, {"boundaries", Words{S::boundaries(width, levels)}}},
      .error = {}};
}

Patterns midpoints(const Patterns& levels) {
  Patterns boundaries;
  for (std::size_t i = 1; i < levels.size(); ++i) {
    boundaries.push_back(pattern((number(levels[i - 1]) + number(levels[i])) / 2));
  }
  return boundaries;
}

struct FourDigits : Table {
  static Patterns levels(int width) {
    Patterns levels = Table::levels(width);
    for (std::uint32_t& level : levels) level = pattern(std::round(number(level) * 1e4) / 1e4);
    return levels;
  }
  static Patterns boundaries(int, const Patterns& levels) { return midpoints(levels); }
};

struct Unconverged : Table {
  // Ten steps of Lloyd's iteration from evenly spaced levels: each level moves to the mean of its
  // cell, E[g | a < g < b] = (density(a) - density(b)) / (mass(b) - mass(a)).
  static Patterns levels(int width) {
    const auto density = [](double x) {
      return std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1));
    };
    const auto mass = [](double x) { return std::erfc(-x / std::sqrt(2)) / 2; };
    const std::size_t count = std::size_t{1} << width;
    std::vector<double> levels;
    for (std::size_t i = 0; i < count; ++i) {
      levels.push_back(-2 + 4 * (static_cast<double>(i) + 0.5) / static_cast<double>(count));
    }
    for (int step = 0; step < 10; ++step) {
      const std::vector<double> last = levels;
      for (std::size_t i = 0; i < count; ++i) {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        const double below = i == 0 ? -kInfinity : (last[i - 1] + last[i]) / 2;
        const double above = i + 1 == count ? kInfinity : (last[i] + last[i + 1]) / 2;
        levels[i] = (density(below) - density(above)) / (mass(above) - mass(below));
      }
    }
    Patterns patterns;
    for (const double level : levels) patterns.push_back(pattern(level));
    return patterns;
  }
  static Patterns boundaries(int, const Patterns& levels) { return midpoints(levels); }
};
struct BoundariesFromRoundedLevels : Table {
  static Patterns boundaries(int, const Patterns& levels) { return midpoints(levels); }
};
struct UpperHalf : Table {
  // Many tables hold magnitudes only; a reader of them must mirror the lower half.
  static Patterns levels(int width) {
    Patterns levels = Table::levels(width);
    for (std::uint32_t& level : levels) level &= 0x7fffffff;
    return levels;
  }
};
struct WidthFive : Table {
  static bool is_legal(std::uint64_t width) { return width == 5 || Table::is_legal(width); }
  static Patterns levels(int width) { return Table::levels(std::min(width, 4)); }
  static Patterns boundaries(int width, const Patterns& levels) {
    return Table::boundaries(std::min(width, 4), levels);
  }
};

struct Quantize {
  static bool refuses(const Numbers& z) { return !reference::all_finite(z); }
  static std::uint8_t code(int width, Binary32 value) {
    return reference::quantize(width, value).lowest;
  }
};

template <class S>
Answer quantize(const Record& input) {
  if (!reference::is_legal_codebook_width(input.integer("width"))) {
    return refuse(Error::kBadArgument);
  }
  const Numbers z = numbers(input, "z");
  if (S::refuses(z)) return refuse(Error::kNonFiniteInput);
  Bytes codes;
  for (const Binary32 value : z) {
    codes.values.push_back(S::code(static_cast<int>(input.integer("width")), value));
  }
  return {.stages = {}, .output = {{"codes", codes}}, .error = {}};
}

struct UpperCellOnTies : Quantize {
  static std::uint8_t code(int width, Binary32 value) {
    std::uint8_t code = 0;
    for (const std::uint32_t boundary : reference::codebook_boundaries(width)) {
      if (Binary32::from_bits(boundary) <= value) ++code;
    }
    return code;
  }
};
struct ZeroAbove : Quantize {
  static std::uint8_t code(int width, Binary32 value) {
    const std::uint8_t right = Quantize::code(width, value);
    return static_cast<std::uint8_t>(value.is_zero() ? right + 1 : right);
  }
};
struct MagnitudeThenSign : Quantize {
  // The code of |z|, mirrored for z < 0: right off the boundaries, wrong on negative ones.
  static std::uint8_t code(int width, Binary32 value) {
    const std::uint8_t upper = Quantize::code(width, abs(value));
    const int top = (1 << width) - 1;
    return static_cast<std::uint8_t>(value < Binary32() ? top - upper : upper);
  }
};
struct NearestLevel : Quantize {
  static std::uint8_t code(int width, Binary32 value) {
    const auto levels = reference::codebook_levels(width);
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < levels.size(); ++i) {
      const Binary32 distance = abs(value - Binary32::from_bits(levels[i]));
      if (distance < abs(value - Binary32::from_bits(levels[nearest]))) nearest = i;
    }
    return static_cast<std::uint8_t>(nearest);
  }
};
struct NanIsCodeZero : Quantize {
  static bool refuses(const Numbers&) { return false; }
};

struct Dequantize {
  static Result<Binary32> level(int width, std::uint8_t code) {
    return reference::dequantize(width, code);
  }
};

template <class S>
Answer dequantize(const Record& input) {
  if (!reference::is_legal_codebook_width(input.integer("width"))) {
    return refuse(Error::kBadArgument);
  }
  Numbers levels;
  for (const std::uint8_t code : input.bytes("codes")) {
    const auto level = S::level(static_cast<int>(input.integer("width")), code);
    if (!level) return refuse(level.error());
    levels.push_back(*level);
  }
  return {.stages = {}, .output = {{"levels", words(levels)}}, .error = {}};
}

struct CodesWrap : Dequantize {
  static Result<Binary32> level(int width, std::uint8_t code) {
    return reference::dequantize(width, static_cast<std::uint8_t>(code & ((1u << width) - 1)));
  }
};
struct Descending : Dequantize {
  static Result<Binary32> level(int width, std::uint8_t code) {
    const auto level = reference::dequantize(width, code);
    return level ? Result<Binary32>(-*level) : level;
  }
};

}  // namespace

ChapterMutants codebook_mutants() {
  return {
      .mutants =
          {
              mutant("codebook/four-digits", "rounds levels to four decimals", {"TQ-CODE-001"},
                     "codebook.table", "levels",
                     {"codebook/table-w1", "codebook/table-w2", "codebook/table-w3",
                      "codebook/table-w4"},
                     table<FourDigits>),
              mutant("codebook/unconverged", "stops Lloyd's iteration after ten steps",
                     {"TQ-CODE-001", "TQ-CODE-004"}, "codebook.table", "levels",
                     {"codebook/table-w3", "codebook/table-w4"}, table<Unconverged>),
              mutant("codebook/boundaries-from-rounded-levels",
                     "takes boundaries half way between rounded levels", {"TQ-CODE-001"},
                     "codebook.table", "boundaries", {"codebook/table-w4"},
                     table<BoundariesFromRoundedLevels>),
              mutant("codebook/magnitudes-only", "loses the signs of the lower levels",
                     {"TQ-CODE-001"}, "codebook.table", "levels", {"codebook/table-w1"},
                     table<UpperHalf>),
              mutant("codebook/width-5", "takes 5 bits for 4", {"TQ-CODE-001"}, "codebook.table",
                     "error", {"codebook/table-width-5"}, table<WidthFive>),
              mutant("codebook/upper-cell-on-ties",
                     "puts a value on a boundary into the upper cell", {"TQ-CODE-002"},
                     "codebook.quantize", "codes",
                     {"codebook/quantize-boundaries-w1", "codebook/quantize-boundaries-w4"},
                     quantize<UpperCellOnTies>),
              mutant("codebook/zero-above", "puts zero alone into the upper cell", {"TQ-CODE-002"},
                     "codebook.quantize", "codes", {"codebook/quantize-boundaries-w2"},
                     quantize<ZeroAbove>),
              mutant("codebook/magnitude-then-sign", "mirrors the code of the magnitude",
                     {"TQ-CODE-002"}, "codebook.quantize", "codes",
                     {"codebook/quantize-boundaries-w2"}, quantize<MagnitudeThenSign>),
              mutant("codebook/nearest-level", "searches the nearest level with rounded distances",
                     {"TQ-CODE-002"}, "codebook.quantize", "codes",
                     {"codebook/quantize-boundaries-w4"}, quantize<NearestLevel>),
              mutant("codebook/nan-is-code-zero", "gives a NaN code 0", {"TQ-ARITH-006"},
                     "codebook.quantize", "error", {"codebook/quantize-nan"},
                     quantize<NanIsCodeZero>),
              mutant("codebook/codes-wrap", "cuts codes to their width instead of refusing",
                     {"TQ-CODE-003"}, "codebook.dequantize", "error",
                     {"codebook/dequantize-out-of-range-w1", "codebook/dequantize-out-of-range-w4"},
                     dequantize<CodesWrap>),
              mutant("codebook/descending-levels", "reads code 0 as the largest level",
                     {"TQ-CODE-003"}, "codebook.dequantize", "levels",
                     {"codebook/dequantize-all-w1"}, dequantize<Descending>),
          },
      .controls = {{"codebook.table", table<Table>},
                   {"codebook.quantize", quantize<Quantize>},
                   {"codebook.dequantize", dequantize<Dequantize>}},
  };
}

}  // namespace tq::conformance
