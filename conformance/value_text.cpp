// SPDX-License-Identifier: Apache-2.0
#include "conformance/value_text.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tq::conformance {
namespace {

constexpr std::uint64_t kIntegerLimit = std::uint64_t{1} << 53;
constexpr std::size_t kLongestName = 64;

void append_hex(std::string& text, std::uint64_t word, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    text.push_back("0123456789abcdef"[(word >> shift) & 15]);
  }
}

template <class T>
std::string format_groups(const std::vector<T>& values) {
  constexpr int kDigits = 2 * sizeof(T);
  std::string text;
  text.reserve(values.size() * (kDigits + 1));
  for (const T value : values) {
    if (!text.empty()) text.push_back(' ');
    append_hex(text, value, kDigits);
  }
  return text;
}

// The value of exactly these hex digits, at most 16.
std::optional<std::uint64_t> parse_hex(std::string_view digits) {
  std::uint64_t word = 0;
  for (const char c : digits) {
    int digit = 0;
    if (c >= '0' && c <= '9') {
      digit = c - '0';
    } else if (c >= 'a' && c <= 'f') {
      digit = c - 'a' + 10;
    } else {
      return std::nullopt;
    }
    word = word << 4 | static_cast<std::uint64_t>(digit);
  }
  return word;
}

// Hex groups of the width of T, `gap` characters (all spaces) between two of them.
template <class T>
std::optional<std::vector<T>> parse_groups(std::string_view text, std::size_t gap) {
  constexpr std::size_t kDigits = 2 * sizeof(T);
  std::vector<T> values;
  if (text.empty()) return values;
  const std::size_t stride = kDigits + gap;
  if ((text.size() + gap) % stride != 0) return std::nullopt;
  values.reserve((text.size() + gap) / stride);
  for (std::size_t start = 0; start < text.size(); start += stride) {
    if (gap != 0 && start != 0 && text[start - 1] != ' ') return std::nullopt;
    const auto word = parse_hex(text.substr(start, kDigits));
    if (!word) return std::nullopt;
    values.push_back(static_cast<T>(*word));
  }
  return values;
}

std::optional<std::uint64_t> parse_integer(std::string_view text) {
  if (text.empty() || text.size() > 16) return std::nullopt;  // 2^53 has 16 digits
  if (text.size() > 1 && text[0] == '0') return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  if (value >= kIntegerLimit) return std::nullopt;
  return value;
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= kLongestName &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
         });
}

struct Formatter {
  std::string operator()(std::uint64_t integer) const { return std::to_string(integer); }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(const Word64& word) const { return format_word64(word.value); }
  std::string operator()(const Words& words) const { return format_groups(words.values); }
  std::string operator()(const Halves& halves) const { return format_groups(halves.values); }
  std::string operator()(const Bytes& bytes) const { return format_bytes(bytes.values); }
};

}  // namespace

std::string format_value(const Value& value) { return std::visit(Formatter{}, value); }

std::optional<Value> parse_value(contract::FieldType type, std::string_view text) {
  switch (type) {
    case contract::FieldType::kInteger:
      if (const auto integer = parse_integer(text)) return Value(*integer);
      break;
    case contract::FieldType::kText:
      if (is_name(text)) return Value(std::string(text));
      break;
    case contract::FieldType::kWord64:
      if (const auto word = parse_word64(text)) return Value(Word64{*word});
      break;
    case contract::FieldType::kWords:
      if (auto words = parse_groups<std::uint32_t>(text, 1)) return Value(Words{std::move(*words)});
      break;
    case contract::FieldType::kHalves:
      if (auto halves = parse_groups<std::uint16_t>(text, 1)) {
        return Value(Halves{std::move(*halves)});
      }
      break;
    case contract::FieldType::kBytes:
      if (auto bytes = parse_groups<std::uint8_t>(text, 0)) return Value(Bytes{std::move(*bytes)});
      break;
  }
  return std::nullopt;
}

std::string format_word64(std::uint64_t word) {
  std::string text;
  append_hex(text, word, 16);
  return text;
}

std::optional<std::uint64_t> parse_word64(std::string_view text) {
  return text.size() == 16 ? parse_hex(text) : std::nullopt;
}

std::string format_bytes(std::span<const std::uint8_t> bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::uint8_t byte : bytes) append_hex(text, byte, 2);
  return text;
}

std::string_view name_of(contract::FieldType type) {
  constexpr std::string_view kNames[] = {"integer", "text", "word64", "words", "halves", "bytes"};
  return kNames[static_cast<std::size_t>(type)];
}

}  // namespace tq::conformance
