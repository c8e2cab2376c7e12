// SPDX-License-Identifier: Apache-2.0
#include "conformance/json_strict.hpp"

#include <vector>

#include <nlohmann/json.hpp>

namespace tq::conformance {
namespace {

using Json = nlohmann::ordered_json;

// Builds the value while the parser walks, and stops at the first broken rule.
class StrictBuilder {
 public:
  explicit StrictBuilder(const JsonLimits& limits) : limits_(limits) {}

  bool null() { return put(nullptr); }
  bool boolean(bool value) { return put(value); }
  bool number_integer(Json::number_integer_t value) { return put(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return put(value); }
  bool number_float(Json::number_float_t value, const Json::string_t&) { return put(value); }
  bool string(Json::string_t& value) { return put(std::move(value)); }
  bool binary(Json::binary_t&) { return refuse("binary value"); }  // not reachable from text

  bool start_object(std::size_t) { return open(Json::object()); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_array() { return close(); }

  bool key(Json::string_t& name) {
    Json& object = *open_.back();
    if (object.contains(name)) {
      return refuse("duplicate key \"" + printable_excerpt(name) + '"');
    }
    if (object.size() == limits_.keys) {
      return refuse("more than " + std::to_string(limits_.keys) + " keys in one object");
    }
    key_ = std::move(name);
    return true;
  }

  template <class Exception>
  bool parse_error(std::size_t position, const std::string&, const Exception&) {
    return refuse("not JSON: error at byte " + std::to_string(position));
  }

  Json take() { return std::move(root_); }
  const std::string& error() const { return error_; }

 private:
  bool refuse(std::string why) {
    error_ = std::move(why);
    return false;
  }

  Json* place(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    return &(parent[key_] = std::move(value));
  }

  bool put(Json value) {
    place(std::move(value));
    return true;
  }

  bool open(Json container) {
    if (open_.size() == limits_.depth) {
      return refuse("nested deeper than " + std::to_string(limits_.depth) + " levels");
    }
    open_.push_back(place(std::move(container)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  const JsonLimits limits_;
  Json root_;
  // Containers still open; none moves in memory while a child of it is open.
  std::vector<Json*> open_;
  std::string key_;
  std::string error_;
};

}  // namespace

std::optional<Json> parse_json(std::string_view text, std::string& error,
                               const JsonLimits& limits) {
  // TQ-CONF-002
  if (text.size() > limits.bytes) {
    error = "longer than " + std::to_string(limits.bytes) + " bytes";
    return std::nullopt;
  }
  // The library takes a zero byte for the end and skips a byte order mark.
  if (text.find('\0') != std::string_view::npos) {
    error = "not JSON: zero byte";
    return std::nullopt;
  }
  if (text.starts_with("\xef\xbb\xbf")) {
    error = "not JSON: byte order mark";
    return std::nullopt;
  }
  StrictBuilder builder(limits);
  if (!Json::sax_parse(text.begin(), text.end(), &builder)) {
    error = builder.error();
    return std::nullopt;
  }
  return builder.take();
}

const Json* find_member(const Json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(std::string(key));
  return found == object.end() ? nullptr : &*found;
}

const std::string* as_string(const Json& value) { return value.get_ptr<const std::string*>(); }

std::optional<unsigned long long> as_integer(const Json& value) {
  const auto* number = value.get_ptr<const Json::number_unsigned_t*>();
  if (number == nullptr || *number >= (Json::number_unsigned_t{1} << 53)) return std::nullopt;
  return *number;
}

std::string printable_excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string result;
  for (const char character : text.substr(0, kLongest)) {
    if (character >= ' ' && character <= '~') {
      result += character;
    } else {
      const auto byte = static_cast<unsigned char>(character);
      result += "\\x";
      result += "0123456789abcdef"[byte >> 4];
      result += "0123456789abcdef"[byte & 15];
    }
  }
  if (text.size() > kLongest) result += "...";
  return result;
}

}  // namespace tq::conformance
