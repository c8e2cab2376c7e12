// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/checker.hpp"
#include "conformance/compare_field.hpp"
#include "conformance/testee.hpp"
#include "conformance/vector.hpp"

namespace tq::conformance {

// TQ-CONF-014, and one the runner adds: kNotApplicable, a vector that cannot judge the claimed
// class (no intervals of that profile). It counts for nothing.
enum class Outcome {
  kPass,
  kFail,
  kUnsupported,
  kCrash,
  kTimeout,
  kProtocolError,
  kNotApplicable,
};
std::string_view name_of(Outcome outcome);  // "protocol-error"
Outcome outcome_of(Trouble trouble);
// Fail, crash, timeout, protocol-error.
bool is_failure(Outcome outcome);

struct Place {
  std::string axis;  // empty: no more is known than the flat index
  std::size_t index = 0;
};

// The first place where an answer leaves the golden vector.
struct Divergence {
  std::string field;
  bool is_stage = false;
  DifferenceKind kind = DifferenceKind::kValue;
  // Element of a list or byte of a byte string; nothing where the field differs as a whole.
  std::optional<std::size_t> index;
  std::vector<Place> places;  // coordinate per axis, outermost first
  bool is_binary32 = false;   // expected and actual are binary32 patterns or an interval of them
  std::string expected;       // bits, a name, a number, "[lower, upper]", or a length
  std::string actual;
  std::optional<std::uint64_t> ulps;  // to the golden bits or the nearer end of the interval
  std::string requirement;            // empty when no rule names the field
  std::string hint;                   // empty when nothing is known
};

// Words of chapter random are integers; everywhere else they are binary32 patterns.
bool is_float(const contract::Operation& operation, const contract::OperationField& field);

// The coordinates of element `index`; nothing when an axis is empty.
std::vector<Place> places_in(const std::vector<Axis>& axes, std::size_t index);

struct Judgement {
  Outcome outcome = Outcome::kPass;
  std::string detail;  // one line; empty for a pass
  std::optional<Divergence> divergence;
};

// Whether the vector can judge this class: else it is not applicable (TQ-CONF-017).
bool can_judge(const Vector& vector, const Claim& claim);

// Judges one answer. Fields are compared in the order of the operation's table, so that the first
// divergence is the earliest stage given (TQ-CONF-011). `vector.input` is complete: formulas are
// expanded. `checker` may be nullptr.
Judgement judge(const Vector& vector, const Answer& answer, const Claim& claim,
                const Checker* checker);

}  // namespace tq::conformance
