// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/json_strict.hpp"
#include "conformance/value_text.hpp"
#include "conformance/vectors/rules.hpp"
#include "conformance/vectors/vector_json.hpp"
#include "conformance/vectors/vector_records-inl.hpp"

namespace tq::conformance {
namespace {

using Json = nlohmann::ordered_json;

// One line, without path and id; never leaves this file.
class Malformed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class VectorInputArchive : public cereal::InputArchive<VectorInputArchive> {
 public:
  VectorInputArchive(const Json& root, std::string_view chapter)
      : InputArchive(this), node_(&root), chapter_(chapter) {}

  // TQ-VECT-001
  void check_versions(std::uint64_t format, const std::string& specification,
                      const std::string& chapter) const {
    if (format != contract::kVectorFormat) {
      throw Malformed(
          fmt::format("vector format {}, this program reads {}", format, contract::kVectorFormat));
    }
    if (specification != contract::kSpecificationVersion) {
      throw Malformed(fmt::format("of specification {}, this program knows {}",
                                  printable_excerpt(specification),
                                  contract::kSpecificationVersion));
    }
    if (chapter != chapter_) {
      throw Malformed(fmt::format("chapter is \"{}\", the path says \"{}\"",
                                  printable_excerpt(chapter), chapter_));
    }
  }

  const Json& node() const { return *node_; }
  bool has(const char* name) const { return find_member(*node_, name) != nullptr; }

  // Runs `read` with `name`, which stands for an error, as the current node.
  template <class Read>
  void inside(const Json& child, std::string_view name, const Read& read) {
    const Json* const outer = node_;
    const std::size_t outer_length = where_.size();
    node_ = &child;
    where_ += (where_.empty() ? "" : "/");
    where_ += name;
    read();
    node_ = outer;
    where_.resize(outer_length);
  }

  const Json& object() const {
    if (!node_->is_object()) fail("not an object");
    return *node_;
  }
  const Json& array() const {
    if (!node_->is_array()) fail("not a list");
    return *node_;
  }
  const std::string& string() const {
    const std::string* text = as_string(*node_);
    if (text == nullptr) fail("not a string");
    return *text;
  }
  // Names the vector once its id is known.
  void set_subject(const std::string& id) { subject_ = printable_excerpt(id); }
  [[noreturn]] void fail(std::string_view what) const {
    std::string line = subject_.empty() ? "" : subject_ + ": ";
    line += where_.empty() ? std::string(what) : fmt::format("{}: {}", where_, what);
    throw Malformed(line);
  }
  void reset_place() { where_.clear(); }

