// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "conformance/runner.hpp"
#include "conformance/vector.hpp"

namespace tq::conformance {

// Which inputs of the suite are asked.
struct InputFilter {
  std::string only = "*";       // vector ids, with * and ?
  std::string operation = "*";  // operation names, with * and ?
  Tier tier = Tier::kAll;
};

// The vectors that a filter leaves, in the order of the files. Callers use their inputs and nothing
// else of them.
std::vector<const Vector*> select_inputs(std::span<const VectorFile> files,
                                         const InputFilter& filter);

// The options that repeat this selection on a command line; empty for all inputs.
std::string filter_options(const InputFilter& filter);

}  // namespace tq::conformance
