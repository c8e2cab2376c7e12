// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "reference/random.hpp"
#include "spec/contract/modes.hpp"
#include "tools/gen/chapters.hpp"
#include "tools/gen/inputs.hpp"
#include "tools/gen/intervals.hpp"

namespace tq::tools {

using conformance::Bytes;
using conformance::Record;
using conformance::Words;
using contract::Error;

namespace {

constexpr auto kCore = "core/transform.json";

Bytes sign_bytes(contract::Stream stream, std::size_t head_dim) {
  return Bytes{reference::store_signs(reference::signs({.seed = 7, .stream = stream}, head_dim))};
}

Record arguments(const std::string& transform, std::size_t head_dim, const char* field,
                 Words values) {
  const bool one_round = transform == "one-round";
  return {{"transform", transform},
          {"head_dim", std::uint64_t{head_dim}},
          {"signs_1", sign_bytes(contract::Stream::kKeyRound1, head_dim)},
          {"signs_2", one_round ? Bytes{} : sign_bytes(contract::Stream::kKeyRound2, head_dim)},
          {field, std::move(values)}};
}

std::vector<std::string> forward_requirements(const std::string& transform) {
  const char* own = transform == "one-round"    ? "TQ-XFORM-004"
                    : transform == "two-rounds" ? "TQ-XFORM-005"
                                                : "TQ-XFORM-006";
  return {"TQ-XFORM-002", "TQ-XFORM-003", own};
}

void add_round_trip(VectorSet& set, const std::string& file, const std::string& transform,
                    std::size_t head_dim, const NamedRow& row, bool intervals) {
  const std::string suffix = transform + "-d" + std::to_string(head_dim) + "-" + row.name;
  const std::string reason = "Transform of a row: " + std::string(row.reason) + ".";
  auto& forward = set.add(file, "transform/forward-" + suffix, "transform.forward",
                          forward_requirements(transform), reason,
                          arguments(transform, head_dim, "x", row.words));
  const Words y = forward.expected.output.get<Words>("y");
  auto& inverse = set.add(file, "transform/inverse-" + suffix, "transform.inverse",
                          {"TQ-XFORM-007", "TQ-ARITH-008"},
                          "Inverse of the transformed row: " + std::string(row.reason) + ".",
                          arguments(transform, head_dim, "y", y));
  if (intervals) {
    add_intervals(forward);
    add_intervals(inverse);
  }
}

// Chapter keys scales a row before it transforms it; unscaled, this one overflows.
bool overflows_unscaled(const NamedRow& row) { return row.name == "huge-3e37"; }

void add_refusals(VectorSet& set) {
  const auto refuse = [&](const char* name, const char* requirement, const char* reason,
                          Record input, Error error) {
    set.add_refused(kCore, std::string("transform/forward-") + name, "transform.forward",
                    {requirement}, reason, std::move(input), error);
  };
  refuse("dim-96", "TQ-XFORM-001", "96 is no power of two.",
         arguments("one-round", 96, "x", repeat(0x3f800000, 96)), Error::kBadArgument);
  refuse("dim-1", "TQ-XFORM-001", "1 is below the smallest size.",
         arguments("one-round", 1, "x", repeat(0x3f800000, 1)), Error::kBadArgument);
  refuse("dim-2048", "TQ-XFORM-001", "2048 is above the largest size.",
         {{"transform", std::string("one-round")},
          {"head_dim", std::uint64_t{2048}},
          {"signs_1", Bytes{}},
          {"signs_2", Bytes{}},
          {"x", Words{}}},
         Error::kBadArgument);
  refuse("unknown", "TQ-XFORM-004", "A transform without a name in the table.",
         arguments("three-rounds", 8, "x", repeat(0x3f800000, 8)), Error::kBadArgument);
  refuse("short", "TQ-XFORM-007", "A row of 7 where 8 are announced.",
         arguments("one-round", 8, "x", repeat(0x3f800000, 7)), Error::kBadLength);
  refuse("infinity", "TQ-ARITH-006", "An infinity among the coordinates.",
         arguments("one-round", 8, "x", repeat(0x7f800000, 8)), Error::kNonFiniteInput);
  refuse("overflow", "TQ-XFORM-008", "Eight coordinates of 2^127 overflow in the first stride.",
         arguments("one-round", 8, "x", repeat(0x7f000000, 8)), Error::kResultOverflow);
  refuse("padding-bit", "TQ-RAND-005", "Two signs leave six bits that are zero.",
         {{"transform", std::string("one-round")},
          {"head_dim", std::uint64_t{2}},
          {"signs_1", Bytes{{0x04}}},
          {"signs_2", Bytes{}},
          {"x", repeat(0x3f800000, 2)}},
         Error::kPaddingBits);
}

}  // namespace

void add_transform_vectors(VectorSet& set) {
  for (const auto& transform : contract::kTransforms) {
    const std::string name(transform.name);
    for (const NamedRow& row : named_rows(8)) {
      if (overflows_unscaled(row)) continue;
      add_round_trip(set, kCore, name, 8, row, row.name == "gaussian-a" || row.name == "one-hot");
    }
    // The smallest size, an odd power of two, and the sizes that models use.
    for (const std::size_t head_dim : {2u, 4u, 16u, 64u, 128u}) {
      add_round_trip(set, kCore, name, head_dim, named_rows(head_dim).front(), head_dim <= 64);
    }
    for (const std::size_t head_dim : {64u, 128u, 256u}) {
      for (const NamedRow& row : named_rows(head_dim)) {
        if (row.name == "gaussian-a" || overflows_unscaled(row)) continue;
        add_round_trip(set, "transform/production.json", name, head_dim, row, false);
      }
    }
    for (const std::size_t head_dim : {512u, 1024u}) {
      add_round_trip(set, "transform/production.json", name, head_dim, named_rows(head_dim).front(),
                     false);
    }
  }
  add_refusals(set);
}

}  // namespace tq::tools
