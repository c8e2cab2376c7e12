// SPDX-License-Identifier: Apache-2.0
#include "conformance/open_testee.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "conformance/abi/open_abi.hpp"
#include "conformance/builtin/open_builtin.hpp"
#include "conformance/pipe_testee.hpp"

namespace tq::conformance {
namespace {

constexpr std::string_view kBuiltinPrefix = "builtin:";

}  // namespace

std::variant<std::unique_ptr<Testee>, std::string> open_testee(std::string_view text,
                                                               const TimeLimits& limits) {
  if (text.starts_with(kBuiltinPrefix)) {
    return open_builtin(parse_builtin_name(text.substr(kBuiltinPrefix.size())));
  }
  if (const auto path = parse_abi_path(text)) return open_abi(*path, limits);
  auto command = split_command(text);
  if (auto* why = std::get_if<std::string>(&command)) return std::move(*why);
  return make_pipe_testee(std::move(std::get<std::vector<std::string>>(command)), limits);
}

std::string implied_target(std::string_view text) {
  if (!text.starts_with(kBuiltinPrefix)) return "";
  const auto builtin = parse_builtin_name(text.substr(kBuiltinPrefix.size()));
  return std::string(builtin.target.value_or(""));
}

std::variant<std::vector<std::string>, std::string> split_command(std::string_view text) {
  std::vector<std::string> words;
  std::optional<std::string> word;  // empty words exist: ''
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool more = i + 1 < text.size();
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
      continue;
    }
    if (!word) word.emplace();
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (c == '\\' && more &&
               (quote == 0 || (quote == '"' && (text[i + 1] == '"' || text[i + 1] == '\\')))) {
      *word += text[++i];
    } else {
      *word += c;
    }
  }
  if (quote != 0) return fmt::format("the testee command has an unclosed {}", quote);
  if (word) words.push_back(*word);
  if (words.empty() || words[0].empty()) return std::string("the testee command is empty");
  return words;
}

std::string quote_word(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
  const bool plain = !word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos;
  if (plain) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace tq::conformance
