// SPDX-License-Identifier: Apache-2.0
#include "conformance/abi/flat_bytes.hpp"

#include <algorithm>

namespace tq::conformance::flat {
namespace {

using contract::FieldType;

constexpr std::size_t kAlignment = 8;
constexpr std::size_t kNameBytes = 32;
constexpr std::size_t kMaxText = 200;
constexpr std::uint64_t kMaxInteger = (std::uint64_t{1} << 53) - 1;  // TQ-CONF-003

std::size_t element_size(FieldType type) {
  switch (type) {
    case FieldType::kInteger:
    case FieldType::kWord64:
      return 8;
    case FieldType::kWords:
      return 4;
    case FieldType::kHalves:
      return 2;
    case FieldType::kText:
    case FieldType::kBytes:
      break;
  }
  return 1;
}

std::uint32_t number_of(FieldType type) { return static_cast<std::uint32_t>(type) + 1; }

std::uint64_t load(std::span<const std::uint8_t> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | bytes[i];
  return value;
}

bool all_zero(std::span<const std::uint8_t> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

template <class T>
std::vector<T> elements(std::span<const std::uint8_t> bytes) {
  std::vector<T> values;
  values.reserve(bytes.size() / sizeof(T));
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
    values.push_back(static_cast<T>(load(bytes.subspan(at, sizeof(T)))));
  }
  return values;
}

std::optional<Value> to_value(FieldType type, std::span<const std::uint8_t> bytes,
                              std::string& error) {
  switch (type) {
    case FieldType::kInteger:
      if (load(bytes) <= kMaxInteger) return Value(load(bytes));
      error = "an integer above 2^53 - 1";
      return std::nullopt;
    case FieldType::kText:
      if (bytes.size() <= kMaxText && std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t c) {
            return c >= 0x20 && c < 0x7f;
          })) {
        return Value(std::string(bytes.begin(), bytes.end()));
      }
      error = "a text of more than 200 bytes or with a byte that is no printable ASCII";
      return std::nullopt;
    case FieldType::kWord64:
      return Value(Word64{load(bytes)});
    case FieldType::kWords:
      return Value(Words{elements<std::uint32_t>(bytes)});
    case FieldType::kHalves:
      return Value(Halves{elements<std::uint16_t>(bytes)});
    case FieldType::kBytes:
      return Value(Bytes{elements<std::uint8_t>(bytes)});
  }
  return std::nullopt;
}

}  // namespace

void Writer::element(std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
}

void Writer::word(std::uint32_t value) { element(value, 4); }

void Writer::pad() {
  while (bytes_.size() % kAlignment != 0) bytes_.push_back(0);
}

void Writer::name(std::string_view text) {
  for (std::size_t i = 0; i < kNameBytes; ++i) {
    bytes_.push_back(i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0);
  }
}

void Writer::field(const Value& value) {
  const auto head = [&](std::size_t count) {
    word(number_of(type_of(value)));
    word(static_cast<std::uint32_t>(count));
  };
  const auto list = [&](const auto& values) {
    head(values.size());
    for (const auto one : values) element(one, sizeof(one));
  };
  if (const auto* integer = std::get_if<std::uint64_t>(&value)) {
    head(1);
    element(*integer, 8);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    head(text->size());
    bytes_.insert(bytes_.end(), text->begin(), text->end());
  } else if (const auto* word64 = std::get_if<Word64>(&value)) {
    head(1);
    element(word64->value, 8);
  } else if (const auto* words = std::get_if<Words>(&value)) {
    list(words->values);
  } else if (const auto* halves = std::get_if<Halves>(&value)) {
    list(halves->values);
  } else if (const auto* bytes = std::get_if<Bytes>(&value)) {
    list(bytes->values);
  }
  pad();
}

std::optional<std::uint32_t> Reader::word() {
  if (rest_.size() < 4) return std::nullopt;
  const auto value = static_cast<std::uint32_t>(load(rest_.first(4)));
  rest_ = rest_.subspan(4);
  return value;
}

std::optional<std::string> Reader::name() {
  if (rest_.size() < kNameBytes) return std::nullopt;
  const auto bytes = rest_.first(kNameBytes);
  const auto end = std::find(bytes.begin(), bytes.end(), 0);
  if (end == bytes.begin() || end == bytes.end() || !all_zero({end, bytes.end()})) {
    return std::nullopt;
  }
  rest_ = rest_.subspan(kNameBytes);
  return std::string(bytes.begin(), end);
}

std::optional<Value> Reader::field(FieldType type, std::string& error) {
  const auto refuse = [&](std::string what) {
    error = std::move(what);
    return std::nullopt;
  };
  const auto number = word();
  const auto count = word();
  if (!number || !count) return refuse("missing: the message ends before it");
  if (*number != number_of(type)) {
    return refuse("of type " + std::to_string(*number) + ", not " +
                  std::to_string(number_of(type)));
  }
  const bool single = type == FieldType::kInteger || type == FieldType::kWord64;
  if (single && *count != 1) return refuse("a list of " + std::to_string(*count) + " integers");
  // No overflow: a count of 32 bits times at most 8.
  const std::uint64_t size = std::uint64_t{*count} * element_size(type);
  const std::uint64_t padded = (size + kAlignment - 1) / kAlignment * kAlignment;
  if (padded > rest_.size()) {
    return refuse("of " + std::to_string(size) + " bytes, and the message has " +
                  std::to_string(rest_.size()) + " left");
  }
  const auto bytes = rest_.first(static_cast<std::size_t>(size));
  const auto padding = rest_.first(static_cast<std::size_t>(padded)).subspan(bytes.size());
  if (!all_zero(padding)) return refuse("followed by padding that is not zero");
  rest_ = rest_.subspan(static_cast<std::size_t>(padded));
  return to_value(type, bytes, error);
}

}  // namespace tq::conformance::flat
