// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/record.hpp"

namespace tq::conformance {

// The admissible results of one output or stage under one arithmetic profile: element i of the
// field lies in [lower[i], upper[i]] (binary32 patterns, or codes one per word). Class bounds.
struct Interval {
  std::string field;
  std::string profile;  // "ieee", "fma"
  std::vector<std::uint32_t> lower;
  std::vector<std::uint32_t> upper;
  bool operator==(const Interval&) const = default;
};

// In a bulk vector a long input comes from a formula of chapter vectors (TQ-VECT-010) and a long
// output is stored as the SHA-256 of its little-endian bytes.
struct Formula {
  std::string field;
  std::string name;  // "gaussian-like"
  std::uint64_t seed = 0;
  std::uint64_t count = 0;  // 32-bit words
  bool operator==(const Formula&) const = default;
};
struct Digest {
  std::string field;
  std::string sha256;  // 64 hex digits
  bool operator==(const Digest&) const = default;
};

// One golden vector (chapter vectors). `input` excludes fields given by `formulas`; `expected`
// excludes output fields given by `digests`.
struct Vector {
  std::string id;         // "keys/encode-one-hot-d128-w2"; never reused
  std::string operation;  // contract::Operation::name
  std::vector<std::string> requirements;
  std::string reason;  // one line: why this vector exists
  bool smoke = false;  // runs before all others
  Record input;
  std::vector<Formula> formulas;
  Answer expected;
  std::vector<contract::Error> accept;  // other errors that are right too (TQ-PAGE order)
  std::vector<Interval> intervals;
  std::vector<Digest> digests;
  std::string source;  // provenance; empty: the reference of this project
  bool operator==(const Vector&) const = default;
};

// One file of vectors: all of one chapter and tier.
struct VectorFile {
  std::string path;  // relative to vectors/, "core/packing.json"
  std::string chapter;
  std::vector<Vector> vectors;  // ascending id
};

}  // namespace tq::conformance
