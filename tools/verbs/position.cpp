// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/position.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "tools/verbs/nearest.hpp"

namespace tq::tools {
namespace {

// "tqc page inspect".
std::string path_of(const CLI::App& app) {
  if (app.get_parent() == nullptr) return "tqc";
  return path_of(*app.get_parent()) + " " + app.get_name();
}

const CLI::App* find_verb(const CLI::App& app, const std::string& name) {
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (verb->get_name() == name) return verb;
  }
  return nullptr;
}

std::string unknown_verb(const CLI::App& app, const std::string& word) {
  const auto names = verb_names(app);
  return fmt::format("{} has no verb \"{}\"{}", path_of(app), word, did_you_mean(word, names));
}

std::string unknown_option(const CLI::App& app, const std::string& word) {
  const auto names = option_names(app);
  return fmt::format("{} has no option {}{}", path_of(app), word, did_you_mean(word, names));
}

}  // namespace

std::vector<std::string> verb_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(verb->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

Position follow(const CLI::App& app, std::span<const std::string> words) {
  Position position{.verb = &app};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") return position;
    if (word.starts_with("--")) {
      const std::string name = word.substr(0, word.find('='));
      const CLI::Option* option = position.verb->get_option_no_throw(name);
      if (option == nullptr) {
        position.complaint = unknown_option(*position.verb, name);
        return position;
      }
      // A value may look like an option: --testee '--strange'.
      const bool takes_value = option->get_items_expected_min() > 0;
      if (!takes_value || name.size() != word.size()) continue;
      ++i;
      if (i >= words.size()) position.awaiting = option;
    } else if (word.size() > 1 && word.starts_with("-")) {
      continue;  // short options are few; the parser complains itself
    } else if (const CLI::App* verb = find_verb(*position.verb, word)) {
      position.verb = verb;
    } else if (!verb_names(*position.verb).empty()) {
      position.complaint = unknown_verb(*position.verb, word);
      return position;
    } else {
      ++position.positionals;
    }
  }
  return position;
}

}  // namespace tq::tools
