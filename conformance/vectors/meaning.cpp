// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/meaning.hpp"

#include <fmt/format.h>

#include "conformance/value_text.hpp"

namespace tq::conformance {
namespace {

void append_record(std::string& text, std::string_view id, std::string_view part,
                   const Record& record) {
  for (const Field& field : record.fields()) {
    text += fmt::format("{}\t{}/{}\t{}\n", id, part, field.name, format_value(field.value));
  }
}

void append(std::string& text, const Vector& vector) {
  const auto line = [&](std::string_view path, std::string_view leaf) {
    text += fmt::format("{}\t{}\t{}\n", vector.id, path, leaf);
  };
  line("operation", vector.operation);
  for (const std::string& requirement : vector.requirements) line("requirement", requirement);
  line("reason", vector.reason);
  if (vector.smoke) line("smoke", "true");
  append_record(text, vector.id, "input", vector.input);
  for (const Formula& formula : vector.formulas) {
    line("formula/" + formula.field,
         fmt::format("{} {} {}", formula.name, format_word64(formula.seed), formula.count));
  }
  append_record(text, vector.id, "stage", vector.expected.stages);
  append_record(text, vector.id, "output", vector.expected.output);
  if (vector.expected.error) line("error", contract::entry(*vector.expected.error).slug);
  for (const contract::Error error : vector.accept) line("accept", contract::entry(error).slug);
  for (const Interval& interval : vector.intervals) {
    const std::string path = fmt::format("interval/{}/{}", interval.field, interval.profile);
    line(path + "/lower", format_value(Words{interval.lower}));
    line(path + "/upper", format_value(Words{interval.upper}));
  }
  for (const Digest& digest : vector.digests) line("digest/" + digest.field, digest.sha256);
  if (!vector.source.empty()) line("source", vector.source);
}

}  // namespace

// TQ-VECT-014
std::string meaning_of(std::span<const Vector> vectors) {
  std::string text;
  for (const Vector& vector : vectors) append(text, vector);
  return text;
}

}  // namespace tq::conformance
