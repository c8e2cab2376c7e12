// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/derivation.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace tq::tools {

using reference::Binary32;

std::string number_text(std::uint32_t pattern) {
  return fmt::format("{:08x} = {}", pattern, std::bit_cast<float>(pattern));
}

std::string number_text(Binary32 value) { return number_text(value.bits()); }

std::string bytes_text(std::span<const std::uint8_t> bytes, std::size_t limit) {
  std::string text;
  for (const std::uint8_t byte : bytes.first(std::min(limit, bytes.size()))) {
    text += fmt::format("{:02x}", byte);
  }
  if (bytes.size() > limit) text += fmt::format(" ... ({} bytes)", bytes.size());
  return text;
}

void Derivation::step(std::string_view requirement, std::string title) {
  steps_.push_back({std::string(requirement), std::move(title), {}});
}

void Derivation::line(std::string text) { steps_.back().lines.push_back(std::move(text)); }

void Derivation::numbers(std::string_view name, std::span<const Binary32> values) {
  elements(values.size(), [&](std::size_t i) {
    return fmt::format("{}[{}] = {}", name, i, number_text(values[i]));
  });
}

void Derivation::elements(std::size_t size, const std::function<std::string(std::size_t)>& text) {
  const std::size_t begin = this->begin(size);
  const std::size_t end = last(size);
  for (std::size_t i = begin; i < end; ++i) line(text(i));
  const std::size_t hidden = size - (end - begin);
  if (hidden != 0) line(fmt::format("({} more)", hidden));
}

void Derivation::place(std::size_t count, std::size_t row_size) {
  is_placed_ = true;
  const std::size_t flat = focus_.coordinate.value_or(0);
  if (focus_.coordinate && flat >= count * row_size) {
    throw std::runtime_error(fmt::format(
        "--coordinate {}: the vector has {} elements, counted from 0", flat, count * row_size));
  }
  row_ = row_size == 0 ? 0 : flat / row_size;
  first_ = row_size == 0 ? 0 : flat % row_size;
}

std::size_t Derivation::begin(std::size_t size) const {
  return focus_.all ? 0 : std::min(first_, size);
}

std::size_t Derivation::last(std::size_t size) const {
  return focus_.all ? size : std::min(begin(size) + focus_.shown, size);
}

bool Derivation::passes(std::initializer_list<Check> checks) {
  bool failed = false;
  step(checks.begin()->requirement, "the checks, in the order in which their errors win");
  for (const Check& check : checks) {
    const std::string_view slug = contract::entry(check.error).slug;
    if (failed) {
      line(fmt::format("not reached  {}, else {} ({})", check.what, slug, check.requirement));
      continue;
    }
    const std::string why = check.broken();
    if (why.empty()) {
      line(fmt::format("holds        {}, else {} ({})", check.what, slug, check.requirement));
      continue;
    }
    failed = true;
    line(fmt::format("FAILS        {}, else {} ({})", check.what, slug, check.requirement));
    line(fmt::format("             {}", why));
    answer = conformance::refuse(check.error);
  }
  return !failed;
}

void Derivation::refuse(std::string_view requirement, contract::Error error, std::string why) {
  step(requirement, "the operation refuses");
  line(std::move(why));
  line(
      fmt::format("the error is {}: {}", contract::entry(error).slug, contract::entry(error).when));
  answer = conformance::refuse(error);
}

std::string first_non_finite(std::string_view name, std::span<const Binary32> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i].is_finite()) return fmt::format("{}[{}] = {}", name, i, number_text(values[i]));
  }
  return "";
}

std::string other_length(std::string_view name, std::size_t actual, std::uint64_t expected) {
  if (actual == expected) return "";
  return fmt::format("{} has length {}, not {}", name, actual, expected);
}

std::string outside(std::string_view name, std::uint64_t value, std::uint64_t least,
                    std::uint64_t greatest) {
  if (value >= least && value <= greatest) return "";
  return fmt::format("{} = {} is not in {}..{}", name, value, least, greatest);
}

std::string unknown_name(std::string_view name, std::string_view value, bool known) {
  return known ? "" : fmt::format("{} \"{}\" is not in the table", name, value);
}

}  // namespace tq::tools
