// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutants/page.hpp"

namespace tq::conformance {

void set_field(PageBytes& page, const contract::HeaderField& field, std::uint64_t value) {
  for (std::size_t i = 0; i < field.size; ++i) {
    page[field.offset + i] = static_cast<std::uint8_t>(value >> (8 * i));
  }
}

bool is_sealed_well(const PageBytes& page) {
  return page.size() >= contract::kHeaderBytes &&
         reference::read_field(page, contract::kCrc) == reference::page_crc(page);
}

void reseal(PageBytes& page) { set_field(page, contract::kCrc, reference::page_crc(page)); }

ChapterMutants page_mutants() {
  ChapterMutants all = page_write_mutants();
  const ChapterMutants parse = page_parse_mutants();
  all.mutants.insert(all.mutants.end(), parse.mutants.begin(), parse.mutants.end());
  all.controls.insert(all.controls.end(), parse.controls.begin(), parse.controls.end());
  return all;
}

}  // namespace tq::conformance
