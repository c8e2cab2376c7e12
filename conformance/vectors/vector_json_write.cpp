// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "conformance/value_text.hpp"
#include "conformance/vectors/vector_json.hpp"
#include "conformance/vectors/vector_records-inl.hpp"

namespace tq::conformance {
namespace {

// Objects take one line per member, lists of names one line in all: a change of one value is a
// change of one line.
class VectorOutputArchive : public cereal::OutputArchive<VectorOutputArchive> {
 public:
  VectorOutputArchive() : OutputArchive(this) {}

  void check_versions(std::uint64_t, const std::string&, const std::string&) {}

  void open(char bracket) {
    text_ += bracket;
    depth_ += 1;
    first_ = true;
  }
  void close(char bracket) {
    depth_ -= 1;
    if (!first_) new_line();
    first_ = false;
    text_ += bracket;
  }
  void next() {
    if (!first_) text_ += ',';
    first_ = false;
    new_line();
  }
  void key(std::string_view name) {
    next();
    string(name);
    text_ += ": ";
  }
  void raw(std::string_view token) { text_ += token; }
  // Printable ASCII (fault_of_vector): two characters need an escape.
  void string(std::string_view value) {
    text_ += '"';
    for (const char c : value) {
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += c;
    }
    text_ += '"';
  }
  std::string take() {
    text_ += '\n';
    return std::move(text_);
  }

 private:
  void new_line() {
    text_ += '\n';
    text_.append(2 * depth_, ' ');
  }

  std::string text_;
  std::size_t depth_ = 0;
  bool first_ = true;
};

void save(VectorOutputArchive& archive, const std::string& text) { archive.string(text); }
void save(VectorOutputArchive& archive, const bool& value) {
  archive.raw(value ? "true" : "false");
}
void save(VectorOutputArchive& archive, const std::uint64_t& integer) {
  archive.raw(std::to_string(integer));
}
void save(VectorOutputArchive& archive, const Hex64& hex) {
  archive.string(format_word64(hex.word));
}
void save(VectorOutputArchive& archive, const WordList& list) {
  archive.string(format_value(Words{list.words}));
}
void save(VectorOutputArchive& archive, const Value& value) {
  const std::string text = format_value(value);
  if (type_of(value) == contract::FieldType::kInteger) {
    archive.raw(text);
  } else {
    archive.string(text);
  }
}

template <class T>
void save(VectorOutputArchive& archive, const NameValuePair<T>& pair) {
  archive.key(pair.name);
  archive(pair.value);
}

template <class T>
void save(VectorOutputArchive& archive, const IfAny<T>& member) {
  if (!is_empty(member.value)) archive(make_nvp(member.name, member.value));
}

void save(VectorOutputArchive& archive, const std::vector<std::string>& names) {
  archive.raw("[");
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i != 0) archive.raw(", ");
    archive.string(names[i]);
  }
  archive.raw("]");
}

void save(VectorOutputArchive& archive, const std::vector<contract::Error>& errors) {
  std::vector<std::string> slugs;
  for (const contract::Error error : errors) slugs.emplace_back(contract::entry(error).slug);
  archive(slugs);
}

template <class T>
void save_object(VectorOutputArchive& archive, const T& object) {
  archive.open('{');
  archive(object);
  archive.close('}');
}

template <class T>
void save(VectorOutputArchive& archive, const std::vector<T>& objects) {
  archive.open('[');
  for (const T& object : objects) {
    archive.next();
    save_object(archive, object);
  }
  archive.close(']');
}

void save(VectorOutputArchive& archive, const FieldsOf& fields) {
  archive.open('{');
  for (const Field& field : fields.record.fields()) {
    archive(make_nvp(field.name.c_str(), field.value));
  }
  archive.close('}');
}

void save(VectorOutputArchive& archive, const ExpectedOf& expected) {
  Answer& answer = expected.answer;
  FieldsOf stages{answer.stages, expected.operation, contract::FieldPart::kStage};
  FieldsOf output{answer.output, expected.operation, contract::FieldPart::kOutput};
  archive.open('{');
  if (answer.error) {
    const std::string slug(contract::entry(*answer.error).slug);
    archive(make_nvp("error", slug));
  }
  archive(if_any("stages", stages), if_any("output", output));
  archive.close('}');
}

}  // namespace

std::string write_vector_file(const VectorFile& file) {
  VectorOutputArchive archive;
  save_object(archive, file);
  return archive.take();
}

}  // namespace tq::conformance
