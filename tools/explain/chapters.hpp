// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "conformance/record.hpp"
#include "tools/explain/derivation.hpp"

namespace tq::tools {

// Derives the answer of one operation from its complete input, step by step. A record is checked
// against the operation table before it comes here.
using Derive = void (*)(Derivation& derivation, const conformance::Record& input);
using DeriveTable = std::span<const std::pair<std::string_view, Derive>>;

// One table a chapter, in the file of that name.
DeriveTable arithmetic_derivations();
DeriveTable random_derivations();
DeriveTable transform_derivations();
DeriveTable codebook_derivations();
DeriveTable packing_derivations();
DeriveTable gain_derivations();
DeriveTable keys_derivations();
DeriveTable page_derivations();
DeriveTable score_derivations();

// Nothing when no chapter explains the operation.
Derive find_derivation(std::string_view operation);

}  // namespace tq::tools
