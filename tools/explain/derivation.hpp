// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/record.hpp"
#include "reference/binary32.hpp"
#include "spec/contract/errors.hpp"

// A vector derived step by step: what `tqc explain` prints, and the answer at which it arrives.
namespace tq::tools {

// What of long lists is shown. `coordinate` is an element of the operation's main list, flat.
struct Focus {
  std::size_t shown = 8;  // elements of a list
  bool all = false;
  std::optional<std::size_t> coordinate = std::nullopt;
};

// One step of a chapter. Lines are plain text without indentation.
struct Step {
  std::string requirement;  // "TQ-KEYS-003"
  std::string title;
  std::vector<std::string> lines;
};

// One check of an operation, in the order in which errors win. `broken` says with numbers what is
// wrong and is empty when nothing is; it is not called after an earlier check failed.
struct Check {
  std::string_view requirement;
  std::string what;
  std::function<std::string()> broken;
  contract::Error error;
};

// "3f800000 = 1".
std::string number_text(std::uint32_t pattern);
std::string number_text(reference::Binary32 value);
// "7a45": bytes in hex, cut after `limit` bytes with " ... (N bytes)".
std::string bytes_text(std::span<const std::uint8_t> bytes, std::size_t limit = SIZE_MAX);

class Derivation {
 public:
  explicit Derivation(Focus focus) : focus_(focus) {}

  // Steps. A line belongs to the last step.
  void step(std::string_view requirement, std::string title);
  void line(std::string text);
  // `[3] 3f800000 = 1` for the elements of the window, with a last line that counts the others.
  void numbers(std::string_view name, std::span<const reference::Binary32> values);
  // The same with a text of the caller's.
  void elements(std::size_t size, const std::function<std::string(std::size_t index)>& text);

  // The place that is shown of a list of `count` rows of `row_size` elements. Throws
  // std::runtime_error when --coordinate lies outside.
  void place(std::size_t count, std::size_t row_size);
  std::size_t row() const { return row_; }
  std::size_t first() const { return first_; }  // element inside the row
  bool all() const { return focus_.all; }
  bool is_placed() const { return is_placed_; }
  // One past the last element of a list of `size` that is shown.
  std::size_t last(std::size_t size) const;
  std::size_t begin(std::size_t size) const;

  // Makes the checks. On the first that fails the answer is its error: false.
  bool passes(std::initializer_list<Check> checks);
  // The answer is this error.
  void refuse(std::string_view requirement, contract::Error error, std::string why);

  const std::vector<Step>& steps() const { return steps_; }
  conformance::Answer answer;

 private:
  Focus focus_;
  bool is_placed_ = false;
  std::size_t row_ = 0;
  std::size_t first_ = 0;
  std::vector<Step> steps_;
};

// Why a list holds an infinity or a NaN: the first element; empty when all are finite.
std::string first_non_finite(std::string_view name, std::span<const reference::Binary32> values);
// "x has 5 elements, not 4"; empty when they agree.
std::string other_length(std::string_view name, std::size_t actual, std::uint64_t expected);
// "width = 9 is not in 1..8"; empty when it is.
std::string outside(std::string_view name, std::uint64_t value, std::uint64_t least,
                    std::uint64_t greatest);
// "transform "x" is not in the table"; empty when `known`.
std::string unknown_name(std::string_view name, std::string_view value, bool known);

}  // namespace tq::tools
