// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "conformance/chapter_checkers.hpp"

namespace tq::conformance {

std::span<const Checker> checkers() {
  static const std::array all = {
      arithmetic_checker(), random_checker(),  transform_checker(),
      codebook_checker(),   packing_checker(), gain_checker(),
      keys_checker(),       page_checker(),    score_checker(),
  };
  return all;
}

const Checker* find_checker(std::string_view chapter) {
  for (const Checker& checker : checkers()) {
    if (checker.chapter == chapter) return &checker;
  }
  return nullptr;
}

std::vector<Axis> one_axis(const Vector&, std::string_view) { return {}; }

std::string no_hint(const Vector&, const Answer&, std::string_view, std::size_t) { return {}; }

const std::vector<std::uint32_t>* words_of(const Record& record, std::string_view field) {
  const Value* value = record.find(field);
  const Words* words = value == nullptr ? nullptr : std::get_if<Words>(value);
  return words == nullptr ? nullptr : &words->values;
}

const std::vector<std::uint8_t>* bytes_of(const Record& record, std::string_view field) {
  const Value* value = record.find(field);
  const Bytes* bytes = value == nullptr ? nullptr : std::get_if<Bytes>(value);
  return bytes == nullptr ? nullptr : &bytes->values;
}

}  // namespace tq::conformance
