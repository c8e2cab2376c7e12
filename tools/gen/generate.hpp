// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "conformance/vector.hpp"
#include "conformance/vectors/tree.hpp"
#include "tools/gen/vector_set.hpp"

namespace tq::tools {

// Everything that `tqc gen` writes, by path in the repository: vectors/ (hand-kept files included,
// as they are), spec/schemas/ and spec/contract/codebook_gaussian.hpp.
struct Generated {
  conformance::Tree files;
  std::vector<conformance::VectorFile> vectors;
};

// Builds all of it in memory; the same bytes on every machine and with every compiler. Reads only
// hand-kept files of `root`/vectors and the definitions in `root`/tools/gen/parity. A string is the
// one line that says which definition, table or file is wrong.
std::variant<Generated, std::string> generate(const std::filesystem::path& root,
                                              const VectorSet::Progress& progress);

struct Difference {
  enum class Kind { kMissing, kDiffers, kStale };
  std::string path;
  Kind kind;
  std::string detail;  // one line: the first vector or line that differs
};

// How `root` on disk differs from what was generated, ascending path. Stale: a file in a folder of
// vectors that nothing generates any more. A string: `root` cannot be read.
std::variant<std::vector<Difference>, std::string> differences(const std::filesystem::path& root,
                                                               const Generated& generated);

// {"files": N, "differences": [{"path", "kind", "detail"}]} for programs.
std::string differences_json(const Generated& generated, const std::vector<Difference>& list);

// Makes `root` equal to what was generated. Each file is replaced in one step. A string is why not.
std::optional<std::string> apply(const std::filesystem::path& root, const Generated& generated,
                                 const std::vector<Difference>& changes);

}  // namespace tq::tools
