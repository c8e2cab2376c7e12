// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutants/keys.hpp"

namespace tq::conformance {

contract::Result<reference::KeyShape> read_key_shape(const Record& input) {
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  const auto coding = parse_name(contract::kGainCodings, input.text("gain_coding"));
  if (!transform || !coding) return contract::Error::kBadArgument;
  const reference::KeyShape shape{.width = input.integer("width"),
                                  .transform = *transform,
                                  .gain_coding = *coding,
                                  .head_dim = input.integer("head_dim"),
                                  .tokens = input.integer("tokens"),
                                  .kv_heads = input.integer("kv_heads"),
                                  .layer = input.integer("layer"),
                                  .seed = input.get<Word64>("seed").value};
  if (!reference::is_legal(shape)) return contract::Error::kBadArgument;
  return shape;
}

reference::SignPair signs_of(const reference::KeyShape& shape, std::uint64_t layer,
                             std::uint64_t kv_head) {
  return reference::key_signs(shape.transform, static_cast<std::size_t>(shape.head_dim), shape.seed,
                              static_cast<std::uint32_t>(layer),
                              static_cast<std::uint32_t>(kv_head));
}

ChapterMutants keys_mutants() {
  ChapterMutants all = key_encode_mutants();
  const ChapterMutants decode = key_decode_mutants();
  append(all.mutants, decode.mutants);
  append(all.controls, decode.controls);
  return all;
}

}  // namespace tq::conformance
