// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/schemas.hpp"

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/value_text.hpp"
#include "spec/contract/errors.hpp"
#include "spec/contract/operations.hpp"
#include "spec/contract/versions.hpp"

namespace tq::conformance {
namespace {

using contract::FieldPart;
using contract::FieldType;
using Json = nlohmann::ordered_json;

Json reference_to(std::string_view name) { return {{"$ref", fmt::format("#/$defs/{}", name)}}; }

Json pattern(std::string_view regex) { return {{"type", "string"}, {"pattern", regex}}; }

Json integer(std::uint64_t minimum) {
  return {{"type", "integer"}, {"minimum", minimum}, {"maximum", 9007199254740991}};
}

Json list_of(Json items) {
  return {{"type", "array"}, {"minItems", 1}, {"items", std::move(items)}};
}

// An object with exactly these members; the names in `required` are a subset.
Json object(Json properties, const Json& required) {
  Json schema = {{"type", "object"}, {"additionalProperties", false}};
  schema["required"] = required;
  schema["properties"] = std::move(properties);
  return schema;
}

Json object_of_all(Json properties) {
  Json required = Json::array();
  for (const auto& item : properties.items()) required.push_back(item.key());
  return object(std::move(properties), required);
}

Json field_types() {
  return {{"integer", integer(0)},
          {"text", pattern("^[a-z0-9-]{1,64}$")},
          {"word64", pattern("^[0-9a-f]{16}$")},
          {"words", pattern("^([0-9a-f]{8}( [0-9a-f]{8})*)?$")},
          {"halves", pattern("^([0-9a-f]{4}( [0-9a-f]{4})*)?$")},
          {"bytes", pattern("^([0-9a-f]{2})*$")},
          {"sha256", pattern("^[0-9a-f]{64}$")}};
}

// The fields of one part of an operation. Fields may stand elsewhere (formulas, digests), so which
// of them are required depends on the vector; the typed reader checks that.
Json fields_of(const contract::Operation& operation, FieldPart part) {
  Json properties = Json::object();
  for (const contract::OperationField& field : operation.fields) {
    if (field.part == part) properties[std::string(field.name)] = reference_to(name_of(field.type));
  }
  return object(std::move(properties), Json::array());
}

Json names_of(const contract::Operation& operation, FieldPart part) {
  Json names = Json::array();
  for (const contract::OperationField& field : operation.fields) {
    if (field.part == part) names.push_back(field.name);
  }
  return names;
}

// For vectors without formulas and digests every field is required.
Json plain_vector(const contract::Operation& operation) {
  const Json stages = names_of(operation, FieldPart::kStage);
  Json success = {
      {"required", Json::array({"output"})},
      {"properties", {{"output", {{"required", names_of(operation, FieldPart::kOutput)}}}}}};
  if (!stages.empty()) {
    success["required"].push_back("stages");
    success["properties"]["stages"] = {{"required", stages}};
  }
  return {{"if", {{"not", {{"required", Json::array({"formulas"})}}}}},
          {"then",
           {{"properties", {{"input", {{"required", names_of(operation, FieldPart::kInput)}}}}}}},
          {"allOf", Json::array({{{"if", {{"not", {{"required", Json::array({"digests"})}}}}},
                                  {"then",
                                   {{"properties",
                                     {{"expected",
                                       {{"if", {{"not", {{"required", Json::array({"error"})}}}}},
                                        {"then", success}}}}}}}}})}};
}

Json vector_of(const contract::Operation& operation) {
  Json then = {{"properties",
                {{"input", fields_of(operation, FieldPart::kInput)},
                 {"expected",
                  {{"properties",
                    {{"stages", fields_of(operation, FieldPart::kStage)},
                     {"output", fields_of(operation, FieldPart::kOutput)}}}}}}}};
  then["allOf"] = Json::array({plain_vector(operation)});
  return {{"if", {{"properties", {{"operation", {{"const", operation.name}}}}}}},
          {"then", std::move(then)}};
}

Json vector_schema() {
  Json operations = Json::array();
  Json cases = Json::array();
  Json chapters = Json::array();
  std::set<std::string_view> seen;
  for (const contract::Operation& operation : contract::kOperations) {
    operations.push_back(operation.name);
    cases.push_back(vector_of(operation));
    if (seen.insert(operation.chapter).second) chapters.push_back(operation.chapter);
  }
  Json errors = Json::array();
  for (const contract::ErrorEntry& error : contract::kErrors) errors.push_back(error.slug);

  Json definitions = field_types();
  definitions["error"] = {{"enum", errors}};
  definitions["chapter"] = {{"enum", chapters}};
  definitions["formula"] = object_of_all({{"field", reference_to("name")},
                                          {"name", {{"enum", Json::array({"gaussian-like"})}}},
                                          {"seed", reference_to("word64")},
                                          {"count", integer(1)}});
  definitions["interval"] = object_of_all({{"field", reference_to("name")},
                                           {"profile", {{"enum", Json::array({"ieee", "fma"})}}},
                                           {"lower", reference_to("words")},
                                           {"upper", reference_to("words")}});
  definitions["digest"] =
      object_of_all({{"field", reference_to("name")}, {"sha256", reference_to("sha256")}});
  definitions["name"] = pattern("^[a-z0-9_]+$");
  definitions["expected"] = object({{"error", reference_to("error")},
                                    {"stages", {{"type", "object"}}},
                                    {"output", {{"type", "object"}}}},
                                   Json::array());
  definitions["expected"]["if"] = {{"required", Json::array({"error"})}};
  definitions["expected"]["then"] = {{"maxProperties", 1}};
  definitions["vector"] =
      object({{"id", pattern("^[a-z]+/[a-z0-9]+(-[a-z0-9]+)*$")},
              {"operation", {{"enum", operations}}},
              {"requirements", list_of(pattern("^TQ-[A-Z]{3,5}-[0-9]{3}$"))},
              {"reason", pattern("^[ -~]{10,200}$")},
              {"smoke", {{"const", true}}},
              {"input", {{"type", "object"}}},
              {"formulas", list_of(reference_to("formula"))},
              {"expected", reference_to("expected")},
              {"accept", list_of(reference_to("error"))},
              {"intervals", list_of(reference_to("interval"))},
              {"digests", list_of(reference_to("digest"))},
              {"source", pattern("^[ -~]+$")}},
             Json::array({"id", "operation", "requirements", "reason", "input", "expected"}));
  definitions["vector"]["allOf"] = std::move(cases);

  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "A file of golden vectors (chapter vectors)"}};
  schema.update(object_of_all({{"format", {{"const", contract::kVectorFormat}}},
                               {"specification", {{"const", contract::kSpecificationVersion}}},
                               {"chapter", reference_to("chapter")},
                               {"vectors", list_of(reference_to("vector"))}}));
  schema["$defs"] = std::move(definitions);
  return schema;
}

