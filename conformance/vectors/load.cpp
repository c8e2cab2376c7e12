// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/load.hpp"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "conformance/vectors/lint.hpp"
#include "conformance/vectors/manifest.hpp"
#include "conformance/vectors/rules.hpp"
#include "conformance/vectors/tree.hpp"
#include "conformance/vectors/vector_json.hpp"

namespace tq::conformance {

// TQ-VECT-008
std::variant<LoadedVectors, std::string> load_vectors(const std::filesystem::path& directory) {
  const auto refuse = [&](std::string_view what) {
    return fmt::format("{}: {}", directory.string(), what);
  };
  auto tree_or_error = read_tree(directory);
  if (auto* error = std::get_if<std::string>(&tree_or_error)) return std::move(*error);
  const Tree& tree = std::get<Tree>(tree_or_error);

  const auto manifest_text = tree.find(std::string(kManifestPath));
  if (manifest_text == tree.end()) return refuse("MANIFEST.json is missing");
  const auto manifest = read_manifest(manifest_text->second);
  if (const auto* error = std::get_if<std::string>(&manifest)) return refuse(*error);
  if (const auto fault = fault_of_tree(tree, std::get<Manifest>(manifest))) return refuse(*fault);

  LoadedVectors loaded;
  loaded.root = std::get<Manifest>(manifest).root;
  if (const auto text = tree.find(std::string(kRetiredPath)); text != tree.end()) {
    auto retired = read_retired(text->second);
    if (const auto* error = std::get_if<std::string>(&retired)) {
      return refuse(fmt::format("{}: {}", kRetiredPath, *error));
    }
    loaded.retired = std::move(std::get<IdSet>(retired));
  }
  std::set<std::string> ids;
  for (const auto& [path, text] : tree) {
    if (chapter_of_path(path).empty()) continue;
    auto file = read_vector_file(path, text);
    if (const auto* error = std::get_if<std::string>(&file)) return refuse(*error);
    loaded.files.push_back(std::move(std::get<VectorFile>(file)));
    for (const Vector& vector : loaded.files.back().vectors) {
      if (!ids.insert(vector.id).second) {
        return refuse(fmt::format("{}: {}: the id occurs twice", path, vector.id));
      }
    }
  }
  return loaded;
}

}  // namespace tq::conformance
