// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "reference/keys.hpp"
#include "tools/explain/derivation.hpp"

// The arguments that key.encode and key.decode share, and their checks. TQ-KEYS-001.
namespace tq::tools {

// Names that are in no table leave the first of theirs; `names_are_known` comes before.
reference::KeyShape read_shape(const conformance::Record& input);
Check names_are_known(const conformance::Record& input);
Check shape_is_legal(const reference::KeyShape& shape);
Check legal_head_dim(std::uint64_t head_dim);

// tokens x kv_heads x head_dim of a legal shape.
std::uint64_t elements_of(const reference::KeyShape& shape);

// "row 3 of 8: token 1, KV head 1".
std::string row_title(const reference::KeyShape& shape, std::size_t row, std::size_t rows);

}  // namespace tq::tools
