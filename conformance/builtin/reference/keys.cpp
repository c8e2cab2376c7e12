// SPDX-License-Identifier: Apache-2.0
#include "reference/keys.hpp"

#include "conformance/builtin/reference/key_shape.hpp"
#include "conformance/builtin/reference/performers.hpp"

namespace tq::conformance {

// TQ-KEYS-001
contract::Result<reference::KeyShape> read_key_shape(const Record& input) {
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  const auto coding = parse_name(contract::kGainCodings, input.text("gain_coding"));
  if (!transform || !coding) return contract::Error::kBadArgument;
  return reference::KeyShape{.width = input.integer("width"),
                             .transform = *transform,
                             .gain_coding = *coding,
                             .head_dim = input.integer("head_dim"),
                             .tokens = input.integer("tokens"),
                             .kv_heads = input.integer("kv_heads"),
                             .layer = input.integer("layer"),
                             .seed = input.get<Word64>("seed").value};
}

namespace {

using contract::Error;
using reference::Binary32;

// TQ-KEYS-003 to -006: one row, from its transformed coordinates and g'.
Answer quantize(const Record& input) {
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  const std::uint64_t width = input.integer("width");
  if (!transform || width < 2 || width > 4 ||
      !reference::is_legal_head_dim(input.integer("head_dim"))) {
    return refuse(Error::kBadArgument);
  }
  const auto gain = numbers(input, "gain");
  const auto y = numbers(input, "y");
  if (gain.size() != 1 || y.size() != input.integer("head_dim")) return refuse(Error::kBadLength);
  if (!reference::all_finite(gain) || !reference::all_finite(y)) {
    return refuse(Error::kNonFiniteInput);
  }
  if (gain[0].is_negative()) return refuse(Error::kBadArgument);
  const auto z = reference::normalise<Binary32>(*transform, gain[0], y);
  const Binary32 divisor = gain[0] * reference::spread(*transform, y.size());
  if (!divisor.is_finite() || !reference::all_finite(z)) return refuse(Error::kResultOverflow);
  Bytes codes;
  for (const Binary32 value : z) {
    codes.values.push_back(reference::quantize(static_cast<int>(width), value).lowest);
  }
  return {.stages = {{"z", words(z)}}, .output = {{"codes", codes}}, .error = {}};
}

Answer encode(const Record& input) {
  const auto shape = read_key_shape(input);
  if (!shape) return refuse(shape.error());
  const auto keys = reference::encode_keys(*shape, numbers(input, "x"));
  if (!keys) return refuse(keys.error());
  return {.stages = {{"norms", words(keys->norms)},
                     {"y", words(keys->y)},
                     {"z", words(keys->z)},
                     {"codes", Bytes{keys->codes}}},
          .output = {{"gains", Bytes{keys->gains}}, {"rows", Bytes{keys->rows}}},
          .error = {}};
}

Answer decode(const Record& input) {
  const auto shape = read_key_shape(input);
  if (!shape) return refuse(shape.error());
  const auto keys = reference::decode_keys(*shape, input.bytes("gains"), input.bytes("rows"));
  if (!keys) return refuse(keys.error());
  return {.stages = {{"codes", Bytes{keys->codes}}, {"unscaled", words(keys->unscaled)}},
          .output = {{"x", words(keys->x)}},
          .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"key.quantize", quantize},
    {"key.encode", encode},
    {"key.decode", decode},
};

}  // namespace

PerformerTable keys_performers() { return kPerformers; }

}  // namespace tq::conformance
