// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/compare.hpp"

// Lists of known failures (chapter conformance, Failure lists).
namespace tq::conformance {

// Why a vector fails, as exactly as it stays the same from run to run: no index and no bits
// (TQ-CONF-046).
struct FailureReason {
  Outcome outcome = Outcome::kFail;  // is_failure
  // Of a fail only, else kValue and empty.
  DifferenceKind kind = DifferenceKind::kValue;
  std::string part;   // "stage" or "output"; empty for kind error
  std::string field;  // empty for kind error
  std::string got;    // kind error only: "output" or the name of the error that came
  bool operator==(const FailureReason&) const = default;
};

// Precondition: the judgement is a failure.
FailureReason reason_of(const Judgement& judgement);

// "fail, output packed, element"; "fail, got bad-length"; "crash".
std::string describe(const FailureReason& reason);

struct FailureEntry {
  std::string id;  // of a vector
  FailureReason reason;
  std::string note;      // one line for people; may be empty
  std::string wont_fix;  // a URL that says why it stays so, or empty
  bool operator==(const FailureEntry&) const = default;
};

struct FailureList {
  std::string note;                   // one line for people; may be empty
  std::vector<FailureEntry> entries;  // ascending id, each once
};

// Total and strict: any text gives a list or one plain line. Entries may stand in any order.
std::variant<FailureList, std::string> read_failure_list(std::string_view text);

// One entry a line. read_failure_list gives the same list back.
std::string write_failure_list(const FailureList& list);

}  // namespace tq::conformance
