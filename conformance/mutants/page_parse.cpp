// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "conformance/builtin/reference/reference.hpp"
#include "conformance/mutants/page.hpp"
#include "reference/gain.hpp"
#include "reference/packing.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using reference::PageFault;
using Parsed = std::variant<reference::Page, PageFault>;
using Repair = void (*)(PageBytes& page, std::size_t offset);

struct Parse {
  static Parsed parse(const PageBytes& bytes) { return reference::parse_page(bytes); }
};

template <class S>
Answer parse(const Record& input) {
  const Parsed parsed = S::parse(input.bytes("page"));
  if (const auto* fault = std::get_if<PageFault>(&parsed)) return refuse(fault->error);
  return {.stages = {}, .output = page_record(std::get<reference::Page>(parsed)), .error = {}};
}

// What a reader says that does not know `error`: it reads on as if the bytes at fault were right.
// A checksum that was right stays right.
Parsed parse_without(Error error, Repair repair, PageBytes page) {
  for (;;) {
    Parsed parsed = reference::parse_page(page);
    const auto* fault = std::get_if<PageFault>(&parsed);
    if (fault == nullptr || fault->error != error) return parsed;
    const PageBytes before = page;
    const bool was_sealed = is_sealed_well(page);
    repair(page, fault->offset);
    if (page == before) return parsed;  // the reader has no way on
    if (was_sealed) reseal(page);
  }
}

template <Error error, Repair repair>
struct Without : Parse {
  static Parsed parse(const PageBytes& bytes) { return parse_without(error, repair, bytes); }
};

// A reader that looks for the faults of `later` before it looks for `error`.
template <Error error, Repair repair, Error... later>
struct Postponed : Parse {
  static Parsed parse(const PageBytes& bytes) {
    const Parsed other = parse_without(error, repair, bytes);
    const auto* fault = std::get_if<PageFault>(&other);
    const bool found = fault != nullptr && ((fault->error == later) || ...);
    return found ? other : reference::parse_page(bytes);
  }
};

void zero_byte(PageBytes& page, std::size_t offset) { page[offset] = 0; }
void zero_field(PageBytes& page, std::size_t offset) {
  page[offset] = 0;
  if (offset == contract::kSketchRows.offset) page[offset + 1] = 0;  // two fields share two bytes
}
void clear_reserved_flags(PageBytes& page, std::size_t) {
  set_field(page, contract::kFlags,
            reference::read_field(page, contract::kFlags) & contract::kSealedFlag);
}
void seal_open(PageBytes& page, std::size_t) {
  set_field(page, contract::kFlags, contract::kSealedFlag);
  reseal(page);
}
void seal_again(PageBytes& page, std::size_t) { reseal(page); }
void take_minor(PageBytes& page, std::size_t) {
  set_field(page, contract::kVersionMinor, contract::kPageMinor);
}
void cut(PageBytes& page, std::size_t offset) {
  if (offset >= contract::kHeaderBytes) page.resize(offset);
}
void first_position_zero(PageBytes& page, std::size_t) {
  if (reference::read_field(page, contract::kFirstPosition) <= contract::kMaxPosition) {
    set_field(page, contract::kFirstPosition, 0);
  }
}
void layer_zero(PageBytes& page, std::size_t) { set_field(page, contract::kLayer, 0); }
void clear_row_padding(PageBytes& page, std::size_t offset) {
  const std::uint64_t bits = reference::read_field(page, contract::kKeyDim) *
                             reference::read_field(page, contract::kKeyModeField);
  const auto last = offset + static_cast<std::size_t>((bits + 7) / 8) - 1;
  page[last] = static_cast<std::uint8_t>(page[last] & ((1u << (bits % 8)) - 1));
}
void codes_of_zero(PageBytes& page, std::size_t offset) {
  const auto width = static_cast<int>(reference::read_field(page, contract::kKeyModeField));
  const std::vector<std::uint8_t> codes(
      static_cast<std::size_t>(reference::read_field(page, contract::kKeyDim)),
      reference::code_of_zero(width));
  const auto packed = reference::pack(static_cast<std::uint64_t>(width), codes);
  std::copy(packed->begin(), packed->end(), page.begin() + static_cast<std::ptrdiff_t>(offset));
}
std::size_t gain_size(const PageBytes& page) {
  return reference::gain_bytes(
      static_cast<contract::GainCoding>(reference::read_field(page, contract::kGainCodingField)));
}
void plus_zero(PageBytes& page, std::size_t offset) {
  std::uint8_t& high = page[offset + gain_size(page) - 1];
  const bool is_zero =
      std::all_of(page.begin() + static_cast<std::ptrdiff_t>(offset),
                  page.begin() + static_cast<std::ptrdiff_t>(offset + gain_size(page) - 1),
                  [](std::uint8_t byte) { return byte == 0; });
  if (is_zero && high == 0x80) high = 0;
}
void gain_of_one(PageBytes& page, std::size_t offset) {
  const bool is_short = gain_size(page) == 2;
  page[offset + gain_size(page) - 1] = is_short ? 0x3c : 0x3f;
}

