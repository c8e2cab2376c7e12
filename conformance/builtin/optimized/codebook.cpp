// SPDX-License-Identifier: Apache-2.0
#include "optimized/codebook.hpp"

#include "conformance/builtin/optimized/performers.hpp"

namespace tq::conformance::fast {
namespace {

using optimized::Kernels;

// TQ-CODE-001
Answer table(const Kernels&, const Record& input) {
  const auto codebook = optimized::table(input.integer("width"));
  if (!codebook) return refuse(codebook.error());
  return {
      .stages = {},
      .output = {{"levels", words(codebook->levels)}, {"boundaries", words(codebook->boundaries)}},
      .error = {}};
}

// TQ-CODE-002
Answer quantize(const Kernels& kernels, const Record& input) {
  const auto codes = optimized::quantize(kernels, input.integer("width"), numbers(input, "z"));
  if (!codes) return refuse(codes.error());
  return {.stages = {}, .output = {{"codes", Bytes{*codes}}}, .error = {}};
}

// TQ-CODE-003
Answer dequantize(const Kernels& kernels, const Record& input) {
  const auto levels = optimized::dequantize(kernels, input.integer("width"), input.bytes("codes"));
  if (!levels) return refuse(levels.error());
  return {.stages = {}, .output = {{"levels", words(*levels)}}, .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"codebook.table", table},
    {"codebook.quantize", quantize},
    {"codebook.dequantize", dequantize},
};

}  // namespace

PerformerTable codebook_performers() { return kPerformers; }

}  // namespace tq::conformance::fast