 private:
  const Json* node_;
  std::string_view chapter_;
  std::string where_;
  std::string subject_;
};

void load(VectorInputArchive& archive, std::string& text) { text = archive.string(); }

void load(VectorInputArchive& archive, bool& value) {
  const bool* found = archive.node().get_ptr<const bool*>();
  if (found == nullptr) archive.fail("not true or false");
  value = *found;
}

void load(VectorInputArchive& archive, std::uint64_t& integer) {
  const auto found = as_integer(archive.node());
  if (!found) archive.fail("not an integer from 0 to 2^53 - 1");
  integer = *found;
}

void load(VectorInputArchive& archive, Hex64& hex) {
  const auto word = parse_word64(archive.string());
  if (!word) archive.fail("not 16 lowercase hex digits");
  hex.word = *word;
}

void load(VectorInputArchive& archive, WordList& list) {
  const auto words = parse_value(contract::FieldType::kWords, archive.string());
  if (!words) archive.fail("not groups of 8 lowercase hex digits with single spaces");
  list.words = std::get<Words>(*words).values;
}

template <class T>
void load(VectorInputArchive& archive, NameValuePair<T>& pair) {
  const Json* child = find_member(archive.object(), pair.name);
  if (child == nullptr) archive.fail(fmt::format("\"{}\" is missing", pair.name));
  archive.inside(*child, pair.name, [&] { archive(pair.value); });
}

template <class T>
void load(VectorInputArchive& archive, IfAny<T>& member) {
  if (archive.has(member.name)) archive(make_nvp(member.name, member.value));
}

void load(VectorInputArchive& archive, std::vector<std::string>& names) {
  for (const Json& name : archive.array()) {
    archive.inside(name, std::to_string(names.size()), [&] { names.push_back(archive.string()); });
  }
}

void load(VectorInputArchive& archive, std::vector<contract::Error>& errors) {
  std::vector<std::string> slugs;
  archive(slugs);
  for (const std::string& slug : slugs) {
    const auto error = contract::error_from_slug(slug);
    if (!error) archive.fail(fmt::format("\"{}\" is not an error", printable_excerpt(slug)));
    errors.push_back(*error);
  }
}

template <class T>
void load(VectorInputArchive& archive, std::vector<T>& objects) {
  for (const Json& object : archive.array()) {
    archive.inside(object, std::to_string(objects.size()), [&] {
      archive.object();
      T loaded;
      archive(loaded);
      objects.push_back(std::move(loaded));
    });
  }
}

void load(VectorInputArchive& archive, std::vector<Vector>& vectors) {
  for (const Json& object : archive.array()) {
    archive.inside(object, std::to_string(vectors.size()), [&] {
      const Json* id = find_member(archive.object(), "id");
      if (id != nullptr && id->is_string()) {
        archive.set_subject(*as_string(*id));
        archive.reset_place();
      }
      Vector loaded;
      archive(loaded);
      vectors.push_back(std::move(loaded));
    });
  }
}

void load(VectorInputArchive& archive, FieldsOf& fields) {
  const contract::Operation* operation = contract::find_operation(fields.operation);
  if (operation == nullptr) {
    archive.fail(fmt::format("operation \"{}\" is unknown", printable_excerpt(fields.operation)));
  }
  for (const auto& [key, json] : archive.object().items()) {
    archive.inside(json, printable_excerpt(key), [&] {
      const auto* field = find_field(*operation, fields.part, key);
      if (field == nullptr) archive.fail(fmt::format("not such a field of {}", operation->name));
      std::optional<Value> value;
      if (field->type == contract::FieldType::kInteger) {
        std::uint64_t integer = 0;
        archive(integer);
        value = integer;
      } else {
        value = parse_value(field->type, archive.string());
      }
      if (!value) archive.fail(fmt::format("not the text form of {}", name_of(field->type)));
      fields.record.add(key, std::move(*value));
    });
  }
}

void load(VectorInputArchive& archive, ExpectedOf& expected) {
  Answer& answer = expected.answer;
  FieldsOf stages{answer.stages, expected.operation, contract::FieldPart::kStage};
  FieldsOf output{answer.output, expected.operation, contract::FieldPart::kOutput};
  archive(if_any("stages", stages), if_any("output", output));
  if (!archive.has("error")) return;
  std::string slug;
  archive(make_nvp("error", slug));
  answer.error = contract::error_from_slug(slug);
  if (!answer.error) {
    archive.fail(fmt::format("\"{}\" is not an error", printable_excerpt(slug)));
  }
}

// ---- Rules of one file ----

// The first line on which two texts differ; both end in a newline or differ before.
std::size_t first_differing_line(std::string_view a, std::string_view b) {
  const auto [at, unused] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(std::count(a.begin(), at, '\n')) + 1;
}

std::optional<std::string> fault_of_file(const VectorFile& file, std::string_view text) {
  if (file.vectors.empty()) return "no vectors";
  const std::string* last = nullptr;
  for (const Vector& vector : file.vectors) {
    if (auto fault = fault_of_vector(vector, file.chapter)) {
      return fmt::format("{}: {}", printable_excerpt(vector.id), *fault);
    }
    if (last != nullptr && vector.id <= *last) {
      return fmt::format("{}: ids do not ascend", vector.id);
    }
    last = &vector.id;
  }
  const std::string canonical = write_vector_file(file);
  if (canonical != text) {
    return fmt::format("line {} is not in the canonical form that `tqc gen` writes",
                       first_differing_line(text, canonical));
  }
  return std::nullopt;
}

}  // namespace

std::variant<VectorFile, std::string> read_vector_file(const std::string& path,
                                                       std::string_view text) {
  const auto refuse = [&](std::string_view what) { return fmt::format("{}: {}", path, what); };
  VectorFile file;
  file.path = path;
  const std::string_view chapter = chapter_of_path(path);
  if (chapter.empty()) return refuse("not the path of a vector file");
  std::string error;
  const auto json = parse_json(text, error, {.bytes = kMaxTreeBytes, .depth = 16, .keys = 1024});
  if (!json) return refuse(error);
  try {
    VectorInputArchive archive(*json, chapter);
    archive.object();
    archive(file);
  } catch (const Malformed& malformed) {
    return refuse(malformed.what());
  }
  if (const auto fault = fault_of_file(file, text)) return refuse(*fault);
  return file;
}

}  // namespace tq::conformance