Json manifest_schema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "vectors/MANIFEST.json (chapter vectors)"}};
  Json entry = object({{"path", pattern("^[A-Za-z0-9._/-]+$")},
                       {"bytes", integer(0)},
                       {"sha256", reference_to("sha256")},
                       {"vectors", integer(1)},
                       {"meaning", reference_to("sha256")}},
                      Json::array({"path", "bytes", "sha256"}));
  entry["dependentRequired"] = {{"vectors", Json::array({"meaning"})},
                                {"meaning", Json::array({"vectors"})}};
  schema.update(object_of_all({{"format", {{"const", contract::kVectorFormat}}},
                               {"specification", {{"const", contract::kSpecificationVersion}}},
                               {"protocol", {{"const", contract::kProtocol}}},
                               {"root", reference_to("sha256")},
                               {"vectors", integer(0)},
                               {"files", list_of(entry)}}));
  schema["$defs"] = {{"sha256", field_types()["sha256"]}};
  return schema;
}

Json retired_schema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "vectors/retired.json (chapter vectors)"}};
  const Json entry = object_of_all(
      {{"id", pattern("^[a-z]+/[a-z0-9]+(-[a-z0-9]+)*$")}, {"why", pattern("^[ -~]{10,}$")}});
  schema.update(object_of_all({{"retired", {{"type", "array"}, {"items", entry}}}}));
  return schema;
}

// TQ-CONF-046
Json failures_schema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "A list of known failures (chapter conformance)"}};
  const Json name = pattern("^[a-z0-9_-]{1,64}$");
  const Json line = {{"type", "string"}, {"minLength", 1}, {"pattern", "^[^\\x00-\\x1f\\x7f]*$"}};
  Json entry =
      object({{"id", pattern("^[a-z0-9_-]+/[a-z0-9_-]+$")},
              {"outcome", {{"enum", Json::array({"fail", "crash", "timeout", "protocol-error"})}}},
              {"kind", {{"enum", Json::array({"element", "length", "digest", "value", "error"})}}},
              {"part", {{"enum", Json::array({"stage", "output"})}}},
              {"field", name},
              {"got", name},
              {"note", line},
              {"wont_fix", pattern("^https?://[!-~]+$")}},
             Json::array({"id", "outcome"}));
  const auto only = [](Json present, const Json& absent) {
    Json none = Json::array();
    for (const auto& key : absent) none.push_back({{"required", Json::array({key})}});
    return Json{{"required", std::move(present)}, {"not", {{"anyOf", std::move(none)}}}};
  };
  const Json place = Json::array({"part", "field"});
  entry["if"] = {{"properties", {{"outcome", {{"const", "fail"}}}}}};
  entry["then"] = {{"if", {{"properties", {{"kind", {{"const", "error"}}}}}}},
                   {"then", only(Json::array({"kind", "got"}), place)},
                   {"else", only(Json::array({"kind", "part", "field"}), Json::array({"got"}))}};
  entry["else"] = only(Json::array(), Json::array({"kind", "part", "field", "got"}));
  entry["dependentRequired"] = {{"wont_fix", Json::array({"note"})}};
  schema.update(object({{"format", {{"const", 1}}},
                        {"note", line},
                        {"failures", {{"type", "array"}, {"items", entry}}}},
                       Json::array({"format", "failures"})));
  return schema;
}

}  // namespace

Tree vector_schemas() {
  return {{"failures.schema.json", failures_schema().dump(2) + "\n"},
          {"manifest.schema.json", manifest_schema().dump(2) + "\n"},
          {"retired.schema.json", retired_schema().dump(2) + "\n"},
          {"vectors.schema.json", vector_schema().dump(2) + "\n"}};
}

}  // namespace tq::conformance
