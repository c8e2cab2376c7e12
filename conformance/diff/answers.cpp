// SPDX-License-Identifier: Apache-2.0
#include "conformance/diff/answers.hpp"

#include <charconv>

#include <fmt/format.h>

#include "conformance/checker.hpp"
#include "conformance/compare_field.hpp"
#include "conformance/report.hpp"

namespace tq::conformance {
namespace {

using contract::FieldPart;

std::string kind_of(const Answer& answer) {
  return answer.error ? fmt::format("error {}", contract::entry(*answer.error).slug)
                      : std::string("output");
}

Difference of_kinds(std::string a, std::string b) {
  Difference difference;
  difference.field = "answer";
  difference.a = std::move(a);
  difference.b = std::move(b);
  return difference;
}

std::vector<Place> places_of(const contract::Operation& operation, const Record& input,
                             const Answer& answer, std::string_view field, std::size_t index) {
  const Checker* checker = find_checker(operation.chapter);
  if (checker == nullptr) return {};
  Vector vector;  // the form in which checkers know a call
  vector.operation = operation.name;
  vector.input = input;
  vector.expected = answer;
  return places_in(checker->axes(vector, field), index);
}

}  // namespace

std::string kind_of(const Reply& reply) {
  if (const auto* none = std::get_if<NoAnswer>(&reply)) {
    return std::string(name_of(outcome_of(none->trouble)));
  }
  return kind_of(std::get<Answer>(reply));
}

bool is_answer(const Reply& reply) { return std::holds_alternative<Answer>(reply); }

// TQ-CONF-050
Comparison compare_answers(const contract::Operation& operation, const Record& input,
                           const Answer& a, const Answer& b) {
  Comparison comparison;
  if (a.error || b.error) {
    if (a.error != b.error) comparison.first = of_kinds(kind_of(a), kind_of(b));
    return comparison;
  }
  for (const contract::OperationField& field : operation.fields) {
    if (field.part == FieldPart::kInput) continue;
    const bool is_stage = field.part == FieldPart::kStage;
    const Value* in_a = (is_stage ? a.stages : a.output).find(field.name);
    const Value* in_b = (is_stage ? b.stages : b.output).find(field.name);
    if (in_a == nullptr && in_b == nullptr) continue;
    if (in_a == nullptr || in_b == nullptr) {
      (in_a != nullptr ? comparison.only_a : comparison.only_b).emplace_back(field.name);
      if (is_stage || comparison.first) continue;
      comparison.first =
          of_kinds(in_a != nullptr ? "given" : "missing", in_b != nullptr ? "given" : "missing");
      comparison.first->field = field.name;
      continue;
    }
    FieldTally counted = tally(*in_a, *in_b, is_float(operation, field));
    counted.field = field.name;
    counted.is_stage = is_stage;
    const bool differs = counted.differing_answers > 0;
    comparison.fields.push_back(std::move(counted));
    if (!differs || comparison.first) continue;
    Difference difference;
    difference.field = field.name;
    difference.is_stage = is_stage;
    if (in_a->index() != in_b->index()) {
      difference.a = "a value of another type";
      difference.b = difference.a;
    } else if (auto found = first_difference(*in_a, *in_b, is_float(operation, field))) {
      difference.index = found->index;
      difference.is_binary32 = found->index.has_value() && is_float(operation, field);
      difference.a = std::move(found->expected);
      difference.b = std::move(found->actual);
      difference.ulps = found->ulps;
      if (found->index) {
        difference.places = places_of(operation, input, a, field.name, *found->index);
      }
    }
    comparison.first = std::move(difference);
  }
  return comparison;
}

std::optional<Difference> difference_between(const contract::Operation& operation,
                                             const Record& input, const Reply& a, const Reply& b) {
  if (is_answer(a) && is_answer(b)) {
    return compare_answers(operation, input, std::get<Answer>(a), std::get<Answer>(b)).first;
  }
  if (kind_of(a) == kind_of(b)) return std::nullopt;
  return of_kinds(kind_of(a), kind_of(b));
}

std::string describe_field(const Difference& difference) {
  if (difference.field == "answer") return "the answer";
  return fmt::format("{} {}", difference.is_stage ? "stage" : "output", difference.field);
}

std::string describe_place(const Difference& difference) {
  Divergence place;
  place.index = difference.index;
  place.places = difference.places;
  return describe_place(place);
}

std::string describe_bits(const Difference& difference, const std::string& bits) {
  std::uint32_t pattern = 0;
  const char* end = bits.data() + bits.size();
  if (!difference.is_binary32 || std::from_chars(bits.data(), end, pattern, 16).ptr != end) {
    return bits;
  }
  return fmt::format("{} = {}", bits, describe_binary32(pattern));
}

}  // namespace tq::conformance
