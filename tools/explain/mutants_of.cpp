// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/requirement.hpp"

namespace tq::tools {

std::optional<std::vector<std::string>> mutants_of(std::string_view /*requirement*/) {
  return std::nullopt;
}

}  // namespace tq::tools