struct CrcOverItself : Parse {
  static Parsed parse(const PageBytes& bytes) {
    Parsed parsed = reference::parse_page(bytes);
    const auto* fault = std::get_if<PageFault>(&parsed);
    const std::string_view layer = fault == nullptr ? "" : contract::entry(fault->error).layer;
    const bool reached = fault == nullptr || fault->error == Error::kCrcMismatch ||
                         layer == "payload" || layer == "semantic";
    if (!reached) return parsed;
    if (reference::read_field(bytes, contract::kCrc) == reference::crc32c(bytes)) {
      return parse_without(Error::kCrcMismatch, seal_again, bytes);
    }
    return PageFault{Error::kCrcMismatch, contract::kCrc.offset};
  }
};
struct CrcBeforeHeader : Parse {
  static Parsed parse(const PageBytes& bytes) {
    Parsed parsed = reference::parse_page(bytes);
    const auto* fault = std::get_if<PageFault>(&parsed);
    const bool is_header = fault != nullptr && contract::entry(fault->error).layer == "header";
    if (!is_header || is_sealed_well(bytes)) return parsed;
    return PageFault{Error::kCrcMismatch, contract::kCrc.offset};
  }
};
struct SwappedMagicUnknown : Parse {
  static Parsed parse(const PageBytes& bytes) {
    Parsed parsed = reference::parse_page(bytes);
    auto* fault = std::get_if<PageFault>(&parsed);
    if (fault != nullptr && fault->error == Error::kSwappedMagic) fault->error = Error::kBadMagic;
    return parsed;
  }
};
struct FullPageRefused : Parse {
  static Parsed parse(const PageBytes& bytes) {
    Parsed parsed = reference::parse_page(bytes);
    const auto* page = std::get_if<reference::Page>(&parsed);
    if (page == nullptr || page->fields.count < page->fields.capacity) return parsed;
    return PageFault{Error::kBadCount, contract::kCount.offset};
  }
};

// Changes what a page without faults gives.
template <void (*change)(reference::Page& page)>
struct Changed : Parse {
  static Parsed parse(const PageBytes& bytes) {
    Parsed parsed = reference::parse_page(bytes);
    if (auto* page = std::get_if<reference::Page>(&parsed)) change(*page);
    return parsed;
  }
};
void halve_seed(reference::Page& page) { page.fields.seed &= 0xffffffff; }
void drop_identity(reference::Page& page) { page.fields.identity = {}; }
void head_major(reference::Page& page) {
  const auto geometry = reference::page_geometry(page.fields);
  const auto reorder = [&](const PageBytes& rows, std::size_t size) {
    PageBytes moved;
    for (std::size_t head = 0; head < page.fields.kv_heads; ++head) {
      for (std::size_t token = 0; token < page.fields.count; ++token) {
        const std::size_t row = token * static_cast<std::size_t>(page.fields.kv_heads) + head;
        const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(row * size);
        moved.insert(moved.end(), begin, begin + static_cast<std::ptrdiff_t>(size));
      }
    }
    return moved;
  };
  page.gains = reorder(page.gains, geometry.gain_row);
  page.rows = reorder(page.rows, geometry.code_row);
}

}  // namespace

