// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/testee.hpp"
#include "conformance/vector.hpp"

// From an input on which two implementations differ to a vector that anyone can run.
namespace tq::conformance {

// How a reply differs from the reference's answer, one line; nothing when both have the same error,
// or the same outputs and every stage that the reply gives is the reference's.
std::optional<std::string> difference_of(const contract::Operation& operation, const Record& input,
                                         const Answer& expected, const Reply& reply);

// The vector of an input, with the answer of the reference, the requirements that the vectors of
// `golden` (a vectors/ tree) quote for such an answer of the operation, and an id that follows from
// the input. `who` gave another answer, and `difference` says which.
Vector counterexample(const contract::Operation& operation, const Record& input,
                      std::string_view who, std::string_view difference,
                      const std::filesystem::path& golden);

struct Exported {
  std::filesystem::path definition;  // NAME.json, for tools/gen/parity
  std::filesystem::path vectors;     // NAME/, a vectors/ tree for `tqc run --vectors`
};
// Writes both below `directory`; throws std::runtime_error where that cannot be done.
Exported export_counterexample(const Vector& vector, const std::filesystem::path& directory);

// How to run and how to adopt what was exported. `who` as in `tqc run --testee`.
std::string instructions(const Exported& exported, std::string_view who);

// TQC_COUNTEREXAMPLES, or counterexamples/ in the build directory of this program.
std::filesystem::path counterexample_directory();

}  // namespace tq::conformance
