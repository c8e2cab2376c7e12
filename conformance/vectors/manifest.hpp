// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/vector.hpp"
#include "conformance/vectors/tree.hpp"

// vectors/MANIFEST.json (TQ-VECT-008).
namespace tq::conformance {

inline constexpr std::string_view kManifestPath = "MANIFEST.json";
inline constexpr std::string_view kFlatPath = "core/core.tqv";
inline constexpr std::string_view kRetiredPath = "retired.json";

struct ManifestEntry {
  std::string path;
  std::uint64_t bytes = 0;
  std::string sha256;
  std::uint64_t vectors = 0;  // 0 for files that hold none
  std::string meaning;        // SHA-256 of meaning_of; empty for files that hold no vectors
  bool operator==(const ManifestEntry&) const = default;
};

struct Manifest {
  std::string root;
  std::vector<ManifestEntry> files;  // ascending path, without MANIFEST.json itself
};

// The vectors of the core files together, in the order of core.tqv.
std::vector<Vector> core_vectors(std::span<const VectorFile> files);

// The entries that `tree` (a complete vectors/ tree) and the vectors in it ask for.
Manifest make_manifest(const Tree& tree, std::span<const VectorFile> files);

// SHA-256 over the lines "sha256  path\n", ascending path: what sha256sum prints, hashed again.
std::string root_of(std::span<const ManifestEntry> files);

std::string write_manifest(const Manifest& manifest);

// Total and strict: only texts that write_manifest writes; the root is not recomputed.
std::variant<Manifest, std::string> read_manifest(std::string_view text);

// The first difference between the tree and its manifest: a file that is missing, not listed, or of
// another size or SHA-256, or a root that does not follow. One line.
std::optional<std::string> fault_of_tree(const Tree& tree, const Manifest& manifest);

}  // namespace tq::conformance