ChapterMutants page_parse_mutants() {
  constexpr std::string_view kParse = "page.parse";
  return {
      .mutants =
          {
              mutant("page/crc-over-itself", "computes the checksum without zeroing its field",
                     {"TQ-PAGE-006"}, kParse, "error",
                     {"page/parse-empty", "page/parse-lloyd-max-2-binary16"}, parse<CrcOverItself>),
              mutant("page/crc-unchecked", "does not look at the checksum", {"TQ-PAGE-006"}, kParse,
                     "error", {"page/invalid-crc-flipped", "page/invalid-code-flipped"},
                     parse<Without<Error::kCrcMismatch, seal_again>>),
              mutant("page/open-accepted", "reads a page that was never sealed", {"TQ-PAGE-006"},
                     kParse, "error", {"page/invalid-open"},
                     parse<Without<Error::kOpenPage, seal_open>>),
              mutant("page/minor-tolerated", "reads any minor version", {"TQ-PAGE-002"}, kParse,
                     "error", {"page/invalid-version-minor"},
                     parse<Without<Error::kUnsupportedVersion, take_minor>>),
              mutant("page/swapped-magic-unknown", "calls a swapped magic a wrong one",
                     {"TQ-PAGE-002"}, kParse, "error", {"page/invalid-magic-swapped"},
                     parse<SwappedMagicUnknown>),
              mutant("page/trailing-bytes-ignored", "ignores bytes behind the page",
                     {"TQ-PAGE-008"}, kParse, "error", {"page/invalid-byte-behind"},
                     parse<Without<Error::kTrailingBytes, cut>>),
              mutant("page/reserved-flags-ignored", "ignores reserved flags", {"TQ-PAGE-002"},
                     kParse, "error", {"page/invalid-flag-reserved", "page/invalid-flag-highest"},
                     parse<Without<Error::kReservedFlags, clear_reserved_flags>>),
              mutant("page/reserved-fields-ignored", "ignores fields that must be 0",
                     {"TQ-PAGE-002"}, kParse, "error",
                     {"page/invalid-sketch-rows-set", "page/invalid-sketch-law-set",
                      "page/invalid-group-size-set", "page/invalid-outlier-slots-set"},
                     parse<Without<Error::kReservedField, zero_field>>),
              mutant("page/position-wraps", "checks first_position without count", {"TQ-PAGE-002"},
                     kParse, "error", {"page/invalid-position-past-end"},
                     parse<Without<Error::kBadPosition, first_position_zero>>),
              mutant("page/full-page-refused", "wants count below capacity", {"TQ-PAGE-002"},
                     kParse, "error", {"page/parse-one-token-one-round"}, parse<FullPageRefused>),
              mutant("page/unused-rows-unchecked", "does not look at unused rows", {"TQ-PAGE-005"},
                     kParse, "error",
                     {"page/invalid-unused-gain-set", "page/invalid-unused-row-set"},
                     parse<Without<Error::kUnusedRowNonzero, zero_byte>>),
              mutant("page/section-padding-unchecked", "does not look behind a section",
                     {"TQ-PAGE-005"}, kParse, "error",
                     {"page/invalid-gain-section-padding-set",
                      "page/invalid-code-section-padding-set"},
                     parse<Without<Error::kSectionPaddingNonzero, zero_byte>>),
              mutant("page/row-padding-unchecked", "ignores bits behind the last code of a row",
                     {"TQ-PAGE-005"}, kParse, "error", {"page/invalid-row-padding-set"},
                     parse<Without<Error::kRowPaddingNonzero, clear_row_padding>>),
              mutant("page/minus-zero-accepted", "takes a stored -0 as a gain of 0",
                     {"TQ-PAGE-010"}, kParse, "error", {"page/invalid-gain-minus-zero"},
                     parse<Without<Error::kGainNegative, plus_zero>>),
              mutant("page/zero-gains-unchecked", "reads any codes under a gain of 0",
                     {"TQ-PAGE-011"}, kParse, "error", {"page/invalid-zero-gain-codes-set"},
                     parse<Without<Error::kZeroGainCodes, codes_of_zero>>),
              mutant("page/crc-before-header", "checks the checksum before the header fields",
                     {"TQ-PAGE-009"}, kParse, "error", {"page/invalid-layer-and-crc"},
                     parse<CrcBeforeHeader>),
              mutant("page/count-before-layer", "checks the counts before the layer",
                     {"TQ-PAGE-009"}, kParse, "error", {"page/invalid-layer-and-count"},
                     parse<Postponed<Error::kBadLayer, layer_zero, Error::kBadCount>>),
              mutant("page/used-rows-first", "checks every used gain before an unused one",
                     {"TQ-PAGE-010"}, kParse, "error", {"page/invalid-unused-gain-and-gain"},
                     parse<Postponed<Error::kUnusedRowNonzero, zero_byte, Error::kGainNotFinite>>),
              mutant(
                  "page/codes-before-gains", "checks the code section before the gain section",
                  {"TQ-PAGE-010"}, kParse, "error", {"page/invalid-gain-and-row-padding"},
                  parse<Postponed<Error::kGainNotFinite, gain_of_one, Error::kRowPaddingNonzero>>),
              mutant(
                  "page/zero-gains-before-padding", "checks zero gains before the last padding",
                  {"TQ-PAGE-009"}, kParse, "error", {"page/invalid-section-padding-and-zero-gain"},
                  parse<
                      Postponed<Error::kSectionPaddingNonzero, zero_byte, Error::kZeroGainCodes>>),
              mutant("page/half-a-seed", "reads 32 bits of the seed", {"TQ-PAGE-012"}, kParse,
                     "seed", {"page/parse-largest-fields"}, parse<Changed<halve_seed>>),
              mutant("page/identity-dropped", "returns no identity", {"TQ-PAGE-012"}, kParse,
                     "identity", {"page/parse-empty"}, parse<Changed<drop_identity>>),
              mutant("page/rows-head-major", "returns rows by KV head, then by token",
                     {"TQ-PAGE-012"}, kParse, "gains", {"page/parse-lloyd-max-2-binary16"},
                     parse<Changed<head_major>>),
          },
      .controls = {{kParse, parse<Parse>}},
  };
}

}  // namespace tq::conformance
