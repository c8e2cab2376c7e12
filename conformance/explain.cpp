// SPDX-License-Identifier: Apache-2.0
#include "conformance/explain.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "conformance/report.hpp"
#include "conformance/value_text.hpp"
#include "conformance/vectors/formulas.hpp"
#include "conformance/vectors/rules.hpp"

namespace tq::conformance {
namespace {

using contract::FieldPart;
using contract::FieldType;

// "[token 0, kv_head 1, coordinate 5]" of one element.
std::string place(const std::vector<Axis>& axes, std::size_t index) {
  Divergence where;
  where.index = index;
  where.places = places_in(axes, index);
  return fmt::format("[{}]", describe_place(where));
}

std::string element_text(const Value& value, std::size_t index, bool is_float) {
  if (const auto* words = std::get_if<Words>(&value)) {
    const std::uint32_t word = words->values[index];
    return is_float ? fmt::format("{:08x} = {}", word, describe_binary32(word))
                    : fmt::format("{:08x}", word);
  }
  if (const auto* halves = std::get_if<Halves>(&value)) {
    return fmt::format("{:04x}", halves->values[index]);
  }
  const std::uint8_t byte = std::get<Bytes>(value).values[index];
  return fmt::format("{:02x} = {}", byte, byte);
}

bool is_list(FieldType type) {
  return type == FieldType::kWords || type == FieldType::kHalves || type == FieldType::kBytes;
}

class Explainer {
 public:
  Explainer(const VectorFile& file, const Vector& vector, const Checker* checker,
            const ExplainOptions& options)
      : file_(file),
        vector_(vector),
        checker_(checker),
        options_(options),
        operation_(*contract::find_operation(vector.operation)) {}

  std::string text() {
    head();
    text_ += "\ninput\n";
    for (const contract::OperationField& field : operation_.fields) {
      if (field.part == FieldPart::kInput) this->field(field, vector_.input.find(field.name), {});
    }
    vector_.expected.error ? refusal() : results();
    classes();
    text_ += fmt::format("\nreproduce\n  tqc run --testee '...' --only {}\n", vector_.id);
    return std::move(text_);
  }

 private:
  void head() {
    text_ = fmt::format("vector     {} (vectors/{}{})\noperation  {}: {}\nreason     {}\n",
                        vector_.id, file_.path, vector_.smoke ? ", smoke" : "", operation_.name,
                        operation_.summary, vector_.reason);
    if (!vector_.source.empty()) text_ += fmt::format("source     {}\n", vector_.source);
    text_ += "\nrequirements\n";
    for (const std::string& id : vector_.requirements) {
      const std::string sentence = options_.requirement_text ? options_.requirement_text(id) : "";
      text_ += fmt::format("  {}{}{}\n", id, sentence.empty() ? "" : " ", sentence);
    }
  }

  void field(const contract::OperationField& field, const Value* value,
             const std::vector<Axis>& axes) {
    const std::string_view part = field.part == FieldPart::kInput   ? ""
                                  : field.part == FieldPart::kStage ? "stage "
                                                                    : "output ";
    if (value == nullptr) return;
    if (!is_list(field.type)) {
      text_ += fmt::format("  {}{} = {}\n", part, field.name, format_value(*value));
      return;
    }
    const std::size_t size = element_count(*value);
    text_ += fmt::format("  {}{}: {} {}\n", part, field.name, size, name_of(field.type));
    // Words of chapter random are integers; everywhere else they are binary32 patterns.
    const bool is_float = field.type == FieldType::kWords && operation_.chapter != "random";
    for (std::size_t i = 0; i < std::min(size, options_.shown); ++i) {
      text_ += fmt::format("    {} {}\n", place(axes, i), element_text(*value, i, is_float));
    }
    if (size > options_.shown) {
      text_ += fmt::format("    ... {} more\n", size - options_.shown);
    }
  }

  void refusal() {
    const contract::ErrorEntry& error = contract::entry(*vector_.expected.error);
    text_ += fmt::format("\nexpected refusal\n  {} ({}, layer {}): {}\n", error.slug,
                         static_cast<int>(error.error), error.layer, error.when);
    for (const contract::Error other : vector_.accept) {
      text_ += fmt::format("  also right: {}\n", contract::entry(other).slug);
    }
  }

  void results() {
    text_ += "\nexpected, in the order in which it is computed\n";
    for (const contract::OperationField& field : operation_.fields) {
      if (field.part == FieldPart::kInput) continue;
      const bool is_stage = field.part == FieldPart::kStage;
      const Record& record = is_stage ? vector_.expected.stages : vector_.expected.output;
      const std::vector<Axis> axes =
          checker_ == nullptr ? std::vector<Axis>{} : checker_->axes(vector_, field.name);
      this->field(field, record.find(field.name), axes);
      for (const Digest& digest : vector_.digests) {
        if (digest.field == field.name) {
          text_ += fmt::format("  output {}: SHA-256 {}\n", digest.field, digest.sha256);
        }
      }
    }
  }

  void classes() {
    text_ += "\nclasses\n";
    if (vector_.expected.error) {
      text_ += "  every class: the operation declares this error\n";
      return;
    }
    text_ += "  bits: every output, and every stage that is given, equals what stands above\n";
    for (const Interval& interval : vector_.intervals) {
      text_ += fmt::format("  bounds({}): {}\n", interval.profile, interval.field);
      const contract::OperationField* field = find_field(operation_, interval.field);
      const bool is_code = field != nullptr && field->type == FieldType::kBytes;
      for (std::size_t i = 0; i < std::min(interval.lower.size(), options_.shown); ++i) {
        const auto bound = [&](std::uint32_t pattern) {
          return is_code ? fmt::format("{}", pattern)
                         : fmt::format("{:08x} = {}", pattern, describe_binary32(pattern));
        };
        text_ += fmt::format("    [element {}] from {} to {}\n", i, bound(interval.lower[i]),
                             bound(interval.upper[i]));
      }
    }
  }

  const VectorFile& file_;
  const Vector& vector_;
  const Checker* checker_;
  const ExplainOptions& options_;
  const contract::Operation& operation_;
  std::string text_;
};

}  // namespace

std::string explain(const VectorFile& file, const Vector& vector, const Checker* checker,
                    const ExplainOptions& options) {
  Vector complete = vector;
  complete.input = full_input(vector);
  return Explainer(file, complete, checker, options).text();
}

}  // namespace tq::conformance
