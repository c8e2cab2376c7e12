// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "conformance/vector.hpp"

namespace tq::conformance {

// The JSON text of a vector file (TQ-VECT-002, TQ-VECT-003): canonical, so equal files have equal
// bytes. Precondition: fault_of_vector has nothing to say about any vector.
std::string write_vector_file(const VectorFile& file);

// The inverse, total: any text gives a file or one line "PATH: ID: what is wrong". `path` is
// relative to vectors/ and fixes the chapter. Refuses every fault of one vector, ids that do not
// ascend and any text that write_vector_file would not have written.
std::variant<VectorFile, std::string> read_vector_file(const std::string& path,
                                                       std::string_view text);

}  // namespace tq::conformance
