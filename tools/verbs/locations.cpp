// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/locations.hpp"

#include <cstdlib>
#include <system_error>

namespace tq::tools {
namespace fs = std::filesystem;

fs::path data_directory_of(const fs::path& program_folder) {
  // The manifest, because an empty folder of that name is no data.
  std::error_code absent;
  const fs::path installed = (program_folder / TQC_DATA_FROM_PROGRAM).lexically_normal();
  if (fs::is_regular_file(installed / "vectors" / "MANIFEST.json", absent)) return installed;
  return TQC_SOURCE_DIR;
}

fs::path data_directory() {
  // Links to the program, in /usr/local/bin say, are resolved by the kernel.
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path(TQC_SOURCE_DIR) : data_directory_of(program.parent_path());
}

fs::path vectors_directory(const std::string& option) {
  if (!option.empty()) return option;
  if (const char* variable = std::getenv("TQC_VECTORS"); variable != nullptr && *variable != 0) {
    return variable;
  }
  return data_directory() / "vectors";
}

}  // namespace tq::tools
