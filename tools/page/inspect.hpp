// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/page.hpp"

// What `tqc page inspect` says about bytes that claim to be a page.
namespace tq::tools {

// A header field as it stands in the bytes, believed or not.
struct FieldReading {
  std::string_view name;
  std::size_t offset;
  std::string value;    // decimal, or hex where a number says nothing
  std::string meaning;  // a name or an explanation; may be empty
};

struct SectionReading {
  std::string_view name;
  std::size_t offset;
  std::size_t bytes;
};

struct GainReading {
  std::size_t kv_head;
  std::size_t token;
  std::string stored;  // its bytes in the page, hex
  std::string value;   // decimal, or why it is none
};

struct Inspection {
  std::size_t bytes = 0;
  std::vector<FieldReading> header;      // empty below 64 bytes
  std::vector<SectionReading> sections;  // empty unless header and geometry are legal
  std::vector<GainReading> gains;        // the first used rows
  std::optional<reference::PageFault> fault;
};

// Total, like reading: any bytes give an inspection (TQ-PAGE-008).
Inspection inspect_page(std::span<const std::uint8_t> bytes);

std::string inspection_text(const Inspection& inspection);
std::string inspection_json(const Inspection& inspection);

}  // namespace tq::tools
