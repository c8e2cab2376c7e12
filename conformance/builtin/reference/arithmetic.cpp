// SPDX-License-Identifier: Apache-2.0
#include "reference/arithmetic.hpp"

#include "conformance/builtin/reference/performers.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using reference::Binary32;

// TQ-ARITH-010
Answer evaluate(const Record& input) {
  const std::string& name = input.text("operator");
  const auto a = numbers(input, "a");
  const auto b = numbers(input, "b");
  const bool unary = name == "square-root";
  if (!unary && name != "add" && name != "subtract" && name != "multiply" && name != "divide") {
    return refuse(Error::kBadArgument);
  }
  if (b.size() != (unary ? 0 : a.size())) return refuse(Error::kBadLength);
  if (!reference::all_finite(a) || !reference::all_finite(b)) {
    return refuse(Error::kNonFiniteInput);
  }
  std::vector<Binary32> values;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (unary ? a[i] < Binary32() : name == "divide" && b[i].is_zero()) {
      return refuse(Error::kBadArgument);
    }
    if (unary) values.push_back(sqrt(a[i]));
    if (name == "add") values.push_back(a[i] + b[i]);
    if (name == "subtract") values.push_back(a[i] - b[i]);
    if (name == "multiply") values.push_back(a[i] * b[i]);
    if (name == "divide") values.push_back(a[i] / b[i]);
  }
  return {.stages = {}, .output = {{"values", words(values)}}, .error = {}};
}

// TQ-ARITH-003
Answer dot(const Record& input) {
  const auto a = numbers(input, "a");
  const auto b = numbers(input, "b");
  if (a.size() != b.size()) return refuse(Error::kBadLength);
  if (!reference::all_finite(a) || !reference::all_finite(b)) {
    return refuse(Error::kNonFiniteInput);
  }
  std::vector<Binary32> products;
  for (std::size_t i = 0; i < a.size(); ++i) products.push_back(a[i] * b[i]);
  const auto lanes = reference::lane_sums<Binary32>(products);
  const Binary32 sum = reference::tree_sum<Binary32>(products);
  if (!sum.is_finite()) return refuse(Error::kResultOverflow);
  return {.stages = {{"products", words(products)}, {"lanes", words(lanes)}},
          .output = {{"sum", Words{{sum.bits()}}}},
          .error = {}};
}

// TQ-ARITH-004
Answer to_binary16(const Record& input) {
  const auto values = numbers(input, "values");
  if (!reference::all_finite(values)) return refuse(Error::kNonFiniteInput);
  Halves halves;
  for (const Binary32 value : values) {
    halves.values.push_back(reference::to_binary16(value));
    if ((halves.values.back() & 0x7c00) == 0x7c00) return refuse(Error::kBinary16Overflow);
  }
  return {.stages = {}, .output = {{"halves", halves}}, .error = {}};
}

// TQ-ARITH-005
Answer from_binary16(const Record& input) {
  std::vector<Binary32> values;
  for (const std::uint16_t half : input.get<Halves>("halves").values) {
    values.push_back(reference::from_binary16(half));
  }
  if (!reference::all_finite(values)) return refuse(Error::kNonFiniteInput);
  return {.stages = {}, .output = {{"values", words(values)}}, .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"arithmetic.evaluate", evaluate},
    {"arithmetic.dot", dot},
    {"arithmetic.to_binary16", to_binary16},
    {"arithmetic.from_binary16", from_binary16},
};

}  // namespace

PerformerTable arithmetic_performers() { return kPerformers; }

}  // namespace tq::conformance
