// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <CLI/App.hpp>

// Where in the tree of verbs and options the words of a command line lead.
namespace tq::tools {

struct Position {
  const CLI::App* verb;                   // the innermost verb that was named
  const CLI::Option* awaiting = nullptr;  // an option whose value comes next
  std::size_t positionals = 0;            // words that are neither verb, option nor value
  std::optional<std::string> complaint = std::nullopt;  // the first unknown verb or option
};

// Reads words (without the program's name) as the parser would. Stops at the first unknown verb or
// option and at "--".
Position follow(const CLI::App& app, std::span<const std::string> words);

// The names of the verbs below `app`, and of its options with their dashes.
std::vector<std::string> verb_names(const CLI::App& app);
std::vector<std::string> option_names(const CLI::App& app);

}  // namespace tq::tools
