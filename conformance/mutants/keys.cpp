// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutants/keys.hpp"

#include "conformance/builtin/reference/key_shape.hpp"

namespace tq::conformance {

contract::Result<reference::KeyShape> read_legal_shape(const Record& input) {
  const auto shape = read_key_shape(input);
  if (shape && !reference::is_legal(*shape)) return contract::Error::kBadArgument;
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
