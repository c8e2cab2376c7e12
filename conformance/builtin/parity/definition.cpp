// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/parity/definition.hpp"

#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/json_strict.hpp"
#include "conformance/record_json.hpp"

namespace tq::conformance {
namespace {

using Json = nlohmann::ordered_json;

// Nullptr when the member is missing or no string.
const std::string* text_member(const Json& object, std::string_view key) {
  const Json* member = find_member(object, key);
  return member == nullptr ? nullptr : as_string(*member);
}

std::variant<std::vector<std::string>, std::string> read_names(const Json& object,
                                                               std::string_view key) {
  const Json* list = find_member(object, key);
  if (list == nullptr || !list->is_array()) return fmt::format("\"{}\" is no list", key);
  std::vector<std::string> names;
  for (const Json& element : *list) {
    const std::string* name = as_string(element);
    if (name == nullptr) return fmt::format("\"{}\" holds something else than names", key);
    names.push_back(*name);
  }
  return names;
}

}  // namespace

std::string write_definition(const Vector& vector) {
  Json object = Json::object();
  object["operation"] = vector.operation;
  object["requirements"] = vector.requirements;
  object["reason"] = vector.reason;
  object["input"] = write_record(vector.input);
  if (vector.expected.error) object["error"] = contract::entry(*vector.expected.error).slug;
  return object.dump(2) + "\n";
}

std::variant<Vector, std::string> read_definition(std::string_view name, std::string_view text) {
  std::string error;
  const auto object = parse_json(text, error);
  if (!object) return error;
  if (!object->is_object()) return "not a JSON object";
  for (const auto& item : object->items()) {
    static constexpr std::array<std::string_view, 5> kMembers = {"operation", "requirements",
                                                                 "reason", "input", "error"};
    if (std::find(kMembers.begin(), kMembers.end(), item.key()) == kMembers.end()) {
      return fmt::format("\"{}\" is no member of a definition", printable_excerpt(item.key()));
    }
  }
  const std::string* operation_name = text_member(*object, "operation");
  const contract::Operation* operation =
      operation_name == nullptr ? nullptr : contract::find_operation(*operation_name);
  if (operation == nullptr) return "\"operation\" names none";
  const std::string* reason = text_member(*object, "reason");
  if (reason == nullptr) return "\"reason\" is no string";
  auto requirements = read_names(*object, "requirements");
  if (auto* why = std::get_if<std::string>(&requirements)) return std::move(*why);
  const Json* input = find_member(*object, "input");
  if (input == nullptr) return "\"input\" is missing";
  static constexpr contract::FieldPart kInput[] = {contract::FieldPart::kInput};
  auto record = read_record(*operation, kInput, *input, true);
  if (record.error) return fmt::format("input: {}", *record.error);

  Vector vector;
  vector.id = fmt::format("{}/parity-{}", operation->chapter, name);
  vector.operation = operation->name;
  vector.requirements = std::move(std::get<std::vector<std::string>>(requirements));
  vector.reason = *reason;
  vector.input = std::move(record.record);
  if (find_member(*object, "error") != nullptr) {
    const std::string* slug = text_member(*object, "error");
    if (slug != nullptr) vector.expected.error = contract::error_from_slug(*slug);
    if (!vector.expected.error) return "\"error\" names none";
  }
  return vector;
}

}  // namespace tq::conformance
