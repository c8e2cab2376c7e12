// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/record.hpp"

// Which calls the chapters allow to take apart, and how (TQ-CONF-052). A part is a call of its own
// for some consecutive rows of a larger call; its answer is a slice of the larger one's.
namespace tq::conformance {

// One way to take the calls of an operation apart: a row of the table of TQ-CONF-052.
struct SplitRule {
  std::string_view operation;
  std::string_view along;    // "token", "kv_head", "query_head", "element", "sign"
  bool prefix_only;          // a part begins at row 0, since the rest would be other rows
  std::string_view because;  // requirement ids of the chapters that make the parts agree
};
std::span<const SplitRule> split_rules();

// Rows begin .. end - 1 of a call.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t rows() const { return end - begin; }
  bool operator==(const Part&) const = default;
};

// One call seen along one rule.
class Split {
 public:
  // Nothing when this input has fewer than two rows along the rule or its fields do not fit one
  // another (which a vector that expects an error may have).
  static std::optional<Split> of(const SplitRule& rule, const Record& input);

  const SplitRule& rule() const { return *rule_; }
  // Rows. Cuts lie between units of `unit()` rows; the last unit may be shorter.
  std::size_t rows() const { return rows_; }
  std::size_t unit() const { return unit_; }
  std::size_t units() const { return (rows_ + unit_ - 1) / unit_; }
  // Units begin .. end - 1 as rows.
  Part part(std::size_t begin_unit, std::size_t end_unit) const;

  // The input of the call for these rows. Precondition: begin < end <= rows().
  Record input_of(const Part& part) const;
  // What the answer to the whole call says of these rows; nothing when a field has a length that
  // does not divide among the rows. Precondition: `whole` is no error.
  std::optional<Answer> slice(const Answer& whole, const Part& part) const;

 private:
  Split(const SplitRule& rule, const Record& input) : rule_(&rule), input_(&input) {}
  std::optional<Value> slice_value(std::string_view field, const Value& value,
                                   const Part& part) const;

  const SplitRule* rule_;
  const Record* input_;
  std::size_t rows_ = 0;
  std::size_t unit_ = 1;
  std::size_t outer_ = 1;          // lists are ordered [outer, rows, ...]
  std::string_view length_field_;  // integer input that holds outer x rows; empty: list lengths do
  std::string_view bit_field_;     // the field whose rows are bits_ bits each, LSB first
  std::size_t bits_ = 0;
};

}  // namespace tq::conformance
