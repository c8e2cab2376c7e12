// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/rules.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "conformance/value_text.hpp"
#include "conformance/vectors/formulas.hpp"
#include "spec/contract/profiles.hpp"

namespace tq::conformance {
namespace {

using contract::FieldPart;
using contract::FieldType;
using contract::Operation;
using contract::OperationField;
using Fault = std::optional<std::string>;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// TQ-PACK-002
bool is_requirement_id(std::string_view text) {
  if (text.size() < 10 || !text.starts_with("TQ-") || text[text.size() - 4] != '-') return false;
  const std::string_view prefix = text.substr(3, text.size() - 7);
  const std::string_view number = text.substr(text.size() - 3);
  return prefix.size() <= 5 && std::all_of(prefix.begin(), prefix.end(), is_upper) &&
         std::all_of(number.begin(), number.end(), is_digit);
}

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

bool contains_word(std::string_view text, std::string_view word) {
  const auto is_letter = [&](std::size_t at) {
    return at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) != 0;
  };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + word.size())) return true;
  }
  return false;
}

// The members of TQ-VECT-003 that are text for people and machines alike.
Fault fault_of_labels(const Vector& vector, std::string_view chapter) {
  const std::string prefix = fmt::format("{}/", chapter);
  if (!vector.id.starts_with(prefix) ||
      !is_kebab(std::string_view(vector.id).substr(prefix.size()))) {
    return fmt::format("the id is not \"{}\" and a name of a-z 0-9 with single hyphens", prefix);
  }
  if (vector.requirements.empty()) return "requirements: none is named";
  std::set<std::string_view> seen;
  for (const std::string& requirement : vector.requirements) {
    if (!is_requirement_id(requirement)) {
      return fmt::format("requirements: \"{}\" is not of the form TQ-PACK-002", requirement);
    }
    if (!seen.insert(requirement).second) {
      return fmt::format("requirements: {} is named twice", requirement);
    }
  }
  if (vector.reason.size() < 10 || vector.reason.size() > 200) {
    return fmt::format("reason: {} characters, 10 to 200 are allowed", vector.reason.size());
  }
  if (!is_printable(vector.reason)) return "reason: not one line of printable ASCII";
  for (const std::string_view modal : {"must", "should", "may", "MUST", "SHOULD", "MAY"}) {
    if (contains_word(vector.reason, modal)) {
      return fmt::format("reason: \"{}\" belongs into the text, not into a reason", modal);
    }
  }
  if (!is_printable(vector.source)) return "source: not one line of printable ASCII";
  return std::nullopt;
}

// TQ-VECT-004. Every field of `part` stands in the record, in table order and with its type, except
// those for which `elsewhere` is true.
template <class Elsewhere>
Fault fault_of_record(const Operation& operation, FieldPart part, std::string_view part_name,
                      const Record& record, const Elsewhere& elsewhere) {
  auto actual = record.fields().begin();
  for (const OperationField& field : operation.fields) {
    if (field.part != part || elsewhere(field.name)) continue;
    if (actual == record.fields().end()) {
      return fmt::format("{}/{}: missing", part_name, field.name);
    }
    if (actual->name != field.name) {
      return fmt::format("{}/{}: stands where {} belongs", part_name, actual->name, field.name);
    }
    if (type_of(actual->value) != field.type) {
      return fmt::format("{}/{}: is {}, the operation table says {}", part_name, field.name,
                         name_of(type_of(actual->value)), name_of(field.type));
    }
    if (!parse_value(field.type, format_value(actual->value))) {
      return fmt::format("{}/{}: outside the range of {}", part_name, field.name,
                         name_of(field.type));
    }
    ++actual;
  }
  if (actual != record.fields().end()) {
    return fmt::format("{}/{}: not a field of {} here", part_name, actual->name, operation.name);
  }
  return std::nullopt;
}

// TQ-VECT-010
Fault fault_of_formulas(const Vector& vector, const Operation& operation) {
  std::set<std::string_view> seen;
  for (const Formula& formula : vector.formulas) {
    const OperationField* field = find_field(operation, FieldPart::kInput, formula.field);
    if (field == nullptr || field->type != FieldType::kWords) {
      return fmt::format("formulas/{}: not an input field of words", formula.field);
    }
    if (!seen.insert(formula.field).second) {
      return fmt::format("formulas/{}: named twice", formula.field);
    }
    if (!expand_formula(formula)) {
      return fmt::format("formulas/{}: \"{}\" of {} words is not a formula", formula.field,
                         formula.name, formula.count);
    }
  }
  return std::nullopt;
}

