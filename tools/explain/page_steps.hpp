// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "reference/page.hpp"
#include "tools/explain/derivation.hpp"

// Steps of a page that reading, writing and scoring share.
namespace tq::tools {

// The header, one line a field: offset, name, bytes, meaning; the sections when the header is
// legal. Shows what there is of any bytes. TQ-PAGE-001 to -004.
void show_header(Derivation& derivation, std::span<const std::uint8_t> bytes);

// CRC-32C as stored and as computed, of at least 64 bytes. TQ-PAGE-006.
void show_crc(Derivation& derivation, std::span<const std::uint8_t> bytes);

// The checks of a reader, layer by layer, to the first that fails; then the answer is its error.
// TQ-PAGE-009 to -011.
void refuse_page(Derivation& derivation, std::span<const std::uint8_t> bytes,
                 const reference::PageFault& fault);

// The header, then the page; nothing when a check fails, and then the derivation is at its end.
std::optional<reference::Page> derive_page(Derivation& derivation,
                                           std::span<const std::uint8_t> bytes);

}  // namespace tq::tools
