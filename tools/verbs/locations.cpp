// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/locations.hpp"

#include <cstdlib>

namespace tq::tools {

std::filesystem::path source_directory() { return TQC_SOURCE_DIR; }

std::filesystem::path vectors_directory(const std::string& option) {
  if (!option.empty()) return option;
  if (const char* variable = std::getenv("TQC_VECTORS"); variable != nullptr && *variable != 0) {
    return variable;
  }
  return source_directory() / "vectors";
}

}  // namespace tq::tools
