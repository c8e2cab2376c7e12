// SPDX-License-Identifier: Apache-2.0
// Smoke vectors that one forbidden shortcut of the arithmetic changes each (TQ-ARITH-001): a fused
// multiply-add, subnormals flushed to zero or taken as zero, a reciprocal or a reciprocal square
// root in place of a division or a root. conformance/wrong_builds/ shows that they bite.
#include <string>

#include "tools/gen/chapters.hpp"
#include "tools/gen/inputs.hpp"
#include "tools/gen/key_rows.hpp"
#include "tools/gen/page_builder.hpp"

namespace tq::tools {

using conformance::Bytes;
using conformance::Words;

namespace {

// Found by search: x RN(1/y) differs from RN(x / y) in every pair, and so does x times an estimate
// of 11 or 12 bits of 1/y with one Newton step, in five ways of writing the step.
const Words kDividends{{0x43aa7907, 0x3eedc41d, 0x4293efe0, 0x3e4d06ab, 0x405b1705, 0x3c3bd079,
                        0x3d37fd54, 0x4087666d, 0x3bde523e, 0x4275f2c8, 0x3c583a95, 0x3b8a88e4,
                        0x3bc1cd88, 0x43ff4e50, 0x42e2282a, 0x405d24f7}};
const Words kDivisors{{0x3f8940e7, 0x43700db7, 0x3f777405, 0x3dde6ce3, 0x3c5ddae8, 0x43c3592d,
                       0x3decfe99, 0x3f49904e, 0x3cf4457f, 0x42f9446b, 0x3f42acd1, 0x3e4713b5,
                       0x3ff4d850, 0x43af2b43, 0x3b9c6903, 0x43796a5f}};
// The same for a times the reciprocal square root of a.
const Words kRadicands{{0x3e4ea1b6, 0x4146c58e, 0x419de9cb, 0x40430229, 0x3bff5932, 0x410658cd,
                        0x43dbb21f, 0x431ad0c2, 0x3c5821b7, 0x41cffb53, 0x41bd600d, 0x3ff30eca,
                        0x3c1787a0, 0x3ea23f29, 0x421991f8, 0x42779bb0}};

void add_arithmetic_canaries(VectorSet& set) {
  const auto add = [&](const char* name, const char* op, const char* reason, Words a, Words b) {
    set.add("core/arithmetic.json", std::string("arithmetic/canary-") + name, "arithmetic.evaluate",
            {"TQ-ARITH-001"}, reason,
            {{"operator", std::string(op)}, {"a", std::move(a)}, {"b", std::move(b)}})
        .smoke = true;
  };
  add("reciprocal", "divide", "Every quotient differs from a product with the reciprocal.",
      kDividends, kDivisors);
  add("reciprocal-root", "square-root",
      "Every root differs from a product with the reciprocal square root.", kRadicands, Words{});
  add("subnormal-result", "subtract", "Normal operands, subnormal results: flush-to-zero shows.",
      Words{{0x00800001, 0x01000000, 0x80c00000, 0x01234567}},
      Words{{0x00800000, 0x00ffffff, 0x80800000, 0x01234560}});
  add("subnormal-operand", "multiply",
      "Subnormal operands, normal results: denormals-are-zero shows.",
      Words{{0x00000001, 0x007fffff, 0x80400000, 0x71800000}},
      Words{{0x71800000, 0x40800000, 0x40000000, 0x00000003}});
}

void add_encode_canary(VectorSet& set, const char* name, const char* reason, Words x) {
  KeyCall call;
  call.head_dim = x.values.size();
  set.add("core/keys.json", std::string("keys/encode-canary-") + name, "key.encode",
          {"TQ-ARITH-001", "TQ-KEYS-003", "TQ-GAIN-002"}, reason, call.encode_input(std::move(x)))
      .smoke = true;
}

void add_key_canaries(VectorSet& set) {
  // Seeds found by search, under 1000.
  add_encode_canary(set, "fused", "Fused sums of squares change the stored gain by one step.",
                    gaussian_like(905, 64));
  add_encode_canary(set, "reciprocal-root",
                    "A reciprocal square root changes the stored gain; fused sums do not.",
                    gaussian_like(911, 64));
  add_encode_canary(set, "subnormal-operand",
                    "A subnormal row with a normal norm: denormals-are-zero gives gain +0.",
                    Words{{0x007fffff, 0x807bfffe, 0x00777777, 0x00733333, 0x806f0001, 0x006b1234,
                           0x80665432, 0x00600000}});
  // With the signs of this call y is (tiny, 2, -tiny, 2) after scaling, tiny = 1.5 2^-130: its code
  // is 8, that of zero is 7.
  add_encode_canary(set, "subnormal-result",
                    "A normal coordinate is subnormal when scaled: flush-to-zero changes a code.",
                    Words{{0x49800000, 0x49800000, 0x88c00000, 0x00000000}});
  // Each but the last two lies on a boundary times the gain, or one step beside it.
  set.add("core/keys.json", "keys/quantize-canary-reciprocal", "key.quantize",
          {"TQ-ARITH-001", "TQ-KEYS-003"},
          "14 of 16 codes change when a product with the reciprocal replaces the division.",
          {{"width", std::uint64_t{4}},
           {"transform", std::string("one-round")},
           {"head_dim", std::uint64_t{16}},
           {"gain", Words{{0x3ff1ca75}}},
           {"y", Words{{0xc0911f81, 0xc05edfe3, 0xc02dbe56, 0xc004e60c, 0xbfc152e5, 0xbf7c9ff7,
                        0xbef9be16, 0x3ef9be18, 0x3f7c9ff9, 0x3fc152e6, 0x4004e60d, 0x402dbe57,
                        0x405edfe4, 0x40911f82, 0x3f800000, 0xbf800000}}}})
      .smoke = true;
}

void add_score_canary(VectorSet& set) {
  PagePlan plan;
  plan.key_dim = 64;  // four products a lane
  set.add("core/score.json", "score/canary-fused", "score.page", {"TQ-ARITH-001", "TQ-SCORE-003"},
          "Fused multiply-adds change sums and scores of a whole page.",
          {{"page", Bytes{build_bytes(plan)}},
           {"query_heads", std::uint64_t{2}},
           {"queries", gaussian_like(730, 128)}})
      .smoke = true;
}

}  // namespace

void add_canary_vectors(VectorSet& set) {
  add_arithmetic_canaries(set);
  add_key_canaries(set);
  add_score_canary(set);
}

}  // namespace tq::tools
