// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include "spec/contract/errors.hpp"
#include "tools/gen/chapters.hpp"
#include "tools/gen/inputs.hpp"
#include "tools/gen/intervals.hpp"

namespace tq::tools {

using conformance::Halves;
using conformance::Words;
using contract::Error;

namespace {

constexpr auto kCore = "core/arithmetic.json";

// Operands on which rounding, ties, subnormals, overflow and signed zeros show.
const Words kLeft{{0x3f800000, 0x3f800001, 0x00000001, 0x00800000, 0x807fffff, 0x7f7fffff,
                   0x80000000, 0x4b800000, 0x4b800001, 0x3eaaaaab, 0xc0490fdb, 0x1e3ce508}};
const Words kRight{{0x33800000, 0x33800000, 0x00000001, 0x80000001, 0x00000001, 0x73800000,
                    0x80000000, 0x3f800000, 0x3f800000, 0x40400000, 0x3f000001, 0x1e3ce508}};

void add_evaluate(VectorSet& set) {
  const std::string operators[] = {"add", "subtract", "multiply"};
  for (const std::string& name : operators) {
    set.add(kCore, "arithmetic/evaluate-" + name, "arithmetic.evaluate",
            {"TQ-ARITH-001", "TQ-ARITH-010"},
            "Ties, subnormals, the largest number and signed zeros through one rounded operation.",
            {{"operator", name}, {"a", kLeft}, {"b", kRight}})
        .smoke = true;
  }
  set.add(kCore, "arithmetic/evaluate-divide", "arithmetic.evaluate",
          {"TQ-ARITH-001", "TQ-ARITH-010"},
          "Quotients that a reciprocal estimate or a product with the reciprocal gets wrong.",
          {{"operator", std::string("divide")},
           {"a", Words{{0x3f800000, 0x41200000, 0x3f7fffff, 0x00000003, 0x00800000, 0x7f7fffff}}},
           {"b", Words{{0x40400000, 0x40e00000, 0x3f800001, 0x40000000, 0x40000000, 0x3f000000}}}})
      .smoke = true;
  set.add(kCore, "arithmetic/evaluate-square-root", "arithmetic.evaluate",
          {"TQ-ARITH-001", "TQ-ARITH-010"},
          "Square roots of both exponent parities, of subnormals and of both zeros.",
          {{"operator", std::string("square-root")},
           {"a", Words{{0x40000000, 0x40400000, 0x00000001, 0x007fffff, 0x7f7fffff, 0x00000000,
                        0x80000000, 0x3f7fffff}}},
           {"b", Words{}}})
      .smoke = true;
  set.add(kCore, "arithmetic/evaluate-empty", "arithmetic.evaluate", {"TQ-ARITH-010"},
          "Empty lists give an empty list.",
          {{"operator", std::string("add")}, {"a", Words{}}, {"b", Words{}}});
  set.add_refused(
      kCore, "arithmetic/evaluate-divide-by-zero", "arithmetic.evaluate", {"TQ-ARITH-010"},
      "Division by -0 is refused, no infinity is invented.",
      {{"operator", std::string("divide")}, {"a", Words{{0x3f800000}}}, {"b", Words{{0x80000000}}}},
      Error::kBadArgument);
  set.add_refused(kCore, "arithmetic/evaluate-infinity-over-zero", "arithmetic.evaluate",
                  {"TQ-ARITH-006", "TQ-ARITH-010"},
                  "A later infinity wins over an earlier division by zero.",
                  {{"operator", std::string("divide")},
                   {"a", Words{{0x3f800000, 0x7f800000}}},
                   {"b", Words{{0x00000000, 0x3f800000}}}},
                  Error::kNonFiniteInput);
  set.add_refused(kCore, "arithmetic/evaluate-unknown-operator", "arithmetic.evaluate",
                  {"TQ-ARITH-010"}, "An operator that names nothing.",
                  {{"operator", std::string("modulo")}, {"a", Words{}}, {"b", Words{}}},
                  Error::kBadArgument);
  set.add_refused(kCore, "arithmetic/evaluate-length", "arithmetic.evaluate", {"TQ-ARITH-010"},
                  "Lists of different length have no elementwise sum.",
                  {{"operator", std::string("add")},
                   {"a", Words{{0x3f800000, 0x3f800000}}},
                   {"b", Words{{0x3f800000}}}},
                  Error::kBadLength);
  set.add_refused(
      kCore, "arithmetic/evaluate-infinity", "arithmetic.evaluate", {"TQ-ARITH-006"},
      "An infinity is not a number that any operation takes.",
      {{"operator", std::string("add")}, {"a", Words{{0x7f800000}}}, {"b", Words{{0x3f800000}}}},
      Error::kNonFiniteInput);
}

void add_dot(VectorSet& set) {
  // 1, 15 .. 17, 31 .. 33: one lane, one short of all lanes, all, a second turn, and its edges.
  for (const std::size_t n : {0u, 1u, 15u, 16u, 17u, 31u, 32u, 33u, 128u}) {
    auto& vector = set.add(kCore, "arithmetic/dot-" + std::to_string(n), "arithmetic.dot",
                           {"TQ-ARITH-002", "TQ-ARITH-003"}, "A length at an edge of the 16 lanes.",
                           {{"a", gaussian_like(100 + n, n)}, {"b", gaussian_like(200 + n, n)}});
    if (n > 0) add_intervals(vector);
  }
  set.add(kCore, "arithmetic/dot-fused-canary", "arithmetic.dot", {"TQ-ARITH-001", "TQ-ARITH-003"},
          "A fused multiply-add keeps a 2^-46 that the rounded product loses.",
          {{"a", Words{{0x3f800001, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xbf800001}}},
           {"b", Words{{0x3f800001, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x3f800001}}}})
      .smoke = true;
  Words small = repeat(0x33800000, 33);
  small.values[0] = 0x3f800000;
  set.add(kCore, "arithmetic/dot-order-canary", "arithmetic.dot", {"TQ-ARITH-002"},
          "1 and many 2^-24: a sequential sum stays at 1, the lanes do not.",
          {{"a", small}, {"b", repeat(0x3f800000, 33)}})
      .smoke = true;
  set.add(kCore, "arithmetic/dot-subnormal-canary", "arithmetic.dot", {"TQ-ARITH-001"},
          "Products and sums are subnormal: flush-to-zero gives zero.",
          {{"a", repeat(0x1e3ce508, 16)}, {"b", repeat(0x1a000000, 16)}})
      .smoke = true;
  set.add(kCore, "arithmetic/dot-negative-zero", "arithmetic.dot", {"TQ-ARITH-002"},
          "Lanes start at +0, so a sum of -0 products is +0.",
          {{"a", repeat(0x80000000, 16)}, {"b", repeat(0x3f800000, 16)}});
  set.add_refused(kCore, "arithmetic/dot-overflow", "arithmetic.dot", {"TQ-ARITH-003"},
                  "Two large products in one lane overflow.",
                  {{"a", repeat(0x7f000000, 17)}, {"b", repeat(0x3f800000, 17)}},
                  Error::kResultOverflow);
  set.add_refused(kCore, "arithmetic/dot-length", "arithmetic.dot", {"TQ-ARITH-003"},
                  "Lists of different length have no dot product.",
                  {{"a", repeat(0x3f800000, 2)}, {"b", repeat(0x3f800000, 3)}}, Error::kBadLength);
  set.add_refused(kCore, "arithmetic/dot-nan", "arithmetic.dot", {"TQ-ARITH-006"},
                  "A NaN is refused even where it meets a zero.",
                  {{"a", Words{{0x7fc00000}}}, {"b", Words{{0x00000000}}}}, Error::kNonFiniteInput);
}

void add_binary16(VectorSet& set) {
  set.add(kCore, "arithmetic/to-binary16-edges", "arithmetic.to_binary16", {"TQ-ARITH-004"},
          "Ties, the subnormal range, the smallest and the largest binary16, and both zeros.",
          {{"values",
            Words{{0x3f801000, 0x3f803000, 0x3f801001, 0x33000000, 0x33000001, 0x33800000,
                   0x337fffff, 0x387fc000, 0x387fe000, 0x38800000, 0x477fe000, 0x477fefff,
                   0x00000001, 0x80000001, 0x80000000, 0x00000000, 0xc77fefff, 0x38007fff}}}})
      .smoke = true;
  set.add_refused(kCore, "arithmetic/to-binary16-overflow", "arithmetic.to_binary16",
                  {"TQ-ARITH-004"}, "65520 is the first value that rounds to infinity.",
                  {{"values", Words{{0x3f800000, 0x477ff000}}}}, Error::kBinary16Overflow);
  set.add_refused(kCore, "arithmetic/to-binary16-nan", "arithmetic.to_binary16", {"TQ-ARITH-006"},
                  "A NaN has no binary16 on the wire.", {{"values", Words{{0x7fc00000}}}},
                  Error::kNonFiniteInput);
  set.add(kCore, "arithmetic/from-binary16-edges", "arithmetic.from_binary16", {"TQ-ARITH-005"},
          "Both zeros, subnormals, the smallest normal and the largest number.",
          {{"halves", Halves{{0x0000, 0x8000, 0x0001, 0x03ff, 0x0400, 0x3c00, 0x7bff, 0xfbff,
                              0x8001, 0x3555}}}})
      .smoke = true;
  set.add_refused(kCore, "arithmetic/from-binary16-infinity", "arithmetic.from_binary16",
                  {"TQ-ARITH-006"}, "An infinity is refused in either direction.",
                  {{"halves", Halves{{0x3c00, 0x7c00}}}}, Error::kNonFiniteInput);
  Halves finite;
  for (std::uint32_t half = 0; half < 0x10000; ++half) {
    if ((half & 0x7c00) != 0x7c00) finite.values.push_back(static_cast<std::uint16_t>(half));
  }
  set.add_bulk("arithmetic/bulk.json", "arithmetic/from-binary16-all", "arithmetic.from_binary16",
               {"TQ-ARITH-005"}, "Every finite binary16 number.", {{"halves", finite}}, {},
               {"values"});
}

}  // namespace

void add_arithmetic_vectors(VectorSet& set) {
  add_evaluate(set);
  add_dot(set);
  add_binary16(set);
}

}  // namespace tq::tools