// TQ-VECT-012
Fault fault_of_digests(const Vector& vector, const Operation& operation) {
  std::set<std::string_view> seen;
  for (const Digest& digest : vector.digests) {
    if (find_field(operation, FieldPart::kOutput, digest.field) == nullptr) {
      return fmt::format("digests/{}: not an output field", digest.field);
    }
    if (!seen.insert(digest.field).second) {
      return fmt::format("digests/{}: named twice", digest.field);
    }
    if (digest.sha256.size() != 64 || !parse_value(FieldType::kBytes, digest.sha256)) {
      return fmt::format("digests/{}: not 64 lowercase hex digits", digest.field);
    }
  }
  if (vector.expected.error && !vector.digests.empty()) {
    return "digests: a refused vector has no outputs";
  }
  return std::nullopt;
}

// TQ-VECT-006
Fault fault_of_expected(const Vector& vector, const Operation& operation) {
  const Answer& expected = vector.expected;
  if (expected.error) {
    if (!expected.stages.empty() || !expected.output.empty()) {
      return "expected: an error and a result";
    }
  } else {
    const auto digested = [&](std::string_view name) {
      return std::any_of(vector.digests.begin(), vector.digests.end(),
                         [&](const Digest& digest) { return digest.field == name; });
    };
    const auto no_stages = [&](std::string_view) { return !vector.digests.empty(); };
    if (auto fault = fault_of_record(operation, FieldPart::kStage, "expected/stages",
                                     expected.stages, no_stages)) {
      return fault;
    }
    if (auto fault = fault_of_record(operation, FieldPart::kOutput, "expected/output",
                                     expected.output, digested)) {
      return fault;
    }
  }
  if (!vector.accept.empty() && !expected.error) return "accept: without an expected error";
  for (std::size_t i = 0; i < vector.accept.size(); ++i) {
    const auto earlier = vector.accept.begin() + static_cast<std::ptrdiff_t>(i);
    if (vector.accept[i] == expected.error ||
        std::find(vector.accept.begin(), earlier, vector.accept[i]) != earlier) {
      return fmt::format("accept: {} is named twice", contract::entry(vector.accept[i]).slug);
    }
  }
  return std::nullopt;
}

// A key that orders binary32 patterns like the numbers, with -0 and +0 equal; codes as they are.
std::int64_t order_key(std::uint32_t pattern, FieldType type) {
  if (type != FieldType::kWords || pattern < 0x80000000U) return pattern;
  return -static_cast<std::int64_t>(pattern & 0x7fffffffU);
}

bool is_nan(std::uint32_t pattern) { return (pattern & 0x7fffffffU) > 0x7f800000U; }

std::uint32_t element(const Value& value, std::size_t index) {
  if (const auto* words = std::get_if<Words>(&value)) return words->values[index];
  return std::get<Bytes>(value).values[index];
}

// TQ-VECT-007
Fault fault_of_interval(const Vector& vector, const Operation& operation,
                        const Interval& interval) {
  const std::string where = fmt::format("intervals/{}/{}", interval.field, interval.profile);
  const OperationField* field = find_field(operation, interval.field);
  if (field == nullptr || field->part == FieldPart::kInput ||
      (field->type != FieldType::kWords && field->type != FieldType::kBytes)) {
    return fmt::format("{}: not a stage or output field of words or bytes", where);
  }
  const Record& record =
      field->part == FieldPart::kStage ? vector.expected.stages : vector.expected.output;
  const Value* golden = record.find(interval.field);
  if (golden == nullptr) return fmt::format("{}: the vector stores no value of this field", where);
  if (interval.lower.size() != interval.upper.size() ||
      interval.lower.size() != element_count(*golden)) {
    return fmt::format("{}: {} lower and {} upper bounds for {} elements", where,
                       interval.lower.size(), interval.upper.size(), element_count(*golden));
  }
  for (std::size_t i = 0; i < interval.lower.size(); ++i) {
    if (field->type == FieldType::kWords &&
        (is_nan(interval.lower[i]) || is_nan(interval.upper[i]))) {
      return fmt::format("{}: element {} has a NaN as bound", where, i);
    }
    const std::int64_t value = order_key(element(*golden, i), field->type);
    if (value < order_key(interval.lower[i], field->type) ||
        value > order_key(interval.upper[i], field->type)) {
      return fmt::format("{}: element {} lies outside its own interval", where, i);
    }
  }
  return std::nullopt;
}

