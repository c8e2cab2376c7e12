// SPDX-License-Identifier: Apache-2.0
#include "conformance/compare.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/compare_field.hpp"
#include "conformance/vectors/formulas.hpp"
#include "spec/contract/profiles.hpp"

namespace tq::conformance {
namespace {

using contract::FieldPart;
using contract::FieldType;

const Interval* find_interval(const Vector& vector, std::string_view field,
                              std::string_view profile) {
  for (const Interval& interval : vector.intervals) {
    if (interval.field == field && interval.profile == profile) return &interval;
  }
  return nullptr;
}

const Digest* find_digest(const Vector& vector, std::string_view field) {
  for (const Digest& digest : vector.digests) {
    if (digest.field == field) return &digest;
  }
  return nullptr;
}

// Look-ups and widening conversions give one result in any arithmetic, and so does one operation at
// a time where the profile rounds it correctly: there is nothing to fuse or to reorder in it.
bool depends_on_profile(const contract::Operation& operation, std::string_view profile) {
  static constexpr std::string_view kExact[] = {"arithmetic.from_binary16", "codebook.table",
                                                "codebook.dequantize", "gain.load"};
  if (operation.name == "arithmetic.evaluate") {
    const contract::Profile* known = contract::find_profile(profile);
    return known != nullptr && !known->is_correctly_rounded;
  }
  return std::find(std::begin(kExact), std::end(kExact), operation.name) == std::end(kExact);
}

std::string requirement_of(const Checker* checker, const Vector& vector, std::string_view field) {
  if (checker == nullptr) return "";
  for (const FieldRule& rule : checker->rules) {
    if (rule.operation == vector.operation && rule.field == field) {
      return std::string(rule.requirement);
    }
  }
  return "";
}

Judgement judge_error(const Vector& vector, const Answer& answer) {
  // TQ-CONF-009, TQ-CONF-024
  const auto name = [](const std::optional<contract::Error>& error) {
    return error ? fmt::format("error {}", contract::entry(*error).slug) : std::string("output");
  };
  if (answer.error && (answer.error == vector.expected.error ||
                       std::find(vector.accept.begin(), vector.accept.end(), *answer.error) !=
                           vector.accept.end())) {
    return {};
  }
  std::string expected = name(vector.expected.error);
  for (const contract::Error error : vector.accept) expected += " or " + name(error);
  Divergence divergence;
  divergence.field = "error";
  divergence.kind = DifferenceKind::kError;
  divergence.expected = expected;
  divergence.actual = name(answer.error);
  if (!vector.requirements.empty()) divergence.requirement = vector.requirements.front();
  return {Outcome::kFail, fmt::format("expected {}, got {}", expected, divergence.actual),
          std::move(divergence)};
}

// The difference of one field, or nothing when it is right or was neither given nor recorded.
std::optional<FieldDifference> judge_field(const contract::Operation& operation,
                                           const contract::OperationField& field,
                                           const Vector& vector, const Answer& answer,
                                           const Claim& claim) {
  const bool is_stage = field.part == FieldPart::kStage;
  const Value* actual = (is_stage ? answer.stages : answer.output).find(field.name);
  if (actual == nullptr) return std::nullopt;
  if (claim.conformance_class != "bits") {
    const Interval* interval = find_interval(vector, field.name, claim.profile);
    const bool countable = field.type == FieldType::kWords || field.type == FieldType::kBytes;
    if (interval != nullptr && countable) return first_outside(*interval, *actual);
    // A stage without interval.
    if (is_float(operation, field) && depends_on_profile(operation, claim.profile)) {
      return std::nullopt;
    }
  }
  if (const Digest* digest = find_digest(vector, field.name)) {
    const std::string given = digest_of(*actual);
    if (given == digest->sha256) return std::nullopt;
    return FieldDifference{std::nullopt, "SHA-256 " + digest->sha256, "SHA-256 " + given,
                           std::nullopt, DifferenceKind::kDigest};
  }
  const Value* expected =
      (is_stage ? vector.expected.stages : vector.expected.output).find(field.name);
  if (expected == nullptr) return std::nullopt;
  return first_difference(*expected, *actual, is_float(operation, field));
}

}  // namespace

bool is_float(const contract::Operation& operation, const contract::OperationField& field) {
  return field.type == FieldType::kWords && operation.chapter != "random";
}

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass:
      return "pass";
    case Outcome::kFail:
      return "fail";
    case Outcome::kUnsupported:
      return "unsupported";
    case Outcome::kCrash:
      return "crash";
    case Outcome::kTimeout:
      return "timeout";
    case Outcome::kProtocolError:
      return "protocol-error";
    case Outcome::kNotApplicable:
      return "not-applicable";
  }
  return "";
}

