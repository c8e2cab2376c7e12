// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conformance/mutants/chapters.hpp"
#include "reference/page.hpp"

// Chapter page in two files, one a direction.
namespace tq::conformance {

ChapterMutants page_write_mutants();
ChapterMutants page_parse_mutants();

using PageBytes = std::vector<std::uint8_t>;

// Overwrites a header field of at most 8 whole bytes. `page` has a header.
void set_field(PageBytes& page, const contract::HeaderField& field, std::uint64_t value);

// Whether the stored checksum is right; false for bytes without a header.
bool is_sealed_well(const PageBytes& page);
void reseal(PageBytes& page);

}  // namespace tq::conformance
