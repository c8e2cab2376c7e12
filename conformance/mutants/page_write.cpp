// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "conformance/mutants/page.hpp"

namespace tq::conformance {
namespace {

using contract::Error;

struct Write {
  static void edit(reference::PageFields&) {}                 // before the page is laid out
  static void lay_out(PageBytes&, const reference::Page&) {}  // before it is sealed
  static void seal(PageBytes& page) { reseal(page); }
};

template <class S>
Answer write(const Record& input) {
  const auto key_mode = parse_name(contract::kKeyModes, input.text("key_mode"));
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  const auto coding = parse_name(contract::kGainCodings, input.text("gain_coding"));
  if (!key_mode || !transform || !coding) return refuse(Error::kBadArgument);
  reference::Page page{.fields = {.layer = input.integer("layer"),
                                  .kv_heads = input.integer("kv_heads"),
                                  .key_dim = input.integer("key_dim"),
                                  .capacity = input.integer("capacity"),
                                  .count = input.integer("count"),
                                  .first_position = input.integer("first_position"),
                                  .seed = input.get<Word64>("seed").value,
                                  .key_mode = *key_mode,
                                  .transform = *transform,
                                  .gain_coding = *coding,
                                  .identity = {}},
                       .gains = input.bytes("gains"),
                       .rows = input.bytes("rows")};
  const auto& identity = input.bytes("identity");
  const bool identity_fits = identity.size() == page.fields.identity.size();
  if (identity_fits) std::copy(identity.begin(), identity.end(), page.fields.identity.begin());
  S::edit(page.fields);
  const auto written = reference::write_page(page);
  if (!identity_fits && (written || written.error() != Error::kBadArgument)) {
    return refuse(Error::kBadLength);
  }
  if (!written) return refuse(written.error());
  PageBytes bytes = *written;
  S::lay_out(bytes, page);
  S::seal(bytes);
  return {.stages = {}, .output = {{"page", Bytes{bytes}}}, .error = {}};
}

struct CrcOfEthernet : Write {
  static void seal(PageBytes& page) {
    set_field(page, contract::kCrc, 0);
    std::uint32_t crc = 0xffffffff;
    for (const std::uint8_t byte : page) {
      crc ^= byte;
      for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
    }
    set_field(page, contract::kCrc, ~crc);
  }
};
struct CrcOfPayload : Write {
  static void seal(PageBytes& page) {
    set_field(page, contract::kCrc,
              reference::crc32c(std::span(page).subspan(contract::kHeaderBytes)));
  }
};
struct LeftOpen : Write {
  static void lay_out(PageBytes& page, const reference::Page&) {
    set_field(page, contract::kFlags, 0);
  }
};
struct BigEndianSeed : Write {
  static void lay_out(PageBytes& page, const reference::Page&) {
    const auto seed = page.begin() + static_cast<std::ptrdiff_t>(contract::kSeed.offset);
    std::reverse(seed, seed + static_cast<std::ptrdiff_t>(contract::kSeed.size));
  }
};
struct CodingInTheLowBits : Write {
  static void lay_out(PageBytes& page, const reference::Page&) {
    std::uint8_t& both = page[contract::kGainCodingField.offset];
    both = static_cast<std::uint8_t>((both << 4) | (both >> 4));
  }
};
struct TokenMajor : Write {
  static void lay_out(PageBytes& page, const reference::Page& source) {
    const auto geometry = reference::page_geometry(source.fields);
    const auto rows = static_cast<std::ptrdiff_t>(source.fields.kv_heads * source.fields.capacity);
    const auto place = [&](std::size_t section, std::size_t row, const PageBytes& list) {
      const auto begin = page.begin() + static_cast<std::ptrdiff_t>(section);
      std::fill(begin, begin + rows * static_cast<std::ptrdiff_t>(row), std::uint8_t{0});
      std::copy(list.begin(), list.end(), begin);
    };
    place(geometry.gains, geometry.gain_row, source.gains);
    place(geometry.codes, geometry.code_row, source.rows);
  }
};
struct CapacityDropped : Write {
  static void edit(reference::PageFields& fields) {
    if (fields.count > 0 && fields.count < fields.capacity) fields.capacity = fields.count;
  }
};
struct UnusedRowsLeft : Write {
  // What a buffer that was used before holds behind the last token of the last head.
  static void lay_out(PageBytes& page, const reference::Page& source) {
    const auto& fields = source.fields;
    const auto geometry = reference::page_geometry(fields);
    const std::size_t end =
        geometry.codes +
        static_cast<std::size_t>(fields.kv_heads * fields.capacity) * geometry.code_row;
    if (fields.count < fields.capacity) page[end - 1] = 0xff;
  }
};
struct PositionUnchecked : Write {
  static void edit(reference::PageFields& fields) {
    if (fields.first_position + fields.count > contract::kMaxPosition) fields.first_position = 0;
  }
};

}  // namespace

ChapterMutants page_write_mutants() {
  constexpr std::string_view kWrite = "page.write";
  return {
      .mutants =
          {
              mutant("page/crc-of-ethernet", "seals with CRC-32 instead of CRC-32C",
                     {"TQ-PAGE-007", "TQ-PAGE-006"}, kWrite, "page", {"page/write-empty"},
                     write<CrcOfEthernet>),
              mutant("page/crc-of-payload", "leaves the header out of the checksum",
                     {"TQ-PAGE-007", "TQ-PAGE-006"}, kWrite, "page", {"page/write-empty"},
                     write<CrcOfPayload>),
              mutant("page/left-open", "forgets the sealed flag", {"TQ-PAGE-007", "TQ-PAGE-002"},
                     kWrite, "page", {"page/write-empty"}, write<LeftOpen>),
              mutant("page/big-endian-seed", "writes the seed with its high byte first",
                     {"TQ-PAGE-007", "TQ-PAGE-001"}, kWrite, "page",
                     {"page/write-lloyd-max-2-binary16"}, write<BigEndianSeed>),
              mutant("page/coding-in-the-low-bits", "swaps the fields that share a byte",
                     {"TQ-PAGE-007", "TQ-PAGE-001"}, kWrite, "page",
                     {"page/write-lloyd-max-2-binary16"}, write<CodingInTheLowBits>),
              mutant("page/token-major", "lays rows out by token, then by KV head",
                     {"TQ-PAGE-007", "TQ-PAGE-004"}, kWrite, "page",
                     {"page/write-lloyd-max-2-binary16"}, write<TokenMajor>),
              mutant("page/capacity-dropped", "writes a page for the used tokens only",
                     {"TQ-PAGE-007", "TQ-PAGE-003"}, kWrite, "page",
                     {"page/write-lloyd-max-2-binary16"}, write<CapacityDropped>),
              mutant("page/unused-rows-left", "leaves old bytes in an unused row",
                     {"TQ-PAGE-007", "TQ-PAGE-005"}, kWrite, "page",
                     {"page/write-empty", "page/write-lloyd-max-2-binary16"},
                     write<UnusedRowsLeft>),
              mutant("page/position-unchecked", "writes positions past the last one",
                     {"TQ-PAGE-007", "TQ-PAGE-002"}, kWrite, "error", {"page/write-position"},
                     write<PositionUnchecked>),
          },
      .controls = {{kWrite, write<Write>}},
  };
}

}  // namespace tq::conformance
