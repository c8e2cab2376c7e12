// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "reference/format.hpp"

namespace tq::reference {

// What an evaluation is allowed to do to each operation: the parameters of the error model in
// `Bounded`. With u = 2^roundoff_exponent and eta = 2^underflow_exponent an operation that counts k
// units returns fl(x) with |fl(x) - x| <= k u |x|, plus k eta for a product or quotient. Sums need
// no eta: with subnormals kept, a sum in the subnormal range is exact. One unit (k = 1) means
// correctly rounded, so a result that binary32 can represent is returned exactly.
//
// Documents state errors in ulp of the correctly rounded result r. As |r| <= (1 + u)|x| and an ulp
// is at most 2u|r|, a result that is off by e ulp is off by u|x| + 2eu(1 + u)|x| <= (2e + 1)u(1 +
// u)|x|: e ulp are 2e + 1 units, and k > 1 units stand for k u (1 + u).
//
// Source: chapter arithmetic, TQ-ARITH-009 and the table of TQ-ARITH-011, with its sources.
struct ArithmeticProfile {
  std::string_view name;
  int roundoff_exponent;   // u: half an ulp of 1
  int underflow_exponent;  // eta: half the smallest subnormal
  int sum_units;
  int product_units;
  int quotient_units;
  int square_root_units;
  // Of e^x near x = 0; exponential_milliunits adds what grows with |x|.
  int exponential_units;
  // A product that feeds a sum may stay unrounded. This never widens a bound (see bounded.cpp); it
  // says what a testee under the profile may do.
  bool fused_products_allowed;

  // What follows departs from correctly rounded binary32 operations.

  int exponential_milliunits = 0;  // thousandths of a unit that |x| = 1 adds to e^x
  // x / y may be x times 1 / y, whose error this is; 0: it may not.
  int reciprocal_units = 0;
  // x / sqrt(y) may be x times 1 / sqrt(y), whose error this is; 0: it may not.
  int reciprocal_square_root_units = 0;
  // Any operand or result below 2^-126 may become zero.
  bool flush_to_zero = false;
  // Operands of matrix products (TQ-ARITH-012) may be rounded to this format, to nearest or towards
  // zero.
  Format product_format = Format::kBinary32;
  // The sums of matrix products are kept in this format; each addition counts these units of it.
  Format accumulator = Format::kBinary32;
  int accumulator_units = 1;
  // What leaves an operation may be rounded once to this format, to nearest.
  Format output_format = Format::kBinary32;
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
    .exponential_units = 3,  // one ulp, as libraries promise; TQ-ARITH-001 has no exponential
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
    .exponential_units = 3,  // one ulp, as libraries promise; TQ-ARITH-001 has no exponential
    .fused_products_allowed = true,
};

// Kernels as nvcc builds them without options, and what frameworks do around them: division by the
// rounded reciprocal, rsqrtf (2 ulp), expf (2 ulp).
inline constexpr ArithmeticProfile kCudaDefault{
    .name = "cuda-default",
    .roundoff_exponent = -24,
    .underflow_exponent = -150,
    .sum_units = 1,
    .product_units = 1,
    .quotient_units = 1,
    .square_root_units = 1,
    .exponential_units = 5,
    .fused_products_allowed = true,
    .reciprocal_units = 1,
    .reciprocal_square_root_units = 5,
};

// Kernels built with -use_fast_math: subnormals flushed, x / y 2 ulp, 1 / x 1 ulp, sqrtf 1 ulp
// (compute capability 5.2 and later), rsqrtf 2 ulp, expf 2 + 1.173 |x| ulp.
inline constexpr ArithmeticProfile kCudaFastMath{
    .name = "cuda-fast-math",
    .roundoff_exponent = -24,
    .underflow_exponent = -150,
    .sum_units = 1,
    .product_units = 1,
    .quotient_units = 5,
    .square_root_units = 3,
    .exponential_units = 5,
    .fused_products_allowed = true,
    .exponential_milliunits = 2346,
    .reciprocal_units = 3,
    .reciprocal_square_root_units = 5,
    .flush_to_zero = true,
};

// As kCudaDefault, with matrix products on units that read 10 bits of fraction and whose additions
// truncate. What they do to subnormals is not documented, so flushing is permitted.
inline constexpr ArithmeticProfile kTf32{
    .name = "tf32",
    .roundoff_exponent = -24,
    .underflow_exponent = -150,
    .sum_units = 1,
    .product_units = 1,
    .quotient_units = 1,
    .square_root_units = 1,
    .exponential_units = 5,
    .fused_products_allowed = true,
    .reciprocal_units = 1,
    .reciprocal_square_root_units = 5,
    .flush_to_zero = true,
    .product_format = Format::kTf32,
    .accumulator_units = 4,
};

// The built-in profiles, in the order of contract::kProfiles.
inline constexpr const ArithmeticProfile* kProfiles[] = {&kIeee, &kFma, &kCudaDefault,
                                                         &kCudaFastMath, &kTf32};

}  // namespace tq::reference