Fault fault_of_intervals(const Vector& vector, const Operation& operation) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const Interval& interval : vector.intervals) {
    const auto* profile = contract::find_profile(std::string_view(interval.profile));
    if (profile == nullptr || !profile->is_stored) {
      return fmt::format("intervals/{}: \"{}\" is not a profile", interval.field, interval.profile);
    }
    if (!seen.insert({interval.field, interval.profile}).second) {
      return fmt::format("intervals/{}/{}: named twice", interval.field, interval.profile);
    }
    if (auto fault = fault_of_interval(vector, operation, interval)) return fault;
  }
  return std::nullopt;
}

bool is_chapter(std::string_view name) {
  return std::any_of(std::begin(contract::kOperations), std::end(contract::kOperations),
                     [&](const Operation& operation) { return operation.chapter == name; });
}

}  // namespace

bool is_core_path(std::string_view path) { return path.starts_with("core/"); }

std::string_view chapter_of_path(std::string_view path) {
  constexpr std::string_view kExtension = ".json";
  if (!path.ends_with(kExtension)) return {};
  std::string_view stem = path.substr(0, path.size() - kExtension.size());
  std::string_view chapter;
  if (is_core_path(path)) {
    chapter = stem.substr(5);
  } else {
    const std::size_t slash = stem.find('/');
    if (slash == stem.npos) return {};
    chapter = stem.substr(0, slash);
    // Every further part is a name.
    for (stem.remove_prefix(slash + 1); true;) {
      const std::size_t next = std::min(stem.find('/'), stem.size());
      if (!is_kebab(stem.substr(0, next))) return {};
      if (next == stem.size()) break;
      stem.remove_prefix(next + 1);
    }
  }
  return is_chapter(chapter) ? chapter : std::string_view{};
}

bool is_generated_path(std::string_view path) {
  return is_core_path(path) || is_chapter(path.substr(0, path.find('/')));
}

bool is_kebab(std::string_view text) {
  if (text.empty() || text.size() > 80 || text.front() == '-' || text.back() == '-') return false;
  if (text.find("--") != text.npos) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-'; });
}

const OperationField* find_field(const Operation& operation, FieldPart part,
                                 std::string_view name) {
  const OperationField* field = find_field(operation, name);
  return field != nullptr && field->part == part ? field : nullptr;
}

const OperationField* find_field(const Operation& operation, std::string_view name) {
  for (const OperationField& field : operation.fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

std::size_t element_count(const Value& value) {
  if (const auto* words = std::get_if<Words>(&value)) return words->values.size();
  if (const auto* halves = std::get_if<Halves>(&value)) return halves->values.size();
  if (const auto* bytes = std::get_if<Bytes>(&value)) return bytes->values.size();
  return 1;
}

std::optional<std::string> fault_of_vector(const Vector& vector, std::string_view chapter) {
  if (auto fault = fault_of_labels(vector, chapter)) return fault;
  const Operation* operation = contract::find_operation(vector.operation);
  if (operation == nullptr) return fmt::format("operation: \"{}\" is unknown", vector.operation);
  if (operation->chapter != chapter) {
    return fmt::format("operation: {} belongs to chapter {}", operation->name, operation->chapter);
  }
  if (auto fault = fault_of_formulas(vector, *operation)) return fault;
  const auto by_formula = [&](std::string_view name) {
    return std::any_of(vector.formulas.begin(), vector.formulas.end(),
                       [&](const Formula& formula) { return formula.field == name; });
  };
  if (auto fault =
          fault_of_record(*operation, FieldPart::kInput, "input", vector.input, by_formula)) {
    return fault;
  }
  if (auto fault = fault_of_digests(vector, *operation)) return fault;
  if (auto fault = fault_of_expected(vector, *operation)) return fault;
  return fault_of_intervals(vector, *operation);
}

std::size_t request_bytes(const Vector& vector) {
  // {"call":"ID","operation":"NAME","input":{"FIELD":"TEXT",...}}
  std::size_t bytes = 64 + vector.id.size() + vector.operation.size();
  const Record input = full_input(vector);
  for (const Field& field : input.fields()) {
    bytes += field.name.size() + format_value(field.value).size() + 6;
  }
  return bytes;
}

}  // namespace tq::conformance
