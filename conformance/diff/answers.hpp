// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/compare.hpp"
#include "conformance/diff/ulps.hpp"
#include "conformance/testee.hpp"

// Two answers to one input held against each other (TQ-CONF-050). Neither of them is the right one.
namespace tq::conformance {

// The first place where two replies part.
struct Difference {
  std::string field;  // a stage or output, or "answer" where only the kinds of reply differ
  bool is_stage = false;
  std::optional<std::size_t> index;  // nothing where the field differs as a whole
  std::vector<Place> places;         // coordinate per axis, outermost first
  bool is_binary32 = false;          // a and b are binary32 patterns
  std::string a;                     // bits, a name, a number, a length, or a kind of reply
  std::string b;
  std::optional<std::uint64_t> ulps;
};

// "output", "error bad-length", "unsupported", "crash", "timeout", "protocol-error".
std::string kind_of(const Reply& reply);

// An answer of the testee: outputs or a declared error.
bool is_answer(const Reply& reply);

struct Comparison {
  std::optional<Difference> first;  // in the order of the operation table; nothing: equal
  std::vector<FieldTally> fields;   // that both gave, in that order
  std::vector<std::string> only_a;  // stages and outputs that one of the two did not give
  std::vector<std::string> only_b;
};

// Compares bit for bit every field that both hold (TQ-CONF-016), and errors by name. An output that
// only one holds is a difference, a stage is not.
Comparison compare_answers(const contract::Operation& operation, const Record& input,
                           const Answer& a, const Answer& b);

// The same for whatever came back: two replies without an answer are equal when their kinds are.
std::optional<Difference> difference_between(const contract::Operation& operation,
                                             const Record& input, const Reply& a, const Reply& b);

// "stage z", "output rows", "the answer".
std::string describe_field(const Difference& difference);

// "token 0, kv_head 1, coordinate 5 (element 69)"; empty where a field differs as a whole.
std::string describe_place(const Difference& difference);

// The bits of a or b, and beside a binary32 pattern the number that it stands for.
std::string describe_bits(const Difference& difference, const std::string& bits);

}  // namespace tq::conformance
