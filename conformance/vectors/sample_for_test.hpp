// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conformance/vector.hpp"

// Hand-made vectors that use every member of the schema; the tests of this folder share them.
namespace tq::conformance {

inline Vector sample_success() {
  Vector vector;
  vector.id = "packing/pack-three-codes";
  vector.operation = "packing.pack";
  vector.requirements = {"TQ-PACK-001", "TQ-PACK-002"};
  vector.reason = "a byte boundary inside a code";
  vector.smoke = true;
  vector.input = {{"width", std::uint64_t{3}}, {"codes", Bytes{{7, 0, 5}}}};
  vector.expected.output = {{"packed", Bytes{{0x47, 0x01}}}};
  return vector;
}

inline Vector sample_refusal() {
  Vector vector;
  vector.id = "packing/pack-width-nine";
  vector.operation = "packing.pack";
  vector.requirements = {"TQ-PACK-001"};
  vector.reason = "a width above 8 \"quoted\" and a \\";
  vector.input = {{"width", std::uint64_t{9}}, {"codes", Bytes{}}};
  vector.expected.error = contract::Error::kBadArgument;
  vector.accept = {contract::Error::kBadLength};
  vector.source = "hand-made";
  return vector;
}

inline VectorFile sample_packing() {
  return {"core/packing.json", "packing", {sample_success(), sample_refusal()}};
}

inline VectorFile sample_gain() {
  Vector vector;
  vector.id = "gain/norm-three-four";
  vector.operation = "gain.norm";
  vector.requirements = {"TQ-GAIN-001"};
  vector.reason = "the shortest exact norm";
  vector.input = {{"x", Words{{0x40400000, 0x40800000}}}};
  vector.expected.stages = {{"scaled", Words{{0x3f400000, 0x3f800000}}},
                            {"sum", Words{{0x3fc80000}}},
                            {"root", Words{{0x3fa00000}}}};
  vector.expected.output = {{"norm", Words{{0x40a00000}}}};
  vector.intervals = {{"norm", "ieee", {0x409fffff}, {0x40a00001}},
                      {"norm", "fma", {0x40a00000}, {0x40a00000}}};
  return {"core/gain.json", "gain", {vector}};
}

inline VectorFile sample_bulk() {
  Vector vector;
  vector.id = "packing/signs-bulk";
  vector.operation = "packing.pack_signs";
  vector.requirements = {"TQ-PACK-003"};
  vector.reason = "many words of both signs";
  vector.formulas = {{"values", "gaussian-like", 0x0123456789abcdef, 1000}};
  vector.digests = {{"packed", std::string(64, 'a')}};
  return {"packing/bulk.json", "packing", {vector}};
}

inline std::vector<VectorFile> sample_files() {
  return {sample_gain(), sample_packing(), sample_bulk()};
}

}  // namespace tq::conformance
