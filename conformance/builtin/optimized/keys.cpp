// SPDX-License-Identifier: Apache-2.0
#include "optimized/keys.hpp"

#include "conformance/builtin/optimized/performers.hpp"

namespace tq::conformance::fast {
namespace {

using contract::Error;
using contract::Result;
using optimized::Kernels;

// TQ-KEYS-001
Result<optimized::KeyShape> read_shape(const Record& input) {
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  const auto coding = parse_name(contract::kGainCodings, input.text("gain_coding"));
  if (!transform || !coding) return Error::kBadArgument;
  return optimized::KeyShape{.width = input.integer("width"),
                             .transform = *transform,
                             .gain_coding = *coding,
                             .head_dim = input.integer("head_dim"),
                             .kv_heads = input.integer("kv_heads"),
                             .layer = input.integer("layer"),
                             .seed = input.get<Word64>("seed").value};
}

// TQ-KEYS-003 to -006
Answer quantize(const Kernels& kernels, const Record& input) {
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  if (!transform) return refuse(Error::kBadArgument);
  const auto row = optimized::quantize_row(kernels, input.integer("width"), *transform,
                                           input.integer("head_dim"), numbers(input, "gain"),
                                           numbers(input, "y"));
  if (!row) return refuse(row.error());
  return {.stages = {{"z", words(row->z)}}, .output = {{"codes", Bytes{row->codes}}}, .error = {}};
}

// Bytes from the one-pass kernel, which keeps nothing on the way; stages from the single steps. A
// stage that is right beside an output that is wrong says that the one pass is to blame.
Answer encode(const Kernels& kernels, const Record& input) {
  const auto shape = read_shape(input);
  if (!shape) return refuse(shape.error());
  const std::uint64_t tokens = input.integer("tokens");
  const auto x = numbers(input, "x");
  const auto keys = optimized::encode_keys(kernels, *shape, tokens, x);
  if (!keys) return refuse(keys.error());
  const auto stages = optimized::encode_stages(kernels, *shape, tokens, x);
  if (!stages) return refuse(stages.error());
  return {.stages = {{"norms", words(stages->norms)},
                     {"y", words(stages->y)},
                     {"z", words(stages->z)},
                     {"codes", Bytes{stages->codes}}},
          .output = {{"gains", Bytes{keys->gains}}, {"rows", Bytes{keys->rows}}},
          .error = {}};
}

Answer decode(const Kernels& kernels, const Record& input) {
  const auto shape = read_shape(input);
  if (!shape) return refuse(shape.error());
  const std::uint64_t tokens = input.integer("tokens");
  const auto& gains = input.bytes("gains");
  const auto& rows = input.bytes("rows");
  const auto x = optimized::decode_keys(kernels, *shape, tokens, gains, rows);
  if (!x) return refuse(x.error());
  const auto stages = optimized::decode_stages(kernels, *shape, tokens, gains, rows);
  if (!stages) return refuse(stages.error());
  return {.stages = {{"codes", Bytes{stages->codes}}, {"unscaled", words(stages->unscaled)}},
          .output = {{"x", words(*x)}},
          .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"key.quantize", quantize},
    {"key.encode", encode},
    {"key.decode", decode},
};

}  // namespace

PerformerTable keys_performers() { return kPerformers; }

}  // namespace tq::conformance::fast
