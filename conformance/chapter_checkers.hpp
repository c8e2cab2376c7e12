// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/checker.hpp"

// One checker per chapter (conformance/<chapter>.cpp) and the pieces that they share.
namespace tq::conformance {

Checker arithmetic_checker();
Checker random_checker();
Checker transform_checker();
Checker codebook_checker();
Checker packing_checker();
Checker gain_checker();
Checker keys_checker();
Checker page_checker();
Checker score_checker();

// For chapters whose outputs are plain lists, and for those without guesses.
std::vector<Axis> one_axis(const Vector& vector, std::string_view field);
std::string no_hint(const Vector& vector, const Answer& actual, std::string_view field,
                    std::size_t index);

// The list of a field, or nullptr when the record lacks it or it has another type.
const std::vector<std::uint32_t>* words_of(const Record& record, std::string_view field);
const std::vector<std::uint8_t>* bytes_of(const Record& record, std::string_view field);

}  // namespace tq::conformance
