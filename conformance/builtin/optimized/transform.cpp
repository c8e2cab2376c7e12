// SPDX-License-Identifier: Apache-2.0
#include "optimized/transform.hpp"

#include "conformance/builtin/optimized/performers.hpp"

namespace tq::conformance::fast {
namespace {

using optimized::Kernels;

// TQ-XFORM-004 to -006
Answer forward(const Kernels& kernels, const Record& input) {
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  if (!transform) return refuse(contract::Error::kBadArgument);
  const auto result =
      optimized::forward(kernels, *transform, input.integer("head_dim"), input.bytes("signs_1"),
                         input.bytes("signs_2"), numbers(input, "x"));
  if (!result) return refuse(result.error());
  return {.stages = {{"signed", words(result->signed_x)}, {"round_1", words(result->round_1)}},
          .output = {{"y", words(result->y)}},
          .error = {}};
}

// TQ-XFORM-007
Answer inverse(const Kernels& kernels, const Record& input) {
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  if (!transform) return refuse(contract::Error::kBadArgument);
  const auto result =
      optimized::inverse(kernels, *transform, input.integer("head_dim"), input.bytes("signs_1"),
                         input.bytes("signs_2"), numbers(input, "y"));
  if (!result) return refuse(result.error());
  return {.stages = {{"unscaled", words(result->unscaled)}},
          .output = {{"x", words(result->x)}},
          .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"transform.forward", forward},
    {"transform.inverse", inverse},
};

}  // namespace

PerformerTable transform_performers() { return kPerformers; }

}  // namespace tq::conformance::fast
