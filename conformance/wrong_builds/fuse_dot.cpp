// SPDX-License-Identifier: Apache-2.0
// A dot product written with a fused multiply-add, as most libraries write it; products are rounded
// where they are shown. It stands in for optimized/target.cpp.
#include <cmath>

#include "optimized/scalar/kernels.hpp"
#include "optimized/target.hpp"

namespace tq::optimized {
namespace {

Lanes fused_lanes(const float* a, const float* b, std::size_t n, float* products) {
  Lanes lanes{};
  for (std::size_t i = 0; i < n; ++i) {
    if (products != nullptr) products[i] = a[i] * b[i];
    lanes[i % lanes.size()] = std::fma(a[i], b[i], lanes[i % lanes.size()]);
  }
  return lanes;
}

const Kernels* fused_table() {
  static const Kernels table = [] {
    Kernels fused = scalar::kKernels;
    fused.dot_lanes = fused_lanes;
    return fused;
  }();
  return &table;
}

}  // namespace

std::span<const Kernels* const> usable_targets() {
  static const Kernels* const only[] = {fused_table()};
  return only;
}

std::span<const Kernels* const> compiled_targets() { return usable_targets(); }

const Kernels* find_target(std::string_view name) {
  return name == fused_table()->target ? fused_table() : nullptr;
}

}  // namespace tq::optimized
