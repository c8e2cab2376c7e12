// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/tqv.hpp"

#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "spec/contract/versions.hpp"

namespace tq::conformance {
namespace {

constexpr std::string_view kMagic = "TQVF";
constexpr std::uint8_t kSmokeFlag = 1;
constexpr std::uint8_t kRefusedFlag = 2;

class Writer {
 public:
  template <class T>
  void number(T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      bytes_.push_back(static_cast<char>((std::uint64_t{value} >> (8 * i)) & 0xffU));
    }
  }
  void raw(std::string_view text) { bytes_ += text; }
  void string(std::string_view text) {
    number(static_cast<std::uint16_t>(text.size()));
    raw(text);
  }
  template <class T>
  void list(const std::vector<T>& values) {
    number(static_cast<std::uint32_t>(values.size()));
    for (const T value : values) number(value);
  }
  template <class T>
  void count(const std::vector<T>& list) {
    number(static_cast<std::uint16_t>(list.size()));
  }

  void operator()(std::uint64_t integer) { number(integer); }
  void operator()(const std::string& text) { string(text); }
  void operator()(const Word64& word) { number(word.value); }
  void operator()(const Words& words) { list(words.values); }
  void operator()(const Halves& halves) { list(halves.values); }
  void operator()(const Bytes& list_of_bytes) { list(list_of_bytes.values); }

