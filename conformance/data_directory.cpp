// SPDX-License-Identifier: Apache-2.0
#include "conformance/data_directory.hpp"

#include <utility>

namespace tq::conformance {
namespace {

std::filesystem::path& directory() {
  static std::filesystem::path path = ".";
  return path;
}

}  // namespace

const std::filesystem::path& data_directory() { return directory(); }

void set_data_directory(std::filesystem::path path) { directory() = std::move(path); }

}  // namespace tq::conformance
