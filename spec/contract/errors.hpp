// SPDX-License-Identifier: CC0-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace tq::contract {

// Every way in which a conforming operation refuses. Source: errors.def, chapter page.
enum class Error : std::uint16_t {
#define TQ_ERROR(identifier, number, layer, slug, when) identifier = number,
#include "spec/contract/errors.def"
#undef TQ_ERROR
};

struct ErrorEntry {
  Error error;
  std::string_view identifier;
  std::string_view layer;
  std::string_view slug;
  std::string_view when;
};

inline constexpr ErrorEntry kErrors[] = {
#define TQ_ERROR(identifier, number, layer, slug, when) \
  {Error::identifier, #identifier, layer, slug, when},
#include "spec/contract/errors.def"
#undef TQ_ERROR
};

// The entry of an error; every enumerator has one.
constexpr const ErrorEntry& entry(Error error) {
  const ErrorEntry* found = kErrors;
  for (const ErrorEntry& candidate : kErrors) {
    if (candidate.error == error) found = &candidate;
  }
  return *found;
}

constexpr std::optional<Error> error_from_slug(std::string_view slug) {
  for (const ErrorEntry& candidate : kErrors) {
    if (candidate.slug == slug) return candidate.error;
  }
  return std::nullopt;
}

// A value or the one error that the text specifies.
template <class T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(error) {}         // NOLINT(google-explicit-constructor)

  explicit operator bool() const { return state_.index() == 0; }
  const T& operator*() const { return std::get<0>(state_); }
  T& operator*() { return std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  Error error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace tq::contract
