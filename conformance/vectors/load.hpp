// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "conformance/vector.hpp"

namespace tq::conformance {

// All golden vectors of a directory, after every check that needs no verdict.
struct LoadedVectors {
  std::vector<VectorFile> files;               // ascending path
  std::string root;                            // root hash of MANIFEST.json, 64 hex digits
  std::set<std::string, std::less<>> retired;  // ids that were withdrawn
};

// Reads `directory` (a vectors/ tree). Every file that MANIFEST.json lists must have the listed
// size and SHA-256, every vector file must be listed, the root must follow, the format version must
// be ours (TQ-VECT-001, TQ-VECT-008); a string is the one-line reason why nothing may be judged.
// Formulas are not expanded.
std::variant<LoadedVectors, std::string> load_vectors(const std::filesystem::path& directory);

}  // namespace tq::conformance
