// SPDX-License-Identifier: Apache-2.0
#include "conformance/diff/inputs.hpp"

#include "conformance/open_testee.hpp"
#include "conformance/vectors/rules.hpp"

namespace tq::conformance {

std::vector<const Vector*> select_inputs(std::span<const VectorFile> files,
                                         const InputFilter& filter) {
  std::vector<const Vector*> selected;
  for (const VectorFile& file : files) {
    if (filter.tier == Tier::kCore && !is_core_path(file.path)) continue;
    for (const Vector& vector : file.vectors) {
      if (matches_glob(filter.only, vector.id) &&
          matches_glob(filter.operation, vector.operation)) {
        selected.push_back(&vector);
      }
    }
  }
  return selected;
}

std::string filter_options(const InputFilter& filter) {
  std::string options;
  if (filter.only != "*") options += " --only " + quote_word(filter.only);
  if (filter.operation != "*") options += " --operation " + quote_word(filter.operation);
  if (filter.tier == Tier::kCore) options += " --tier core";
  return options;
}

}  // namespace tq::conformance
