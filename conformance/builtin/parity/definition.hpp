// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "conformance/vector.hpp"

// The definition of a vector without its answer: what the search for differences writes, and what
// `tqc gen` makes a permanent vector of (tools/gen/parity/NAME.json).
namespace tq::conformance {

// One JSON object: operation, requirements, reason, input, and error where the reference refuses.
std::string write_definition(const Vector& vector);

// The inverse, total: a vector with the id "<chapter>/parity-NAME" whose `expected` holds nothing
// but the error, or one line that says what is wrong with the text.
std::variant<Vector, std::string> read_definition(std::string_view name, std::string_view text);

}  // namespace tq::conformance