  void record(const Record& record) {
    count(record.fields());
    for (const Field& field : record.fields()) {
      string(field.name);
      number(static_cast<std::uint8_t>(field.value.index() + 1));
      std::visit(*this, field.value);
    }
  }
  void error(contract::Error error) {
    number(static_cast<std::uint16_t>(error));
    string(contract::entry(error).slug);
  }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

std::string write_vector(const Vector& vector) {
  Writer writer;
  writer.string(vector.id);
  writer.string(vector.operation);
  writer.string(vector.reason);
  writer.string(vector.source);
  writer.count(vector.requirements);
  for (const std::string& requirement : vector.requirements) writer.string(requirement);
  const bool refused = vector.expected.error.has_value();
  writer.number(
      static_cast<std::uint8_t>((vector.smoke ? kSmokeFlag : 0) | (refused ? kRefusedFlag : 0)));
  writer.record(vector.input);
  if (refused) {
    writer.error(*vector.expected.error);
    writer.count(vector.accept);
    for (const contract::Error error : vector.accept) writer.error(error);
  } else {
    writer.record(vector.expected.stages);
    writer.record(vector.expected.output);
  }
  writer.count(vector.intervals);
  for (const Interval& interval : vector.intervals) {
    writer.string(interval.field);
    writer.string(interval.profile);
    writer.list(interval.lower);
    writer.list(interval.upper);
  }
  return writer.bytes();
}

// One line; never leaves this file.
class Malformed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  [[noreturn]] void fail(std::string_view what) const {
    throw Malformed(fmt::format("byte {}: {}", at_, what));
  }
  std::string_view raw(std::uint64_t size) {
    if (size > bytes_.size() - at_) fail(fmt::format("{} bytes are missing", size));
    const std::string_view taken = bytes_.substr(at_, size);
    at_ += size;
    return taken;
  }
  template <class T>
  T number() {
    std::uint64_t value = 0;
    int shift = 0;
    for (const char byte : raw(sizeof(T))) {
      value |= std::uint64_t{static_cast<std::uint8_t>(byte)} << shift;
      shift += 8;
    }
    return static_cast<T>(value);
  }
  std::string string() { return std::string(raw(number<std::uint16_t>())); }
  template <class T>
  std::vector<T> list() {
    const std::uint64_t count = number<std::uint32_t>();
    if (count * sizeof(T) > bytes_.size() - at_) fail(fmt::format("{} elements claimed", count));
    std::vector<T> values(count);
    for (T& value : values) value = number<T>();
    return values;
  }
  Value value() {
    switch (number<std::uint8_t>()) {
      case 1:
        return number<std::uint64_t>();
      case 2:
        return string();
      case 3:
        return Word64{number<std::uint64_t>()};
      case 4:
        return Words{list<std::uint32_t>()};
      case 5:
        return Halves{list<std::uint16_t>()};
      case 6:
        return Bytes{list<std::uint8_t>()};
      default:
        fail("unknown type tag before it");
    }
  }
  Record record() {
    Record record;
    for (int left = number<std::uint16_t>(); left > 0; --left) {
      std::string name = string();
      record.add(name, value());
    }
    return record;
  }
  contract::Error error() {
    const std::uint16_t number_of_error = number<std::uint16_t>();
    const auto error = contract::error_from_slug(string());
    if (!error || static_cast<std::uint16_t>(*error) != number_of_error) fail("no such error");
    return *error;
  }
  bool at_end() const { return at_ == bytes_.size(); }
  std::size_t position() const { return at_; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

Vector read_vector(Reader& reader) {
  Vector vector;
  vector.id = reader.string();
  vector.operation = reader.string();
  vector.reason = reader.string();
  vector.source = reader.string();
  for (int left = reader.number<std::uint16_t>(); left > 0; --left) {
    vector.requirements.push_back(reader.string());
  }
  const auto flags = reader.number<std::uint8_t>();
  if (flags > (kSmokeFlag | kRefusedFlag)) reader.fail("unknown flags");
  vector.smoke = (flags & kSmokeFlag) != 0;
  vector.input = reader.record();
  if ((flags & kRefusedFlag) != 0) {
    vector.expected.error = reader.error();
    for (int left = reader.number<std::uint16_t>(); left > 0; --left) {
      vector.accept.push_back(reader.error());
    }
  } else {
    vector.expected.stages = reader.record();
    vector.expected.output = reader.record();
  }
  for (int left = reader.number<std::uint16_t>(); left > 0; --left) {
    Interval interval;
    interval.field = reader.string();
    interval.profile = reader.string();
    interval.lower = reader.list<std::uint32_t>();
    interval.upper = reader.list<std::uint32_t>();
    vector.intervals.push_back(std::move(interval));
  }
  return vector;
}

std::vector<Vector> read_all(Reader& reader) {
  if (reader.raw(kMagic.size()) != kMagic) reader.fail("the magic is not TQVF");
  const auto format = reader.number<std::uint32_t>();
  if (format != contract::kVectorFormat) {
    reader.fail(
        fmt::format("vector format {}, this program reads {}", format, contract::kVectorFormat));
  }
  const std::uint32_t count = reader.number<std::uint32_t>();
  if (reader.string() != contract::kSpecificationVersion) {
    reader.fail("of another specification version");
  }
  std::vector<Vector> vectors;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t size = reader.number<std::uint32_t>();
    const std::size_t start = reader.position();
    vectors.push_back(read_vector(reader));
    if (reader.position() - start != size) reader.fail("a vector has another length than stated");
  }
  if (!reader.at_end()) reader.fail("bytes after the last vector");
  return vectors;
}

}  // namespace

// TQ-VECT-009
std::string write_tqv(std::span<const VectorFile> files) {
  Writer writer;
  std::uint32_t count = 0;
  for (const VectorFile& file : files) count += static_cast<std::uint32_t>(file.vectors.size());
  writer.raw(kMagic);
  writer.number(static_cast<std::uint32_t>(contract::kVectorFormat));
  writer.number(count);
  writer.string(contract::kSpecificationVersion);
  for (const VectorFile& file : files) {
    for (const Vector& vector : file.vectors) {
      const std::string bytes = write_vector(vector);
      writer.number(static_cast<std::uint32_t>(bytes.size()));
      writer.raw(bytes);
    }
  }
  return writer.bytes();
}

std::variant<std::vector<Vector>, std::string> read_tqv(std::string_view bytes) {
  Reader reader(bytes);
  try {
    return read_all(reader);
  } catch (const Malformed& malformed) {
    return std::string(malformed.what());
  }
}

}  // namespace tq::conformance
