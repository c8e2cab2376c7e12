// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "reference/bounded.hpp"

// The intervals of chapter attention, for every evaluation that TQ-ATTN-012 admits. The names and
// inequalities are those of spec/proofs/attention.md.
namespace tq::reference {

// Scores of `keys`, each as long as `query`. Section 2 of the proof.
std::vector<Bounded> bounded_scores(std::span<const Bounded> query,
                                    std::span<const std::vector<Bounded>> keys,
                                    const Bounded& scale);

// The output, one interval per coordinate, for at least one score and as many rows of equal length.
// Sections 3 to 5 of the proof.
std::vector<Bounded> bounded_output(std::span<const Bounded> scores,
                                    std::span<const std::vector<Bounded>> values);

}  // namespace tq::reference
