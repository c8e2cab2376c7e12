// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conformance/mutants/chapters.hpp"
#include "reference/keys.hpp"

// Chapter keys in two files, one a direction.
namespace tq::conformance {

ChapterMutants key_encode_mutants();  // and of key.quantize
ChapterMutants key_decode_mutants();

// The arguments that key.encode and key.decode share; bad-argument.
contract::Result<reference::KeyShape> read_legal_shape(const Record& input);

// As reference::key_signs, for the shape's head_dim, transform and seed.
reference::SignPair signs_of(const reference::KeyShape& shape, std::uint64_t layer,
                             std::uint64_t kv_head);

template <class T>
void append(std::vector<T>& all, const std::vector<T>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

}  // namespace tq::conformance
