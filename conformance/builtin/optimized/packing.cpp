// SPDX-License-Identifier: Apache-2.0
#include "optimized/packing.hpp"

#include "conformance/builtin/optimized/performers.hpp"

namespace tq::conformance::fast {
namespace {

using optimized::Kernels;

// TQ-PACK-001
Answer pack(const Kernels& kernels, const Record& input) {
  const auto packed = optimized::pack(kernels, input.integer("width"), input.bytes("codes"));
  if (!packed) return refuse(packed.error());
  return {.stages = {}, .output = {{"packed", Bytes{*packed}}}, .error = {}};
}

// TQ-PACK-004
Answer unpack(const Kernels& kernels, const Record& input) {
  const auto codes = optimized::unpack(kernels, input.integer("width"), input.integer("count"),
                                       input.bytes("packed"));
  if (!codes) return refuse(codes.error());
  return {.stages = {}, .output = {{"codes", Bytes{*codes}}}, .error = {}};
}

// TQ-PACK-005
Answer pack_signs(const Kernels& kernels, const Record& input) {
  const auto packed = optimized::pack_signs(kernels, numbers(input, "values"));
  if (!packed) return refuse(packed.error());
  return {.stages = {}, .output = {{"packed", Bytes{*packed}}}, .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"packing.pack", pack},
    {"packing.unpack", unpack},
    {"packing.pack_signs", pack_signs},
};

}  // namespace

PerformerTable packing_performers() { return kPerformers; }

}  // namespace tq::conformance::fast
