// SPDX-License-Identifier: Apache-2.0
#include "conformance/record_json.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "conformance/json_strict.hpp"
#include "conformance/value_text.hpp"

namespace tq::conformance {
namespace {

using contract::FieldType;
using Json = nlohmann::ordered_json;

const char* form_of(FieldType type) {
  switch (type) {
    case FieldType::kInteger:
      return "an integer from 0 to 2^53 - 1";
    case FieldType::kText:
      return "a string";
    case FieldType::kWord64:
      return "a string of 16 lowercase hex digits";
    case FieldType::kWords:
      return "a string of 8-digit lowercase hex groups, one space between";
    case FieldType::kHalves:
      return "a string of 4-digit lowercase hex groups, one space between";
    case FieldType::kBytes:
      return "a string of lowercase hex digits, two a byte";
  }
  return "";
}

std::string in_quotes(std::string_view name) { return '"' + std::string(name) + '"'; }

std::optional<Value> read_value(FieldType type, const Json& json) {
  if (type == FieldType::kInteger) {
    const auto integer = as_integer(json);
    if (!integer) return std::nullopt;
    return Value(std::uint64_t{*integer});
  }
  const std::string* text = as_string(json);
  if (text == nullptr) return std::nullopt;
  return parse_value(type, *text);
}

}  // namespace

RecordOrError read_record(const contract::Operation& operation,
                          std::span<const contract::FieldPart> wanted, const Json& object,
                          bool all_required) {
  // TQ-CONF-003, TQ-CONF-004
  if (!object.is_object()) return {{}, "fields are not a JSON object"};
  RecordOrError result;
  for (const contract::OperationField& field : operation.fields) {
    if (std::find(wanted.begin(), wanted.end(), field.part) == wanted.end()) continue;
    const Json* json = find_member(object, field.name);
    if (json == nullptr) {
      if (all_required) return {{}, "field " + in_quotes(field.name) + " is missing"};
      continue;
    }
    std::optional<Value> value = read_value(field.type, *json);
    if (!value) {
      return {{}, "field " + in_quotes(field.name) + " is not " + form_of(field.type)};
    }
    result.record.add(field.name, std::move(*value));
  }
  if (result.record.fields().size() == object.size()) return result;
  for (const auto& item : object.items()) {
    if (result.record.find(item.key()) == nullptr) {
      return {{},
              in_quotes(printable_excerpt(item.key())) + " is no such field of " +
                  std::string(operation.name)};
    }
  }
  return result;
}

Json write_record(const Record& record) {
  Json object = Json::object();
  for (const Field& field : record.fields()) {
    if (const auto* integer = std::get_if<std::uint64_t>(&field.value)) {
      object[field.name] = *integer;
    } else {
      object[field.name] = format_value(field.value);
    }
  }
  return object;
}

}  // namespace tq::conformance
