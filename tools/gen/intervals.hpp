// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conformance/vector.hpp"

// Class bounds: the intervals that the reference derives over the number type Bounded, stage by
// stage from the recorded input, for the profiles ieee and fma (TQ-ARITH-009).
namespace tq::tools {

void add_dot_intervals(conformance::Vector& vector);           // sum
void add_forward_intervals(conformance::Vector& vector);       // round_1, y
void add_inverse_intervals(conformance::Vector& vector);       // x
void add_norm_intervals(conformance::Vector& vector);          // norm
void add_key_quantize_intervals(conformance::Vector& vector);  // z, codes
void add_key_encode_intervals(
    conformance::Vector& vector);  // where every admissible set is one code
void add_key_decode_intervals(conformance::Vector& vector);  // x
void add_score_intervals(conformance::Vector& vector);       // scores

}  // namespace tq::tools
