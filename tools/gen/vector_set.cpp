// SPDX-License-Identifier: Apache-2.0
#include "tools/gen/vector_set.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "conformance/value_text.hpp"
#include "conformance/vectors/formulas.hpp"
#include "conformance/vectors/rules.hpp"

namespace tq::tools {

using conformance::Answer;
using conformance::Field;
using conformance::Record;
using conformance::Value;
using conformance::Vector;
using contract::FieldPart;

namespace {

[[noreturn]] void fail(std::string_view id, std::string_view what) {
  throw DefinitionError(fmt::format("{}: {}", id, what));
}

const contract::Operation& operation_of(const Vector& vector) {
  const contract::Operation* operation = contract::find_operation(vector.operation);
  if (operation == nullptr) {
    fail(vector.id, fmt::format("operation \"{}\" is unknown", vector.operation));
  }
  return *operation;
}

// The same fields in the order of the operation table; unknown ones last, for the rules to name.
Record in_table_order(const contract::Operation& operation, const Record& record) {
  Record ordered;
  for (const contract::OperationField& entry : operation.fields) {
    for (const Field& field : record.fields()) {
      if (field.name == entry.name) ordered.add(field.name, field.value);
    }
  }
  for (const Field& field : record.fields()) {
    if (ordered.find(field.name) == nullptr) ordered.add(field.name, field.value);
  }
  return ordered;
}

std::string outcome_of(const Answer& answer) {
  return answer.error ? fmt::format("refuses with {}", contract::entry(*answer.error).slug)
                      : std::string("succeeds");
}

Vector begin_vector(std::string id, std::string_view operation,
                    VectorSet::Requirements requirements, std::string reason, const Record& input) {
  Vector vector;
  vector.id = std::move(id);
  vector.operation = operation;
  vector.requirements = std::move(requirements);
  vector.reason = std::move(reason);
  vector.input = in_table_order(operation_of(vector), input);
  return vector;
}

}  // namespace

VectorSet::VectorSet(std::set<std::string, std::less<>> retired, Perform perform, Progress progress)
    : retired_(std::move(retired)), perform_(std::move(perform)), progress_(std::move(progress)) {}

Answer VectorSet::perform(const Vector& vector, const Record& input) {
  // The reference may rely on the field table; complain here, before it is asked.
  const contract::Operation& operation = operation_of(vector);
  for (const contract::OperationField& field : operation.fields) {
    if (field.part != FieldPart::kInput) continue;
    const Value* value = input.find(field.name);
    if (value == nullptr || type_of(*value) != field.type) {
      fail(vector.id,
           fmt::format("input/{}: {} is missing", field.name, conformance::name_of(field.type)));
    }
  }
  if (progress_) progress_(vector.id);
  Answer answer = perform_(operation, input);
  answer.stages = in_table_order(operation, answer.stages);
  answer.output = in_table_order(operation, answer.output);
  return answer;
}

Vector& VectorSet::insert(std::string file, Vector vector) {
  const std::string_view chapter = conformance::chapter_of_path(file);
  if (chapter.empty()) fail(vector.id, fmt::format("\"{}\" is not a path of vectors", file));
  if (const auto fault = conformance::fault_of_vector(vector, chapter)) fail(vector.id, *fault);
  if (retired_.contains(vector.id)) fail(vector.id, "a retired id is never used again");
  if (!ids_.insert(vector.id).second) fail(vector.id, "defined twice");
  std::string id = vector.id;
  return files_[std::move(file)].emplace(std::move(id), std::move(vector)).first->second;
}

Vector& VectorSet::add(std::string file, std::string id, std::string_view operation,
                       Requirements requirements, std::string reason, Record input) {
  Vector vector =
      begin_vector(std::move(id), operation, std::move(requirements), std::move(reason), input);
  vector.expected = perform(vector, vector.input);
  if (vector.expected.error) {
    fail(vector.id, fmt::format("the reference {}", outcome_of(vector.expected)));
  }
  return insert(std::move(file), std::move(vector));
}

Vector& VectorSet::add_refused(std::string file, std::string id, std::string_view operation,
                               Requirements requirements, std::string reason, Record input,
                               contract::Error expected) {
  Vector vector =
      begin_vector(std::move(id), operation, std::move(requirements), std::move(reason), input);
  vector.expected = perform(vector, vector.input);
  if (vector.expected.error != expected) {
    fail(vector.id, fmt::format("the reference {}, the definition says {}",
                                outcome_of(vector.expected), contract::entry(expected).slug));
  }
  return insert(std::move(file), std::move(vector));
}

Vector& VectorSet::add_invalid_page(std::string fault, Requirements requirements,
                                    std::string reason, conformance::Bytes page,
                                    contract::Error expected) {
  std::string file = fmt::format("page/invalid/{}/{}.json", contract::entry(expected).layer, fault);
  Record input;
  input.add("page", std::move(page));
  return add_refused(std::move(file), "page/invalid-" + fault, "page.parse",
                     std::move(requirements), std::move(reason), std::move(input), expected);
}

Vector& VectorSet::add_recorded(std::string file, std::string id, std::string_view operation,
                                Requirements requirements, std::string reason, Record input,
                                const Record& output, std::string source) {
  Vector vector =
      begin_vector(std::move(id), operation, std::move(requirements), std::move(reason), input);
  vector.expected = perform(vector, vector.input);
  vector.source = std::move(source);
  if (vector.source.empty()) fail(vector.id, "a recorded vector names its source");
  if (output.empty()) fail(vector.id, "a recorded vector has recorded outputs");
  for (const Field& field : output.fields()) {
    const Value* value = vector.expected.output.find(field.name);
    if (value == nullptr || *value != field.value) {
      fail(vector.id, fmt::format("output/{}: the reference gives {}, recorded is {}", field.name,
                                  value == nullptr ? "nothing" : conformance::format_value(*value),
                                  conformance::format_value(field.value)));
    }
  }
  return insert(std::move(file), std::move(vector));
}

// TQ-VECT-010, TQ-VECT-012
Vector& VectorSet::add_bulk(std::string file, std::string id, std::string_view operation,
                            Requirements requirements, std::string reason, Record input,
                            std::vector<conformance::Formula> formulas,
                            const std::vector<std::string>& digest_fields) {
  Vector vector =
      begin_vector(std::move(id), operation, std::move(requirements), std::move(reason), input);
  vector.formulas = std::move(formulas);
  for (const conformance::Formula& formula : vector.formulas) {
    if (!conformance::expand_formula(formula)) {
      fail(vector.id, fmt::format("formulas/{}: not a formula", formula.field));
    }
  }
  const Answer answer = perform(vector, conformance::full_input(vector));
  if (answer.error) fail(vector.id, fmt::format("the reference {}", outcome_of(answer)));
  if (digest_fields.empty()) vector.expected.stages = answer.stages;
  for (const Field& field : answer.output.fields()) {
    if (std::find(digest_fields.begin(), digest_fields.end(), field.name) == digest_fields.end()) {
      vector.expected.output.add(field.name, field.value);
    } else {
      vector.digests.push_back({field.name, conformance::digest_of(field.value)});
    }
  }
  if (vector.digests.size() != digest_fields.size()) fail(vector.id, "digests: no such output");
  return insert(std::move(file), std::move(vector));
}

// TQ-VECT-005: ascending paths and ids.
std::vector<conformance::VectorFile> VectorSet::files() const {
  std::vector<conformance::VectorFile> files;
  for (const auto& [path, vectors] : files_) {
    conformance::VectorFile file{path, std::string(conformance::chapter_of_path(path)), {}};
    for (const auto& [id, vector] : vectors) file.vectors.push_back(vector);
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace tq::tools
