// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/key_shape.hpp"

#include <fmt/format.h>

namespace tq::tools {

using contract::Error;
using reference::KeyShape;

KeyShape read_shape(const conformance::Record& input) {
  return {.width = input.integer("width"),
          .transform = parse_name(contract::kTransforms, input.text("transform"))
                           .value_or(contract::Transform::kOneRound),
          .gain_coding = parse_name(contract::kGainCodings, input.text("gain_coding"))
                             .value_or(contract::GainCoding::kBinary32),
          .head_dim = input.integer("head_dim"),
          .tokens = input.integer("tokens"),
          .kv_heads = input.integer("kv_heads"),
          .layer = input.integer("layer"),
          .seed = input.get<conformance::Word64>("seed").value};
}

Check names_are_known(const conformance::Record& input) {
  return {"TQ-KEYS-001", "transform and gain coding are in their tables",
          [&input] {
            const std::string& transform = input.text("transform");
            const std::string& coding = input.text("gain_coding");
            const std::string why = unknown_name(
                "transform", transform, parse_name(contract::kTransforms, transform).has_value());
            return why.empty()
                       ? unknown_name("gain_coding", coding,
                                      parse_name(contract::kGainCodings, coding).has_value())
                       : why;
          },
          Error::kBadArgument};
}

Check legal_head_dim(std::uint64_t head_dim) {
  return {"TQ-XFORM-001", "head_dim is a power of two from 2 to 1024",
          [head_dim] {
            return reference::is_legal_head_dim(head_dim) ? ""
                                                          : fmt::format("head_dim = {}", head_dim);
          },
          Error::kBadArgument};
}

Check shape_is_legal(const KeyShape& shape) {
  return {"TQ-KEYS-001",
          "width 2..4, head_dim a power of two 2..1024, tokens 0..1024, kv_heads 1..256, layer to "
          "4095",
          [&shape] {
            return reference::is_legal(shape)
                       ? ""
                       : fmt::format("width {}, head_dim {}, tokens {}, kv_heads {}, layer {}",
                                     shape.width, shape.head_dim, shape.tokens, shape.kv_heads,
                                     shape.layer);
          },
          Error::kBadArgument};
}

std::uint64_t elements_of(const KeyShape& shape) {
  return shape.tokens * shape.kv_heads * shape.head_dim;
}

std::string row_title(const KeyShape& shape, std::size_t row, std::size_t rows) {
  return fmt::format("row {} of {}: token {}, KV head {}", row, rows, row / shape.kv_heads,
                     row % shape.kv_heads);
}

}  // namespace tq::tools
