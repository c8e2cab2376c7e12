// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "conformance/value_text.hpp"
#include "conformance/vectors/rules.hpp"
#include "tools/explain/explain.hpp"

namespace tq::tools {
namespace {

using conformance::Vector;
using contract::FieldPart;
using contract::FieldType;

bool is_list(FieldType type) {
  return type == FieldType::kWords || type == FieldType::kHalves || type == FieldType::kBytes;
}

// The first elements in the text form of vectors, e.g. "3f800000 bf800000 ...".
std::string shortened(const conformance::Value& value, std::size_t shown) {
  const std::string text = conformance::format_value(value);
  const std::size_t count = conformance::element_count(value);
  if (count <= shown) return text;
  return text.substr(0, text.size() * shown / count) + " ...";
}

std::string head(const Explanation& explanation, const RequirementText& requirement_text) {
  const Vector& vector = explanation.vector;
  const contract::Operation& operation = *contract::find_operation(vector.operation);
  std::string text = fmt::format("vector     {} (vectors/{}{})\noperation  {}: {}\nreason     {}\n",
                                 vector.id, explanation.file->path, vector.smoke ? ", smoke" : "",
                                 operation.name, operation.summary, vector.reason);
  if (!vector.source.empty()) text += fmt::format("source     {}\n", vector.source);
  text += "\nrequirements\n";
  for (const std::string& id : vector.requirements) {
    const std::string sentence = requirement_text(id);
    text += fmt::format("  {}{}{}\n", id, sentence.empty() ? "" : " ", sentence);
  }
  return text;
}

std::string input(const Vector& vector, const Focus& focus) {
  std::string text = "\ninput\n";
  for (const auto& field : contract::find_operation(vector.operation)->fields) {
    if (field.part != FieldPart::kInput) continue;
    const conformance::Value& value = *vector.input.find(field.name);
    const std::size_t size = conformance::element_count(value);
    const std::size_t shown = focus.all                         ? size
                              : field.type == FieldType::kBytes ? 4 * focus.shown
                                                                : focus.shown;
    text += is_list(field.type)
                ? fmt::format("  {}: {} {}: {}\n", field.name, size,
                              conformance::name_of(field.type), shortened(value, shown))
                : fmt::format("  {} = {}\n", field.name, conformance::format_value(value));
  }
  return text;
}

std::string steps(const Explanation& explanation) {
  std::string text = "\nderivation\n";
  int number = 0;
  for (const Step& step : explanation.steps) {
    text += fmt::format("  {:>2}. {:<12}  {}\n", ++number, step.requirement, step.title);
    for (const std::string& line : step.lines) text += fmt::format("        {}\n", line);
  }
  return text;
}

std::string golden(const Explanation& explanation, const Focus& focus) {
  const Vector& vector = explanation.vector;
  std::string text = "\ngolden\n";
  if (vector.expected.error) {
    const contract::ErrorEntry& error = contract::entry(*vector.expected.error);
    text += fmt::format("  error {} ({}, layer {})\n", error.slug, static_cast<int>(error.error),
                        error.layer);
    for (const contract::Error other : vector.accept) {
      text += fmt::format("  also right: {}\n", contract::entry(other).slug);
    }
  }
  for (const auto& field : vector.expected.output.fields()) {
    const std::size_t shown = focus.all ? conformance::element_count(field.value) : 4 * focus.shown;
    text += fmt::format("  {}: {}\n", field.name, shortened(field.value, shown));
  }
  for (const conformance::Digest& digest : vector.digests) {
    text += fmt::format("  {}: SHA-256 {}\n", digest.field, digest.sha256);
  }
  text += fmt::format("  {}\n", explanation.landing);
  return text;
}

std::string classes(const Vector& vector, const Focus& focus) {
  std::string text = "\nclasses\n";
  if (vector.expected.error) return text + "  every class: the operation declares this error\n";
  text += "  bits: every output, and every stage that is given, has the golden bits\n";
  for (const conformance::Interval& interval : vector.intervals) {
    text += fmt::format("  bounds({}): {}\n", interval.profile, interval.field);
    const auto* field =
        conformance::find_field(*contract::find_operation(vector.operation), interval.field);
    const bool is_code = field != nullptr && field->type == FieldType::kBytes;
    const auto bound = [&](std::uint32_t pattern) {
      return is_code ? fmt::format("{}", pattern) : number_text(pattern);
    };
    const std::size_t size = interval.lower.size();
    const std::size_t begin = focus.all ? 0 : std::min(focus.coordinate.value_or(0), size);
    const std::size_t end = focus.all ? size : std::min(begin + focus.shown, size);
    for (std::size_t i = begin; i < end; ++i) {
      text += fmt::format("    [{}] from {} to {}\n", i, bound(interval.lower[i]),
                          bound(interval.upper[i]));
    }
    if (end - begin != size) text += fmt::format("    ({} more)\n", size - (end - begin));
  }
  return text;
}

}  // namespace

std::string explanation_text(const Explanation& explanation, const Focus& focus,
                             const RequirementText& requirement_text) {
  return head(explanation, requirement_text) + input(explanation.vector, focus) +
         steps(explanation) + golden(explanation, focus) + classes(explanation.vector, focus) +
         fmt::format("\nreproduce\n  tqc run --testee '...' --only {}\n", explanation.vector.id);
}

}  // namespace tq::tools
