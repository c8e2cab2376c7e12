// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/machine.hpp"

#include <fstream>
#include <thread>

#include <fmt/format.h>

namespace tq::tools::bench {
namespace {

std::string processor() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

std::string compiler() {
#ifdef __clang__
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

}  // namespace

Machine this_machine() {
  return {processor(), std::thread::hardware_concurrency(), compiler(), TQC_CXX_FLAGS};
}

}  // namespace tq::tools::bench
