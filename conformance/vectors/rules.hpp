// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/vector.hpp"

// What a well-formed vector is, as far as one vector can tell (TQ-VECT-004 to TQ-VECT-009). The
// reader, the generator and the lint ask here. A fault is one line without the id.
namespace tq::conformance {

// The limits of TQ-VECT-013, in bytes. Requests are counted as one line of the pipe.
inline constexpr std::size_t kMaxCoreBytes = 2'000'000;
inline constexpr std::size_t kMaxTreeBytes = 40'000'000;
inline constexpr std::size_t kMaxSmallRequestBytes = 60'000;

// "packing" of "core/packing.json", "packing/wide.json", "page/invalid/header/bad-layer.json";
// empty when the path is none of these forms or names no chapter that has operations.
std::string_view chapter_of_path(std::string_view path);
bool is_core_path(std::string_view path);
// True where only generated files may lie: core/ and the folders of chapters.
bool is_generated_path(std::string_view path);

// 1 to 80 characters: groups of a-z 0-9 with single hyphens between.
bool is_kebab(std::string_view text);

const contract::OperationField* find_field(const contract::Operation& operation,
                                           contract::FieldPart part, std::string_view name);
const contract::OperationField* find_field(const contract::Operation& operation,
                                           std::string_view name);

// Elements of a value: list length, bytes, 1 for the rest.
std::size_t element_count(const Value& value);

// The first broken rule of a vector of this chapter, or nothing. Covers id, requirements, reason,
// the field table, formulas, digests, accepted errors and intervals (which contain the golden
// value).
std::optional<std::string> fault_of_vector(const Vector& vector, std::string_view chapter);

// Length of the request line of the pipe that carries this input.
std::size_t request_bytes(const Vector& vector);

}  // namespace tq::conformance
