// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "tools/gen/chapters.hpp"
#include "tools/gen/inputs.hpp"
#include "tools/gen/intervals.hpp"

namespace tq::tools {

using conformance::Bytes;
using conformance::Words;
using contract::Error;

namespace {

constexpr auto kCore = "core/gain.json";

void add_norms(VectorSet& set) {
  for (const std::size_t head_dim : {4u, 64u}) {
    for (const NamedRow& row : named_rows(head_dim)) {
      auto& vector =
          set.add(kCore, "gain/norm-d" + std::to_string(head_dim) + "-" + row.name, "gain.norm",
                  {"TQ-GAIN-001", "TQ-GAIN-002", "TQ-GAIN-003", "TQ-GAIN-004", "TQ-ARITH-007"},
                  "Norm of a row: " + std::string(row.reason) + ".", {{"x", row.words}});
      if (head_dim == 4) add_intervals(vector);
    }
  }
  set.add(kCore, "gain/norm-exponent-edges", "gain.norm", {"TQ-GAIN-001", "TQ-ARITH-007"},
          "A row that spans all exponents: its small elements underflow when scaled.",
          {{"x", Words{{0x7f000000, 0x3f800000, 0x00800000, 0x00000001}}}});
  set.add(kCore, "gain/norm-empty", "gain.norm", {"TQ-GAIN-004"}, "An empty row has norm +0.",
          {{"x", Words{}}});
  set.add_refused(kCore, "gain/norm-overflow", "gain.norm", {"TQ-GAIN-003"},
                  "The norm of four largest numbers is not a binary32.",
                  {{"x", repeat(0x7f7fffff, 4)}}, Error::kBinary32Overflow);
  set.add_refused(kCore, "gain/norm-nan", "gain.norm", {"TQ-ARITH-006"},
                  "A NaN anywhere refuses the row.", {{"x", Words{{0x3f800000, 0x7fc00000}}}},
                  Error::kNonFiniteInput);
}

void add_store(VectorSet& set) {
  const Words norms{{0x00000000, 0x00000001, 0x3f800000, 0x3f801000, 0x3f803000, 0x477fe000,
                     0x32ffffff, 0x33000001, 0x33c00000, 0x42f6e9d5}};
  for (const char* coding : {"binary32", "binary16"}) {
    const std::string name(coding);
    const auto& stored =
        set.add(kCore, "gain/store-" + name, "gain.store", {"TQ-GAIN-005", "TQ-ARITH-004"},
                "Zero, subnormals, ties and the largest binary16, little-endian.",
                {{"gain_coding", name}, {"norms", norms}});
    set.add(kCore, "gain/load-" + name, "gain.load", {"TQ-GAIN-006", "TQ-ARITH-005"},
            "What was stored, read back.",
            {{"gain_coding", name}, {"stored", stored.expected.output.get<Bytes>("stored")}});
    set.add_refused(kCore, "gain/store-negative-" + name, "gain.store", {"TQ-GAIN-005"},
                    "-0 is not a norm.", {{"gain_coding", name}, {"norms", Words{{0x80000000}}}},
                    Error::kBadArgument);
    set.add_refused(kCore, "gain/store-infinity-" + name, "gain.store", {"TQ-ARITH-006"},
                    "An infinity is refused before anything else.",
                    {{"gain_coding", name}, {"norms", Words{{0xff800000}}}},
                    Error::kNonFiniteInput);
  }
  // d = 128 rows of 5791 and 5792: norms 65517.7 and 65529.
  set.add(kCore, "gain/store-binary16-largest", "gain.store", {"TQ-ARITH-004"},
          "The largest norm below the overflow of binary16.",
          {{"gain_coding", std::string("binary16")}, {"norms", Words{{0x477fefff}}}});
  set.add_refused(kCore, "gain/store-binary16-overflow", "gain.store", {"TQ-ARITH-004"},
                  "The first norm that rounds to a binary16 infinity.",
                  {{"gain_coding", std::string("binary16")}, {"norms", Words{{0x477ff000}}}},
                  Error::kBinary16Overflow);
  set.add_refused(kCore, "gain/store-unknown-coding", "gain.store", {"TQ-GAIN-005"},
                  "A coding without a name in the table.",
                  {{"gain_coding", std::string("bfloat16")}, {"norms", Words{}}},
                  Error::kBadArgument);
}

void add_load_refusals(VectorSet& set) {
  const struct {
    const char* name;
    const char* coding;
    Bytes stored;
    Error error;
    const char* reason;
  } cases[] = {
      {"binary32-infinity",
       "binary32",
       {{0, 0, 0x80, 0x7f}},
       Error::kGainNotFinite,
       "A stored infinity."},
      {"binary32-negative-nan",
       "binary32",
       {{0, 0, 0xc0, 0xff}},
       Error::kGainNotFinite,
       "A NaN with its sign bit set is not finite first."},
      {"binary32-negative",
       "binary32",
       {{0, 0, 0x80, 0xbf}},
       Error::kGainNegative,
       "A gain of -1."},
      {"binary32-negative-zero",
       "binary32",
       {{0, 0, 0, 0x80}},
       Error::kGainNegative,
       "A gain of -0 has a second spelling of zero."},
      {"binary16-infinity", "binary16", {{0, 0x7c}}, Error::kGainNotFinite, "A stored infinity."},
      {"binary16-nan", "binary16", {{0, 0x7e}}, Error::kGainNotFinite, "A stored NaN."},
      {"binary16-negative-zero",
       "binary16",
       {{0, 0x80}},
       Error::kGainNegative,
       "A gain of -0 has a second spelling of zero."},
      {"binary16-odd",
       "binary16",
       {{0, 0x3c, 0}},
       Error::kBadLength,
       "Three bytes are no binary16 list."},
  };
  for (const auto& one : cases) {
    set.add_refused(kCore, std::string("gain/load-") + one.name, "gain.load", {"TQ-GAIN-006"},
                    one.reason, {{"gain_coding", std::string(one.coding)}, {"stored", one.stored}},
                    one.error);
  }
}

}  // namespace

void add_gain_vectors(VectorSet& set) {
  add_norms(set);
  add_store(set);
  add_load_refusals(set);
}

}  // namespace tq::tools
