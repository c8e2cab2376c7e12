// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <cereal/cereal.hpp>

#include "conformance/vector.hpp"
#include "spec/contract/versions.hpp"

// How cereal walks the typed records: shared by the two archives (vector_json_write.cpp,
// vector_json_read.cpp) that give them the JSON shapes of chapter vectors and nothing of cereal's
// own (TQ-VECT-003). Include it nowhere else: it is heavy.
namespace tq::conformance {

using cereal::make_nvp;
using cereal::NameValuePair;

// ---- Views that say which JSON form a member has ----

struct Hex64 {
  std::uint64_t& word;
};
struct WordList {
  std::vector<std::uint32_t>& words;
};
// A record whose field types come from the operation table.
struct FieldsOf {
  Record& record;
  const std::string& operation;
  contract::FieldPart part;
};
struct ExpectedOf {
  Answer& answer;
  const std::string& operation;
};
// A member that stands in the file only when it is not empty.
template <class T>
struct IfAny {
  const char* name;
  T& value;
};
template <class T>
IfAny<T> if_any(const char* name, T& value) {
  return {name, value};
}

inline bool is_empty(bool value) { return !value; }
inline bool is_empty(const FieldsOf& fields) { return fields.record.empty(); }
template <class T>
bool is_empty(const T& list) {
  return list.empty();
}

// ---- The schema, once for both directions ----

template <class Archive>
void serialize(Archive& archive, Formula& formula) {
  archive(make_nvp("field", formula.field), make_nvp("name", formula.name),
          make_nvp("seed", Hex64{formula.seed}), make_nvp("count", formula.count));
}

template <class Archive>
void serialize(Archive& archive, Interval& interval) {
  archive(make_nvp("field", interval.field), make_nvp("profile", interval.profile),
          make_nvp("lower", WordList{interval.lower}), make_nvp("upper", WordList{interval.upper}));
}

template <class Archive>
void serialize(Archive& archive, Digest& digest) {
  archive(make_nvp("field", digest.field), make_nvp("sha256", digest.sha256));
}

template <class Archive>
void serialize(Archive& archive, Vector& vector) {
  const std::string& operation = vector.operation;
  archive(make_nvp("id", vector.id), make_nvp("operation", vector.operation),
          make_nvp("requirements", vector.requirements), make_nvp("reason", vector.reason),
          if_any("smoke", vector.smoke),
          make_nvp("input", FieldsOf{vector.input, operation, contract::FieldPart::kInput}),
          if_any("formulas", vector.formulas),
          make_nvp("expected", ExpectedOf{vector.expected, operation}),
          if_any("accept", vector.accept), if_any("intervals", vector.intervals),
          if_any("digests", vector.digests), if_any("source", vector.source));
}

template <class Archive>
void serialize(Archive& archive, VectorFile& file) {
  std::uint64_t format = contract::kVectorFormat;
  std::string specification(contract::kSpecificationVersion);
  archive(make_nvp("format", format), make_nvp("specification", specification),
          make_nvp("chapter", file.chapter));
  archive.check_versions(format, specification, file.chapter);
  archive(make_nvp("vectors", file.vectors));
}

}  // namespace tq::conformance
