// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace tq::tools
