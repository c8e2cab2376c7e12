// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/assemble.hpp"

#include <vector>

#include "conformance/vectors/manifest.hpp"
#include "conformance/vectors/rules.hpp"
#include "conformance/vectors/tqv.hpp"
#include "conformance/vectors/vector_json.hpp"

namespace tq::conformance {

Tree assemble_tree(const Tree& hand_kept, std::span<const VectorFile> files) {
  Tree tree = hand_kept;
  std::vector<VectorFile> core;
  for (const VectorFile& file : files) {
    tree[file.path] = write_vector_file(file);
    if (is_core_path(file.path)) core.push_back(file);
  }
  tree[std::string(kFlatPath)] = write_tqv(core);
  tree[std::string(kManifestPath)] = write_manifest(make_manifest(tree, files));
  return tree;
}

}  // namespace tq::conformance
