// SPDX-License-Identifier: Apache-2.0
#include "reference/dtype.hpp"

#include "reference/arithmetic.hpp"
#include "reference/format.hpp"

namespace tq::reference {
namespace {

constexpr std::string_view kNames[] = {"binary32", "binary16", "bfloat16"};  // by value

}  // namespace

std::string_view name_of(NumberFormat format) { return kNames[static_cast<int>(format)]; }

std::optional<NumberFormat> number_format(std::string_view name) {
  for (const NumberFormat format :
       {NumberFormat::kBinary32, NumberFormat::kBinary16, NumberFormat::kBfloat16}) {
    if (name_of(format) == name) return format;
  }
  return std::nullopt;
}

std::uint16_t to_bfloat16(Binary32 value) {
  if (value.is_nan()) return 0x7fc0;
  // Half of the last place that stays, less one when that place is even: then a tie stays below.
  // The carry of a full fraction raises the exponent, up to that of an infinity.
  const std::uint32_t bits = value.bits();
  const std::uint32_t rounded = bits + 0x7fff + ((bits >> 16) & 1);
  return static_cast<std::uint16_t>((value.is_finite() ? rounded : bits) >> 16);
}

Binary32 from_bfloat16(std::uint16_t bits) {
  const Binary32 value = Binary32::from_bits(std::uint32_t{bits} << 16);
  return value.is_nan() ? Binary32::from_bits(0x7fc00000) : value;
}

std::optional<Binary32> from_pattern(NumberFormat format, std::uint32_t bits) {
  if (format == NumberFormat::kBinary32) return Binary32::from_bits(bits);
  if (bits > 0xffff) return std::nullopt;
  const auto half = static_cast<std::uint16_t>(bits);
  return format == NumberFormat::kBinary16 ? from_binary16(half) : from_bfloat16(half);
}

std::uint32_t to_pattern(NumberFormat format, Binary32 value) {
  switch (format) {
    case NumberFormat::kBinary16:
      return to_binary16(value);
    case NumberFormat::kBfloat16:
      return to_bfloat16(value);
    case NumberFormat::kBinary32:
      break;
  }
  return value.bits();
}

// TQ-ARITH-013
bool is_exact_in_all(Binary32 value) {
  return is_exact_in(Format::kBinary16, value) && is_exact_in(Format::kBfloat16, value);
}

}  // namespace tq::reference
