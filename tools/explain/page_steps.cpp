// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/page_steps.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "spec/contract/header.hpp"
#include "tools/page/inspect.hpp"

namespace tq::tools {
namespace {

constexpr std::size_t kBytesAtFault = 16;

int layer_number(contract::Error error) { return static_cast<int>(error) / 100; }

// What stands at the offset of a fault.
std::string bytes_at(std::span<const std::uint8_t> bytes, std::size_t offset) {
  if (offset >= bytes.size()) return fmt::format("the bytes end at {}", bytes.size());
  const auto rest = bytes.subspan(offset);
  return fmt::format("bytes from {}: {}", offset,
                     bytes_text(rest.first(std::min(kBytesAtFault, rest.size()))));
}

// Integrity comes after the header: a page with a wrong field often has a wrong CRC too.
void note_later_crc(Derivation& derivation, std::span<const std::uint8_t> bytes,
                    const reference::PageFault& fault) {
  if (layer_number(fault.error) >= layer_number(contract::Error::kCrcMismatch)) return;
  if (bytes.size() < contract::kHeaderBytes) return;
  if (reference::read_field(bytes, contract::kCrc) == reference::page_crc(bytes)) {
    derivation.line("the CRC is right; the fault alone decides");
  } else {
    derivation.line("the CRC is wrong too, but crc-mismatch is found later: this error wins");
  }
}

}  // namespace

void show_header(Derivation& derivation, std::span<const std::uint8_t> bytes) {
  const Inspection inspection = inspect_page(bytes);
  derivation.step("TQ-PAGE-001", fmt::format("the header of {} bytes", bytes.size()));
  if (inspection.header.empty()) derivation.line("fewer than 64 bytes: there is no header to read");
  for (const FieldReading& field : inspection.header) {
    const auto* entry =
        std::ranges::find(contract::kHeaderFields, field.name, &contract::HeaderField::name);
    const auto raw = bytes.subspan(entry->offset, entry->size);
    derivation.line(fmt::format("{:>2} {:<14} {:<16} {}{}", field.offset, field.name,
                                bytes_text(raw), field.value,
                                field.meaning.empty() ? "" : ", " + field.meaning));
  }
  if (inspection.sections.empty()) return;
  derivation.step("TQ-PAGE-003", "the sections that the header implies");
  for (const SectionReading& section : inspection.sections) {
    derivation.line(fmt::format("{:<6} from {} to {}, {} bytes", section.name, section.offset,
                                section.offset + section.bytes, section.bytes));
  }
}

void show_crc(Derivation& derivation, std::span<const std::uint8_t> bytes) {
  derivation.step("TQ-PAGE-006", "CRC-32C of all bytes with the field as zero");
  derivation.line(fmt::format("stored {:08x}, computed {:08x}",
                              reference::read_field(bytes, contract::kCrc),
                              reference::page_crc(bytes)));
}

void refuse_page(Derivation& derivation, std::span<const std::uint8_t> bytes,
                 const reference::PageFault& fault) {
  const contract::ErrorEntry& entry = contract::entry(fault.error);
  derivation.step("TQ-PAGE-009", "the checks of a reader, in the order in which their errors win");
  // By layer; the payload is checked by offset, not by the number of the error (TQ-PAGE-010).
  std::string_view layer;
  std::string held;
  std::string later;
  const auto end_of_layer = [&] {
    if (!held.empty()) derivation.line(fmt::format("holds  {}: not{}", layer, held));
    held.clear();
  };
  for (const contract::ErrorEntry& other : contract::kErrors) {
    if (layer_number(other.error) > layer_number(contract::Error::kZeroGainCodes)) break;
    if (other.layer != layer) end_of_layer();
    layer = other.layer;
    if (layer == "payload" && layer == entry.layer) continue;
    if (other.error < fault.error) held += fmt::format(" {}", other.slug);
    if (other.error > fault.error) {
      later += fmt::format("{}{}", later.empty() ? "" : ", ", other.slug);
    }
  }
  end_of_layer();
  derivation.line(fmt::format("FAILS  {} {} {} at offset {}", static_cast<int>(fault.error),
                              entry.layer, entry.slug, fault.offset));
  derivation.line(fmt::format("       {}", entry.when));
  derivation.line(fmt::format("       {}", bytes_at(bytes, fault.offset)));
  if (fault.error == contract::Error::kCrcMismatch) {
    derivation.line(fmt::format("       stored {:08x}, computed {:08x}",
                                reference::read_field(bytes, contract::kCrc),
                                reference::page_crc(bytes)));
  }
  note_later_crc(derivation, bytes, fault);
  if (!later.empty()) derivation.line("not reached: " + later);
  if (entry.layer == "payload") {
    derivation.line("no error of the payload lies at a lower offset (TQ-PAGE-010)");
  }
  derivation.answer = conformance::refuse(fault.error);
}

std::optional<reference::Page> derive_page(Derivation& derivation,
                                           std::span<const std::uint8_t> bytes) {
  show_header(derivation, bytes);
  const auto parsed = reference::parse_page(bytes);
  if (const auto* page = std::get_if<reference::Page>(&parsed)) return *page;
  refuse_page(derivation, bytes, std::get<reference::PageFault>(parsed));
  return std::nullopt;
}

}  // namespace tq::tools
