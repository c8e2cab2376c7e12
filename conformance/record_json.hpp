// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "conformance/record.hpp"

namespace tq::conformance {

struct RecordOrError {
  Record record;                     // fields in the order of the operation's table
  std::optional<std::string> error;  // one plain line; set: `record` is meaningless
};

// Reads the fields of the `wanted` parts from a JSON object. Refuses another type, a value that is
// not in the text form of its field type, and a key that is no field of those parts (TQ-CONF-003,
// TQ-CONF-004). `all_required`: a missing field is refused too. Never throws.
RecordOrError read_record(const contract::Operation& operation,
                          std::span<const contract::FieldPart> wanted,
                          const nlohmann::ordered_json& object, bool all_required);

// The inverse: integers as numbers, everything else as strings, in the order of the record.
nlohmann::ordered_json write_record(const Record& record);

}  // namespace tq::conformance
