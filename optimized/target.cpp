// SPDX-License-Identifier: Apache-2.0
#include "optimized/target.hpp"

#include <vector>

#include "optimized/scalar/kernels.hpp"
#include "optimized/simd/kernels.hpp"

namespace tq::optimized {
namespace {

#if defined(__x86_64__)
// What the functions of a target were compiled to use. __builtin_cpu_supports asks cpuid, and
// whether the operating system saves the registers.
bool runs_here(std::string_view target) {
  if (target == "SCALAR") return true;
  bool has = __builtin_cpu_supports("ssse3");
  if (target == "SSSE3") return has;
  has = has && __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
        __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("aes");
  if (target == "SSE4") return has;
  has = has && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("f16c");
  if (target == "AVX2") return has;
  has = has && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  return target == "AVX3" && has;
}
#else
// Elsewhere a program holds one SIMD target, the one that its whole code was compiled for.
bool runs_here(std::string_view) { return true; }
#endif

}  // namespace

std::span<const Kernels* const> compiled_targets() {
  static const std::vector<const Kernels*> targets = [] {
    const auto simd = simd_tables();
    std::vector<const Kernels*> all(simd.begin(), simd.end());
    all.push_back(&scalar::kKernels);
    return all;
  }();
  return targets;
}

std::span<const Kernels* const> usable_targets() {
  static const std::vector<const Kernels*> targets = [] {
    std::vector<const Kernels*> usable;
    for (const Kernels* kernels : compiled_targets()) {
      if (runs_here(kernels->target)) usable.push_back(kernels);
    }
    return usable;
  }();
  return targets;
}

const Kernels* find_target(std::string_view name) {
  for (const Kernels* kernels : usable_targets()) {
    if (kernels->target == name) return kernels;
  }
  return nullptr;
}

}  // namespace tq::optimized
