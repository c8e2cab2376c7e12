// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "conformance/mutants/mutants.hpp"
#include "tools/explain/requirement.hpp"

namespace tq::tools {

std::vector<std::string> mutants_of(std::string_view requirement) {
  std::vector<std::string> mutants;
  for (const conformance::Mutant& mutant : conformance::all_mutants()) {
    if (std::ranges::count(mutant.requirements, requirement) == 0) continue;
    mutants.push_back(fmt::format("{}  {}", mutant.name, mutant.fault));
  }
  return mutants;
}

}  // namespace tq::tools
