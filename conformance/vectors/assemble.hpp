// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "conformance/vector.hpp"
#include "conformance/vectors/tree.hpp"

namespace tq::conformance {

// The complete vectors/ tree: `hand_kept` files as they are, every vector file, the flat file of
// the core vectors and the manifest of all that. Precondition: no vector has a fault, ids ascend.
Tree assemble_tree(const Tree& hand_kept, std::span<const VectorFile> files);

}  // namespace tq::conformance
