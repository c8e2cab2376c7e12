// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/vector.hpp"

namespace tq::conformance {

// The flat binary form of vectors without formulas and digests (TQ-VECT-009), little-endian.
// Precondition: the files were read or generated; strings are below 65536 bytes.
std::string write_tqv(std::span<const VectorFile> files);

// The vectors of a flat file in its order, or one line with the byte offset at which it went wrong.
// Total. Field types are those of the file; the rules of vectors are not checked.
std::variant<std::vector<Vector>, std::string> read_tqv(std::string_view bytes);

}  // namespace tq::conformance
