// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "spec/contract/errors.hpp"
#include "spec/contract/operations.hpp"

namespace tq::conformance {

// One wrapper per contract::FieldType, so that a value knows its type and cannot be mistaken for
// another of the same shape.
struct Word64 {
  std::uint64_t value = 0;
  bool operator==(const Word64&) const = default;
};
struct Words {
  std::vector<std::uint32_t> values;
  bool operator==(const Words&) const = default;
};
struct Halves {
  std::vector<std::uint16_t> values;
  bool operator==(const Halves&) const = default;
};
struct Bytes {
  std::vector<std::uint8_t> values;
  bool operator==(const Bytes&) const = default;
};

// Alternatives in the order of contract::FieldType.
using Value = std::variant<std::uint64_t, std::string, Word64, Words, Halves, Bytes>;

struct Field {
  std::string name;
  Value value;
  bool operator==(const Field&) const = default;
};

// Named values in the order of the operation's field table (chapter conformance, TQ-CONF-004).
class Record {
 public:
  Record() = default;
  Record(std::initializer_list<Field> fields) : fields_(fields) {}

  void add(std::string_view name, Value value) {
    fields_.push_back({std::string(name), std::move(value)});
  }
  const Value* find(std::string_view name) const;
  // Precondition: the field exists with type T (records are checked against the operation table
  // where they enter: read_record in record_json.hpp).
  template <class T>
  const T& get(std::string_view name) const {
    return std::get<T>(*find(name));
  }
  std::uint64_t integer(std::string_view name) const { return get<std::uint64_t>(name); }
  const std::string& text(std::string_view name) const { return get<std::string>(name); }
  const std::vector<std::uint32_t>& words(std::string_view name) const {
    return get<Words>(name).values;
  }
  const std::vector<std::uint8_t>& bytes(std::string_view name) const {
    return get<Bytes>(name).values;
  }

  const std::vector<Field>& fields() const { return fields_; }
  bool empty() const { return fields_.empty(); }
  bool operator==(const Record&) const = default;

 private:
  std::vector<Field> fields_;
};

contract::FieldType type_of(const Value& value);

// What an operation gave: outputs and the stages it chose to report, or a declared error.
struct Answer {
  Record stages;
  Record output;
  std::optional<contract::Error> error;  // set: stages and output are empty
  bool operator==(const Answer&) const = default;
};

// The answer that is a declared error.
Answer refuse(contract::Error error);

}  // namespace tq::conformance
