// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "conformance/builtin/reference/performers.hpp"
#include "conformance/mutants/mutants.hpp"
#include "reference/real.hpp"

// Each chapter composes its operations from the reference's own steps, as static functions of a
// struct; a fault is a struct that hides one of them. Stages before it stay right, stages after it
// follow from it, and all are reported (TQ-CONF-055).
namespace tq::conformance {

// The mutants of one chapter, and its compositions without a fault.
struct ChapterMutants {
  std::vector<Mutant> mutants;
  std::vector<std::pair<std::string_view, Perform>> controls;
};
ChapterMutants arithmetic_mutants();
ChapterMutants random_mutants();
ChapterMutants transform_mutants();
ChapterMutants codebook_mutants();
ChapterMutants packing_mutants();
ChapterMutants gain_mutants();
ChapterMutants keys_mutants();
ChapterMutants page_mutants();
ChapterMutants score_mutants();

// One row of a chapter's table; the fields of `Mutant` in their order.
inline Mutant mutant(std::string_view name, std::string_view fault,
                     std::vector<std::string_view> requirements, std::string_view operation,
                     std::string_view field, std::vector<std::string_view> killed_by,
                     Perform perform) {
  return {.name = name,
          .fault = fault,
          .requirements = std::move(requirements),
          .operation = operation,
          .field = field,
          .killed_by = std::move(killed_by),
          .perform = perform};
}

using Numbers = std::vector<reference::Binary32>;

inline reference::Real real(reference::Binary32 value) {
  return reference::Real::from_bits(value.bits());
}

// a b + c, rounded once.
inline reference::Binary32 fused(reference::Binary32 a, reference::Binary32 b,
                                 reference::Binary32 c) {
  return (real(a) * real(b) + real(c)).to_nearest();
}

// Subnormals become zeros of their sign.
inline reference::Binary32 flushed(reference::Binary32 value) {
  const bool is_subnormal = (value.bits() & 0x7f800000) == 0;
  return reference::Binary32::from_bits(is_subnormal ? value.bits() & 0x80000000 : value.bits());
}

// From left to right in one accumulator.
inline reference::Binary32 sequential_sum(std::span<const reference::Binary32> terms) {
  reference::Binary32 sum;
  for (const reference::Binary32 term : terms) sum = sum + term;
  return sum;
}

}  // namespace tq::conformance
