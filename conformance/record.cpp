// SPDX-License-Identifier: Apache-2.0
#include "conformance/record.hpp"

namespace tq::conformance {

const Value* Record::find(std::string_view name) const {
  for (const Field& field : fields_) {
    if (field.name == name) return &field.value;
  }
  return nullptr;
}

contract::FieldType type_of(const Value& value) {
  return static_cast<contract::FieldType>(value.index());
}

Answer refuse(contract::Error error) { return {.stages = {}, .output = {}, .error = error}; }

}  // namespace tq::conformance
