// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "conformance/builtin/parity/spoil.hpp"
#include "reference/page.hpp"
#include "spec/contract/header.hpp"

namespace tq::conformance {
namespace {

using Page = std::vector<std::uint8_t>;
using contract::HeaderField;

void set_field(Page& page, const HeaderField& field, std::uint64_t value) {
  // write_field sets bits: clear the old ones first. The identity is wider than a word.
  if (field.bits > 64) return;
  const std::uint64_t old = reference::read_field(page, field);
  for (std::size_t i = 0; i < field.size; ++i) {
    const auto mask = static_cast<std::uint8_t>((old << field.low_bit) >> (8 * i));
    page[field.offset + i] = static_cast<std::uint8_t>(page[field.offset + i] & ~mask);
  }
  const std::uint64_t largest = field.bits == 64 ? ~std::uint64_t{0} : (1ull << field.bits) - 1;
  reference::write_field(page, field, value & largest);
}

void reseal(Page& page) {
  if (page.size() >= contract::kHeaderBytes) {
    set_field(page, contract::kCrc, reference::page_crc(page));
  }
}

// TQ-PAGE-002: around the ends of every range, and what a sum or product of 16 or 32 bits wraps.
std::uint64_t field_value(std::uint64_t old, std::uint64_t choice) {
  constexpr std::uint64_t kValues[] = {0,    1,    2,    3,          4,          5,    24,  256,
                                       257,  1024, 1025, 2048,       4095,       4096, 255, 0xffff,
                                       4097, 8192, 32,   0x7fffffff, 0xffffffff, 15,   16,  64};
  if (choice % 4 == 0) return old + 1;
  if (choice % 4 == 1) return old - 1;
  return kValues[choice / 4 % std::size(kValues)];
}

void spoil_header(Page& page, const Spoil& spoil) {
  const auto& field = contract::kHeaderFields[spoil.place % std::size(contract::kHeaderFields)];
  if (field.bits > 64) return;
  set_field(page, field, field_value(reference::read_field(page, field), spoil.value));
}

void flip_bit(Page& page, std::size_t begin, const Spoil& spoil) {
  if (page.size() <= begin) return;
  const std::size_t at = begin + static_cast<std::size_t>(spoil.place % (page.size() - begin));
  page[at] = static_cast<std::uint8_t>(page[at] ^ (1u << (spoil.value % 8)));
}

// A whole stored gain: +0, -0, infinity, NaN, -1. TQ-GAIN-006
void spoil_gain(Page& page, const Spoil& spoil) {
  constexpr std::uint32_t kGains[] = {0x00000000, 0x80000000, 0x7f800000, 0x7fc00000, 0xbf800000};
  constexpr std::uint16_t kHalfGains[] = {0x0000, 0x8000, 0x7c00, 0x7e00, 0xbc00};
  const bool is_half = reference::read_field(page, contract::kGainCodingField) == 2;
  const std::size_t size = is_half ? 2 : 4;
  const std::size_t slots = (page.size() - contract::kHeaderBytes) / size;
  if (slots == 0) return;
  const std::size_t kind = spoil.value % std::size(kGains);
  const std::uint32_t gain = is_half ? kHalfGains[kind] : kGains[kind];
  const std::size_t at =
      contract::kHeaderBytes +
      size * static_cast<std::size_t>(spoil.place % std::min<std::size_t>(slots, 8));
  for (std::size_t i = 0; i < size; ++i) page[at + i] = static_cast<std::uint8_t>(gain >> (8 * i));
}

// All accounted for, and 16 bytes more than the header implies. TQ-PAGE-003
void lengthen(Page& page) {
  page.resize(page.size() + contract::kSectionAlignment);
  set_field(page, contract::kPageBytes, page.size());
}

}  // namespace

std::vector<std::uint8_t> spoiled_page(Page page, const Spoil& spoil) {
  if (page.size() < contract::kHeaderBytes) return page;
  bool repair = true;
  switch (spoil.action % 16) {
    case 0:
    case 1:
    case 2:
    case 3:
      spoil_header(page, spoil);
      break;
    case 4:
      spoil_header(page, spoil);
      repair = false;
      break;
    case 5:
    case 6:
    case 7:
      flip_bit(page, contract::kHeaderBytes, spoil);
      break;
    case 8:
      flip_bit(page, 0, spoil);
      repair = false;
      break;
    case 9:
    case 10:
      spoil_gain(page, spoil);
      break;
    case 11:
      page.resize(static_cast<std::size_t>(spoil.place % page.size()));
      repair = false;
      break;
    case 12:
      page.resize(page.size() + 1 + static_cast<std::size_t>(spoil.place % 16));
      repair = false;
      break;
    case 13:
      lengthen(page);
      break;
    case 14:  // what byte order and lost flags do to a page
      if (spoil.value % 2 == 0) {
        std::reverse(page.begin(), page.begin() + 4);
      } else {
        set_field(page, contract::kFlags, 0);
      }
      break;
    default:
      page.back() = static_cast<std::uint8_t>(page.back() | 1u);
      break;
  }
  if (repair) reseal(page);
  return page;
}

}  // namespace tq::conformance
