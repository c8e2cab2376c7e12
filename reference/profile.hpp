// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tq::reference {

// What an evaluation is allowed to do to each operation: the parameters of the error model in
// `Bounded`. With u = 2^roundoff_exponent and eta = 2^underflow_exponent an operation that counts k
// units returns fl(x) with |fl(x) - x| <= k u |x|, plus eta for a product or quotient. Sums need no
// eta: with subnormals kept, a sum in the subnormal range is exact. One unit (k = 1) means
// correctly rounded, so a result that binary32 can represent is returned exactly.
//
// Source: chapter arithmetic, TQ-ARITH-009.
struct ArithmeticProfile {
  std::string_view name;
  int roundoff_exponent;   // u: half an ulp of 1
  int underflow_exponent;  // eta: half the smallest subnormal
  int sum_units;
  int product_units;
  int quotient_units;
  int square_root_units;
  // The exponential counts exponential_units + exponential_argument_units |x| units at argument x:
  // a library's error is constant, that of 2^(x log2 e) grows with the product.
  int exponential_units;
  int exponential_argument_units;
  // A product that feeds a sum may stay unrounded. This never widens a bound (see bounded.hpp); it
  // says what a testee under the profile may do.
  bool fused_products_allowed;
};

// Every operation rounded once to nearest even, nothing fused; reductions in any order.
inline constexpr ArithmeticProfile kIeee{
    .name = "ieee",
    .roundoff_exponent = -24,
    .underflow_exponent = -150,
    .sum_units = 1,
    .product_units = 1,
    .quotient_units = 1,
    .square_root_units = 1,
    .exponential_units = 2,  // one ulp, as libraries promise; TQ-ARITH-001 has no exponential
    .exponential_argument_units = 0,
    .fused_products_allowed = false,
};

// As kIeee, and any product may be fused into the sum that consumes it.
inline constexpr ArithmeticProfile kFma{
    .name = "fma",
    .roundoff_exponent = -24,
    .underflow_exponent = -150,
    .sum_units = 1,
    .product_units = 1,
    .quotient_units = 1,
    .square_root_units = 1,
    .exponential_units = 2,  // one ulp, as libraries promise; TQ-ARITH-001 has no exponential
    .exponential_argument_units = 0,
    .fused_products_allowed = true,
};

}  // namespace tq::reference
