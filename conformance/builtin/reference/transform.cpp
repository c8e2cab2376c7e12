// SPDX-License-Identifier: Apache-2.0
#include "reference/transform.hpp"

#include "conformance/builtin/reference/performers.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using contract::Result;
using reference::Binary32;

struct Arguments {
  contract::Transform transform;
  reference::SignPair signs;
  std::vector<Binary32> values;
};

// The order of checks: arguments, lengths, then numbers. TQ-XFORM-001, TQ-ARITH-006
Result<Arguments> read_arguments(const Record& input, std::string_view field) {
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  const std::uint64_t head_dim = input.integer("head_dim");
  if (!transform || !reference::is_legal_head_dim(head_dim)) return Error::kBadArgument;
  auto values = numbers(input, field);
  if (values.size() != head_dim) return Error::kBadLength;
  auto signs = reference::load_sign_pair(*transform, values.size(), input.bytes("signs_1"),
                                         input.bytes("signs_2"));
  if (!signs) return signs.error();
  if (!reference::all_finite(values)) return Error::kNonFiniteInput;
  return Arguments{*transform, std::move(*signs), std::move(values)};
}

Answer forward(const Record& input) {
  const auto arguments = read_arguments(input, "x");
  if (!arguments) return refuse(arguments.error());
  const auto stages =
      reference::forward<Binary32>(arguments->transform, arguments->signs, arguments->values);
  if (!reference::all_finite(stages.y)) return refuse(Error::kResultOverflow);  // TQ-XFORM-008
  return {.stages = {{"signed", words(stages.signed_x)}, {"round_1", words(stages.round_1)}},
          .output = {{"y", words(stages.y)}},
          .error = {}};
}

Answer inverse(const Record& input) {
  const auto arguments = read_arguments(input, "y");
  if (!arguments) return refuse(arguments.error());
  const auto unscaled =
      reference::reverse_steps<Binary32>(arguments->transform, arguments->signs, arguments->values);
  const auto x =
      reference::inverse<Binary32>(arguments->transform, arguments->signs, arguments->values);
  if (!reference::all_finite(x)) return refuse(Error::kResultOverflow);  // TQ-XFORM-008
  return {.stages = {{"unscaled", words(unscaled)}}, .output = {{"x", words(x)}}, .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"transform.forward", forward},
    {"transform.inverse", inverse},
};

}  // namespace

PerformerTable transform_performers() { return kPerformers; }

}  // namespace tq::conformance
