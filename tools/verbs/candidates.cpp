// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/candidates.hpp"

#include <string_view>

#include "conformance/vectors/load.hpp"
#include "tools/explain/requirement.hpp"
#include "tools/verbs/locations.hpp"
#include "tools/verbs/names.hpp"
#include "tools/verbs/position.hpp"

namespace tq::tools {
namespace {

// Ids of the vectors that would be used; none when they cannot be read, for nobody wants an error
// between two keystrokes.
std::vector<std::string> known_vectors() {
  const auto loaded = conformance::load_vectors(vectors_directory(""));
  const auto* vectors = std::get_if<conformance::LoadedVectors>(&loaded);
  return vectors == nullptr ? std::vector<std::string>{} : vector_ids(vectors->files);
}

std::vector<std::string> known_requirements() {
  std::vector<std::string> ids;
  for (const auto& [id, text] : requirement_texts(data_directory())) ids.push_back(id);
  return ids;
}

std::vector<std::string> values_of(const CLI::App& verb, std::string_view option) {
  // `bench --only` and its like filter something else than vectors.
  const bool is_about_vectors = verb.get_option_no_throw("--vectors") != nullptr;
  if (option == "only" && is_about_vectors) return known_vectors();
  if (option == "operation") return operation_names();
  if (option == "testee" || option == "a" || option == "b") return builtin_names();
  if (option == "expect-target") return target_names();
  if (option == "tier") return tier_names();
  if (option == "requirement") return known_requirements();
  return {};
}

std::vector<std::string> values_of(const CLI::App& verb, const CLI::Option& option) {
  for (const std::string& name : option.get_lnames()) {
    const auto values = values_of(verb, name);
    if (!values.empty()) return values;
  }
  return {};
}

std::vector<std::string> positional_values(const CLI::App& verb) {
  if (verb.get_name() == "explain") return known_vectors();
  if (verb.get_name() == "completion") return {"bash", "zsh", "fish"};
  return {};
}

}  // namespace

std::vector<std::string> candidates(const CLI::App& app, std::span<const std::string> words) {
  if (words.empty()) return verb_names(app);
  const std::string& last = words.back();
  const Position position = follow(app, words.first(words.size() - 1));
  if (position.complaint) return {};
  const CLI::App& verb = *position.verb;

  std::vector<std::string> all;
  const std::size_t equals = last.find('=');
  if (position.awaiting != nullptr) {
    all = values_of(verb, *position.awaiting);
  } else if (last.starts_with("--") && equals != std::string::npos) {
    const std::string name = last.substr(0, equals);
    const CLI::Option* option = verb.get_option_no_throw(name);
    if (option == nullptr) return {};
    for (const std::string& value : values_of(verb, *option)) all.push_back(name + "=" + value);
  } else if (last.starts_with("-")) {
    all = option_names(verb);
  } else if (const auto verbs = verb_names(verb); !verbs.empty()) {
    all = verbs;
  } else if (position.positionals == 0) {
    all = positional_values(verb);
  }
  std::erase_if(all, [&](const std::string& name) { return !name.starts_with(last); });
  return all;
}

}  // namespace tq::tools
