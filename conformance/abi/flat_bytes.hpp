// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/record.hpp"

// Bytes, words and fields of flat messages (TQ-CONF-031).
namespace tq::conformance::flat {

class Writer {
 public:
  void word(std::uint32_t value);
  // A zero-padded name of 32 bytes. Precondition: shorter than that.
  void name(std::string_view text);
  void field(const Value& value);

  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  void element(std::uint64_t value, std::size_t size);
  void pad();

  std::vector<std::uint8_t> bytes_;
};

// Reads from the front. After a refusal the rest means nothing.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  std::optional<std::uint32_t> word();
  // Nothing unless 1 to 31 bytes without a zero, then zeros up to 32.
  std::optional<std::string> name();
  // A field of this type, or one plain line in `error` that ends with what is wrong. A text may be
  // any printable ASCII of at most 200 bytes, so that names and reasons are texts too.
  std::optional<Value> field(contract::FieldType type, std::string& error);

  std::size_t left() const { return rest_.size(); }

 private:
  std::span<const std::uint8_t> rest_;
};

}  // namespace tq::conformance::flat