std::vector<Place> places_in(const std::vector<Axis>& axes, std::size_t index) {
  std::vector<Place> places(axes.size());
  std::size_t rest = index;
  for (std::size_t axis = axes.size(); axis-- > 0;) {
    if (axes[axis].size == 0) return {};
    // The outermost axis takes what is left, so that no coordinate is ever invented.
    places[axis].axis = axes[axis].name;
    places[axis].index = axis == 0 ? rest : rest % axes[axis].size;
    rest /= axes[axis].size;
  }
  return places;
}

Outcome outcome_of(Trouble trouble) {
  switch (trouble) {
    case Trouble::kUnsupported:
      return Outcome::kUnsupported;
    case Trouble::kCrash:
      return Outcome::kCrash;
    case Trouble::kTimeout:
      return Outcome::kTimeout;
    case Trouble::kProtocolError:
      return Outcome::kProtocolError;
  }
  return Outcome::kCrash;
}

bool is_failure(Outcome outcome) {
  return outcome == Outcome::kFail || outcome == Outcome::kCrash || outcome == Outcome::kTimeout ||
         outcome == Outcome::kProtocolError;
}

// TQ-CONF-017: rounded arithmetic under another profile can be judged only where the vector holds
// the intervals of that profile. Operations without rounded arithmetic are judged exactly.
bool can_judge(const Vector& vector, const Claim& claim) {
  const contract::Operation& operation = *contract::find_operation(vector.operation);
  if (claim.conformance_class == "bits" || vector.expected.error) return true;
  if (!depends_on_profile(operation, claim.profile)) return true;
  bool has_floats = false;
  for (const contract::OperationField& field : operation.fields) {
    if (field.part == FieldPart::kInput || !is_float(operation, field)) continue;
    has_floats = true;
    if (field.part == FieldPart::kOutput && !find_interval(vector, field.name, claim.profile)) {
      return false;
    }
  }
  const bool any = std::any_of(vector.intervals.begin(), vector.intervals.end(),
                               [&](const Interval& i) { return i.profile == claim.profile; });
  return any || !has_floats;
}

Judgement judge(const Vector& vector, const Answer& answer, const Claim& claim,
                const Checker* checker) {
  const contract::Operation& operation = *contract::find_operation(vector.operation);
  if (!can_judge(vector, claim)) {
    return {Outcome::kNotApplicable,
            fmt::format("the vector holds no intervals of profile {}", claim.profile),
            std::nullopt};
  }
  if (vector.expected.error || answer.error) return judge_error(vector, answer);
  for (const contract::OperationField& field : operation.fields) {
    if (field.part == FieldPart::kInput) continue;
    auto difference = judge_field(operation, field, vector, answer, claim);
    if (!difference) continue;
    Divergence divergence;
    divergence.field = field.name;
    divergence.is_stage = field.part == FieldPart::kStage;
    divergence.kind = difference->kind;
    divergence.index = difference->index;
    if (difference->index) {
      if (checker != nullptr) {
        divergence.places = places_in(checker->axes(vector, field.name), *difference->index);
        divergence.hint = checker->hint(vector, answer, field.name, *difference->index);
      }
      divergence.is_binary32 = is_float(operation, field);
    }
    divergence.expected = std::move(difference->expected);
    divergence.actual = std::move(difference->actual);
    divergence.ulps = difference->ulps;
    divergence.requirement = requirement_of(checker, vector, field.name);
    return {Outcome::kFail,
            fmt::format("{} {} differs", divergence.is_stage ? "stage" : "output", field.name),
            std::move(divergence)};
  }
  return {};
}

}  // namespace tq::conformance
