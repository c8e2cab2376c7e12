// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "conformance/vectors/tree.hpp"
#include "tools/gen/vector_set.hpp"

// The vector definitions, one file per chapter (tools/gen/<chapter>.cpp), in reading order.
namespace tq::tools {

void add_arithmetic_vectors(VectorSet& set);
void add_random_vectors(VectorSet& set);
void add_transform_vectors(VectorSet& set);
void add_codebook_vectors(VectorSet& set);
void add_packing_vectors(VectorSet& set);
void add_gain_vectors(VectorSet& set);
void add_keys_vectors(VectorSet& set);
void add_page_vectors(VectorSet& set);
void add_score_vectors(VectorSet& set);
// Smoke vectors of several chapters (tools/gen/canaries.cpp).
void add_canary_vectors(VectorSet& set);

// Inputs found by random search or kept for what they provoke: one definition a file, any chapter
// (conformance/builtin/parity/definition.hpp). NAME.json becomes "<chapter>/parity-NAME".
inline constexpr std::string_view kParityFolder = "tools/gen/parity";
void add_parity_vectors(VectorSet& set, const conformance::Tree& definitions);

}  // namespace tq::tools
