// SPDX-License-Identifier: Apache-2.0
// Text of spec/contract/codebook_gaussian.hpp.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "reference/codebook_solver.hpp"

namespace tq::reference {

// The header as C++ source: data only (TQ-CODE-005), the tables in the order given.
std::string render_contract_header(const std::vector<CodebookTable>& tables);

// Solves widths 1 to 4 and renders them; the first refusal ends it. Takes about two seconds.
std::variant<std::string, CodebookRefusal> generate_codebook_header();

}  // namespace tq::reference
