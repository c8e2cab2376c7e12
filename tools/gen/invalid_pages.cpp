// SPDX-License-Identifier: Apache-2.0
#include "tools/gen/invalid_pages.hpp"

#include <algorithm>
#include <functional>
#include <string>

#include "spec/contract/header.hpp"
#include "tools/gen/page_builder.hpp"

namespace tq::tools {

using contract::Error;
using Page = std::vector<std::uint8_t>;

namespace {

enum class Seal { kRedo, kKeep };

struct Fault {
  const char* name;
  const char* requirement;
  const char* reason;
  Error error;
  Seal seal;
  std::function<void(Page&)> spoil;
};

// Overwrites a header field.
std::function<void(Page&)> set_field(const contract::HeaderField& field, std::uint64_t value) {
  return [field, value](Page& page) {
    const std::uint64_t old = reference::read_field(page, field);
    // write_field sets bits; clear them first.
    for (std::size_t i = 0; i < field.size; ++i) {
      const auto mask = static_cast<std::uint8_t>((old << field.low_bit) >> (8 * i));
      page[field.offset + i] = static_cast<std::uint8_t>(page[field.offset + i] & ~mask);
    }
    reference::write_field(page, field, value);
  };
}

std::function<void(Page&)> set_byte(std::size_t offset, std::uint8_t value) {
  return [=](Page& page) { page[offset] = value; };
}

void add_all(VectorSet& set, const PagePlan& plan, const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) {
    Page page = build_bytes(plan);
    fault.spoil(page);
    if (fault.seal == Seal::kRedo) reseal(page);
    set.add_invalid_page(fault.name, {"TQ-PAGE-009", fault.requirement}, fault.reason,
                         conformance::Bytes{page}, fault.error);
  }
}

void add_envelope(VectorSet& set) {
  const auto cut_to = [](std::size_t size) { return [size](Page& page) { page.resize(size); }; };
  add_all(set, {},
          {{"empty", "TQ-PAGE-008", "No bytes at all.", Error::kTruncatedHeader, Seal::kKeep,
            cut_to(0)},
           {"header-cut", "TQ-PAGE-008", "63 bytes: one short of a header.",
            Error::kTruncatedHeader, Seal::kKeep, cut_to(63)},
           {"magic-wrong", "TQ-PAGE-002", "Another magic.", Error::kBadMagic, Seal::kRedo,
            set_byte(0, 'X')},
           {"magic-swapped", "TQ-PAGE-002", "The magic of a page whose words were byte-swapped.",
            Error::kSwappedMagic, Seal::kRedo,
            [](Page& page) { std::reverse(page.begin(), page.begin() + 4); }},
           {"version-major", "TQ-PAGE-002", "A major version of the future.",
            Error::kUnsupportedVersion, Seal::kRedo, set_field(contract::kVersionMajor, 1)},
           {"version-minor", "TQ-PAGE-002", "A minor version of the future: no tolerance.",
            Error::kUnsupportedVersion, Seal::kRedo, set_field(contract::kVersionMinor, 2)},
           {"page-cut", "TQ-PAGE-008", "The last byte is missing.", Error::kTruncatedPage,
            Seal::kKeep, [](Page& page) { page.pop_back(); }},
           {"header-only", "TQ-PAGE-008", "A header and nothing behind it.", Error::kTruncatedPage,
            Seal::kKeep, cut_to(64)},
           {"page-bytes-huge", "TQ-PAGE-008",
            "A claim of 4 GiB that a reader refuses without allocating it.", Error::kTruncatedPage,
            Seal::kRedo, set_field(contract::kPageBytes, 0xffffffff)},
           {"byte-behind", "TQ-PAGE-008", "One byte behind the page.", Error::kTrailingBytes,
            Seal::kKeep, [](Page& page) { page.push_back(0); }},
           {"page-bytes-zero", "TQ-PAGE-008", "A page that claims no bytes.", Error::kTrailingBytes,
            Seal::kRedo, set_field(contract::kPageBytes, 0)}});
}

// One header field with an illegal value. TQ-PAGE-002
Fault header(const char* name, const char* reason, Error error, const contract::HeaderField& field,
             std::uint64_t value) {
  return {name, "TQ-PAGE-002", reason, error, Seal::kRedo, set_field(field, value)};
}

void add_header_sizes(VectorSet& set) {
  add_all(
      set, {},
      {header("flag-reserved", "Flag bit 1 is reserved.", Error::kReservedFlags, contract::kFlags,
              3),
       header("flag-highest", "Flag bit 15 is reserved.", Error::kReservedFlags, contract::kFlags,
              0x8001),
       header("layer-4096", "One past the last layer.", Error::kBadLayer, contract::kLayer, 4096),
       header("kv-heads-zero", "A page without KV heads.", Error::kBadKvHeads, contract::kKvHeads,
              0),
       header("kv-heads-257", "One past the most KV heads.", Error::kBadKvHeads, contract::kKvHeads,
              257),
       header("key-dim-zero", "No coordinates.", Error::kBadKeyDim, contract::kKeyDim, 0),
       header("key-dim-24", "24 is no power of two.", Error::kBadKeyDim, contract::kKeyDim, 24),
       header("key-dim-2048", "One size past the largest.", Error::kBadKeyDim, contract::kKeyDim,
              2048),
       header("value-dim-set", "Values are not part of this version.", Error::kBadValueDim,
              contract::kValueDim, 16),
       header("capacity-zero", "A page without token slots.", Error::kBadCapacity,
              contract::kCapacity, 0),
       header("capacity-1025", "One past the largest capacity.", Error::kBadCapacity,
              contract::kCapacity, 1025),
       header("count-above-capacity", "Five tokens in four slots.", Error::kBadCount,
              contract::kCount, 5),
       header("position-past-end", "The last token lies past the largest position.",
              Error::kBadPosition, contract::kFirstPosition, 0x7ffffffd),
       header("position-wraps", "first_position + count wraps 32 bits.", Error::kBadPosition,
              contract::kFirstPosition, 0xffffffff)});
}

void add_header_modes(VectorSet& set) {
  add_all(
      set, {},
      {header("key-mode-zero", "No key mode.", Error::kBadKeyMode, contract::kKeyModeField, 0),
       header("key-mode-5", "A key mode without a row in the table.", Error::kBadKeyMode,
              contract::kKeyModeField, 5),
       header("value-mode-set", "Values are not part of this version.", Error::kBadValueMode,
              contract::kValueModeField, 1),
       header("transform-zero", "No transform.", Error::kBadTransform, contract::kTransformField,
              0),
       header("transform-4", "A transform without a row in the table.", Error::kBadTransform,
              contract::kTransformField, 4),
       header("codebook-zero", "No codebook.", Error::kBadCodebook, contract::kCodebookField, 0),
       header("codebook-2", "A codebook without a row in the table.", Error::kBadCodebook,
              contract::kCodebookField, 2),
       header("gain-rule-zero", "No gain rule.", Error::kBadGainRule, contract::kGainRuleField, 0),
       header("gain-rule-2", "A gain rule without a row in the table.", Error::kBadGainRule,
              contract::kGainRuleField, 2),
       header("gain-coding-zero", "No gain coding.", Error::kBadGainCoding,
              contract::kGainCodingField, 0),
       header("gain-coding-3", "A gain coding without a row in the table.", Error::kBadGainCoding,
              contract::kGainCodingField, 3),
       header("sketch-rows-set", "Sketches are not part of this version.", Error::kReservedField,
              contract::kSketchRows, 64),
       header("sketch-law-set", "Sketches are not part of this version.", Error::kReservedField,
              contract::kSketchLaw, 1),
       header("group-size-set", "Groups are not part of this version.", Error::kReservedField,
              contract::kGroupSize, 32),
       header("outlier-slots-set", "Outliers are not part of this version.", Error::kReservedField,
              contract::kOutlierSlots, 1)});
}

void add_geometry_and_integrity(VectorSet& set) {
  add_all(
      set, {},
      {{"page-too-long", "TQ-PAGE-003", "16 bytes more than the header implies, all accounted for.",
        Error::kPageBytesMismatch, Seal::kRedo,
        [](Page& page) {
          page.resize(page.size() + 16);
          set_field(contract::kPageBytes, page.size())(page);
        }},
       {"capacity-disagrees", "TQ-PAGE-003", "A capacity that implies more bytes.",
        Error::kPageBytesMismatch, Seal::kRedo, set_field(contract::kCapacity, 64)},
       {"product-wraps", "TQ-PAGE-003", "Sizes whose product needs more than 16 bits.",
        Error::kPageBytesMismatch, Seal::kRedo,
        [](Page& page) {
          set_field(contract::kKvHeads, 256)(page);
          set_field(contract::kCapacity, 1024)(page);
        }},
       {"open", "TQ-PAGE-006", "An open page has no checksum and does not travel.",
        Error::kOpenPage, Seal::kKeep,
        [](Page& page) {
          set_field(contract::kFlags, 0)(page);
          set_field(contract::kCrc, 0)(page);
        }},
       {"crc-flipped", "TQ-PAGE-006", "One bit of the checksum differs.", Error::kCrcMismatch,
        Seal::kKeep, [](Page& page) { page[contract::kCrc.offset] ^= 1; }},
       {"crc-over-itself", "TQ-PAGE-006", "The checksum was computed without zeroing its field.",
        Error::kCrcMismatch, Seal::kKeep,
        [](Page& page) {
          const std::uint32_t crc = reference::crc32c(page);
          set_field(contract::kCrc, crc)(page);
        }},
       {"identity-flipped", "TQ-PAGE-006", "One bit of the identity differs.", Error::kCrcMismatch,
        Seal::kKeep, [](Page& page) { page[48] ^= 0x80; }},
       {"code-flipped", "TQ-PAGE-006", "One bit of the codes differs.", Error::kCrcMismatch,
        Seal::kKeep, [](Page& page) { page[80] ^= 0x10; }}});
}

// The default plan: gains at 64 (8 rows of 2 bytes, no padding), codes at 80 (8 rows of 6 bytes).
void add_payload(VectorSet& set) {
  const auto set_gain = [](std::uint8_t low, std::uint8_t high) {
    return [=](Page& page) {
      page[64] = low;
      page[65] = high;
    };
  };
  add_all(set, {},
          {{"gain-infinity", "TQ-PAGE-010", "A stored gain is an infinity.", Error::kGainNotFinite,
            Seal::kRedo, set_gain(0x00, 0x7c)},
           {"gain-nan", "TQ-PAGE-010", "A stored gain is a NaN.", Error::kGainNotFinite,
            Seal::kRedo, set_gain(0x01, 0x7e)},
           {"gain-minus-one", "TQ-PAGE-010", "A stored gain is -1.", Error::kGainNegative,
            Seal::kRedo, set_gain(0x00, 0xbc)},
           {"gain-minus-zero", "TQ-PAGE-010", "A stored gain is -0.", Error::kGainNegative,
            Seal::kRedo, set_gain(0x00, 0x80)},
           {"unused-gain-set", "TQ-PAGE-005", "The gain of an unused token slot is not zero.",
            Error::kUnusedRowNonzero, Seal::kRedo, set_byte(64 + 3 * 2, 1)},
           {"unused-row-set", "TQ-PAGE-005", "The codes of an unused token slot are not zero.",
            Error::kUnusedRowNonzero, Seal::kRedo, set_byte(80 + 3 * 6 + 5, 0x80)},
           {"zero-gain-codes-set", "TQ-PAGE-011", "A gain of +0 over codes that are not zero.",
            Error::kZeroGainCodes, Seal::kRedo, set_gain(0x00, 0x00)}});
  PagePlan narrow;  // rows of 2 codes: 6 bits; one head, 4 slots: gains end at 72, codes at 84
  narrow.key_dim = 2;
  narrow.kv_heads = 1;
  add_all(set, narrow,
          {{"row-padding-set", "TQ-PAGE-005", "A bit behind the last code of a row is set.",
            Error::kRowPaddingNonzero, Seal::kRedo, [](Page& page) { page[80] |= 0x40; }},
           {"gain-section-padding-set", "TQ-PAGE-005", "A byte behind the gain section is set.",
            Error::kSectionPaddingNonzero, Seal::kRedo, set_byte(79, 1)},
           {"code-section-padding-set", "TQ-PAGE-005", "The last byte of the page is set.",
            Error::kSectionPaddingNonzero, Seal::kRedo, [](Page& page) { page.back() = 1; }}});
}

// Two faults each: the order of the checks decides. Plans as in add_payload.
void add_two_faults(VectorSet& set) {
  add_all(set, {},
          {{"layer-and-crc", "TQ-PAGE-006", "A wrong layer under a wrong checksum.",
            Error::kBadLayer, Seal::kKeep, set_field(contract::kLayer, 4096)},
           {"layer-and-count", "TQ-PAGE-002", "A wrong layer before a wrong count.",
            Error::kBadLayer, Seal::kRedo,
            [](Page& page) {
              set_field(contract::kLayer, 4096)(page);
              set_field(contract::kCount, 5)(page);
            }},
           {"unused-gain-and-gain", "TQ-PAGE-010",
            "An unused gain of KV head 0 lies before a used gain of KV head 1.",
            Error::kUnusedRowNonzero, Seal::kRedo, [](Page& page) {
              page[64 + 3 * 2] = 1;
              page[64 + 4 * 2] = 0x00;
              page[64 + 4 * 2 + 1] = 0x7c;
            }}});
  PagePlan narrow;
  narrow.key_dim = 2;
  narrow.kv_heads = 1;
  add_all(set, narrow,
          {{"gain-and-row-padding", "TQ-PAGE-010", "The gain section lies before the codes.",
            Error::kGainNotFinite, Seal::kRedo,
            [](Page& page) {
              page[66] = 0x00;
              page[67] = 0x7c;
              page[80] |= 0x40;
            }},
           {"section-padding-and-zero-gain", "TQ-PAGE-011",
            "Zero gains are looked at behind the whole payload.", Error::kSectionPaddingNonzero,
            Seal::kRedo, [](Page& page) {
              page[64] = 0x00;
              page[65] = 0x00;
              page.back() = 1;
            }}});
}

}  // namespace

void add_invalid_pages(VectorSet& set) {
  add_envelope(set);
  add_header_sizes(set);
  add_header_modes(set);
  add_geometry_and_integrity(set);
  add_payload(set);
  add_two_faults(set);
}

}  // namespace tq::tools
