// SPDX-License-Identifier: Apache-2.0
#include "optimized/arithmetic.hpp"

#include "conformance/builtin/optimized/performers.hpp"

namespace tq::conformance::fast {
namespace {

using optimized::Kernels;
using optimized::Operator;

constexpr contract::Named<Operator> kOperators[] = {
    {Operator::kAdd, "add"},
    {Operator::kSubtract, "subtract"},
    {Operator::kMultiply, "multiply"},
    {Operator::kDivide, "divide"},
    {Operator::kSquareRoot, "square-root"},
};

// TQ-ARITH-010
Answer evaluate(const Kernels& kernels, const Record& input) {
  const auto op = parse_name(kOperators, input.text("operator"));
  if (!op) return refuse(contract::Error::kBadArgument);
  const auto values = optimized::evaluate(kernels, *op, numbers(input, "a"), numbers(input, "b"));
  if (!values) return refuse(values.error());
  return {.stages = {}, .output = {{"values", words(*values)}}, .error = {}};
}

// TQ-ARITH-003
Answer dot(const Kernels& kernels, const Record& input) {
  const auto product = optimized::dot(kernels, numbers(input, "a"), numbers(input, "b"));
  if (!product) return refuse(product.error());
  return {.stages = {{"products", words(product->products)}, {"lanes", words(product->lanes)}},
          .output = {{"sum", words({&product->sum, 1})}},
          .error = {}};
}

// TQ-ARITH-004
Answer to_binary16(const Kernels& kernels, const Record& input) {
  const auto halves = optimized::to_binary16(kernels, numbers(input, "values"));
  if (!halves) return refuse(halves.error());
  return {.stages = {}, .output = {{"halves", Halves{*halves}}}, .error = {}};
}

// TQ-ARITH-005
Answer from_binary16(const Kernels& kernels, const Record& input) {
  const auto values = optimized::from_binary16(kernels, input.get<Halves>("halves").values);
  if (!values) return refuse(values.error());
  return {.stages = {}, .output = {{"values", words(*values)}}, .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"arithmetic.evaluate", evaluate},
    {"arithmetic.dot", dot},
    {"arithmetic.to_binary16", to_binary16},
    {"arithmetic.from_binary16", from_binary16},
};

}  // namespace

PerformerTable arithmetic_performers() { return kPerformers; }

}  // namespace tq::conformance::fast
