// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "conformance/vector.hpp"

// Every name that a user may type, for suggestions and completion.
namespace tq::tools {

std::vector<std::string> operation_names();
std::vector<std::string> target_names();   // of the fast implementation, on this processor
std::vector<std::string> builtin_names();  // "builtin:reference", "builtin:optimized/AVX2"
std::vector<std::string> tier_names();
std::vector<std::string> vector_ids(std::span<const conformance::VectorFile> files);

// Whether a filter has no * or ?, so that it can be a misspelt name.
bool is_plain_name(const std::string& pattern);

}  // namespace tq::tools
