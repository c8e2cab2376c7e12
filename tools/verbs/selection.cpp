// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/selection.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "conformance/open_testee.hpp"
#include "tools/verbs/locations.hpp"
#include "tools/verbs/names.hpp"
#include "tools/verbs/nearest.hpp"

namespace tq::tools {

void add_vectors_option(CLI::App& verb, std::string& directory) {
  verb.add_option("--vectors", directory,
                  "the vectors directory (default: TQC_VECTORS, else the installed)")
      ->type_name("DIR");
}

void add_selection_options(CLI::App& verb, Selection& selection) {
  add_vectors_option(verb, selection.vectors);
  verb.add_option("--only", selection.only, "vector ids, with * and ?")->capture_default_str();
  verb.add_option("--operation", selection.operation, "operation names, with * and ?")
      ->capture_default_str();
  verb.add_option("--tier", selection.tier, "core or all")
      ->check([](const std::string& name) {
        const auto tiers = tier_names();
        return std::ranges::count(tiers, name) != 0
                   ? std::string()
                   : fmt::format("\"{}\" is not core or all{}", name, did_you_mean(name, tiers));
      })
      ->capture_default_str();
}

conformance::LoadedVectors trusted_vectors(const std::string& directory) {
  auto loaded = conformance::load_vectors(vectors_directory(directory));
  if (const auto* why = std::get_if<std::string>(&loaded)) {
    throw std::runtime_error("the vectors cannot be trusted: " + *why);
  }
  return std::move(std::get<conformance::LoadedVectors>(loaded));
}

conformance::Filter filter_of(const Selection& selection) {
  const bool core = selection.tier == "core";
  return {selection.only, selection.operation,
          core ? conformance::Tier::kCore : conformance::Tier::kAll};
}

conformance::LoadedVectors selected_vectors(const Selection& selection) {
  auto vectors = trusted_vectors(selection.vectors);
  if (select_in_file_order(vectors.files, filter_of(selection)).empty()) {
    std::string meant;
    if (is_plain_name(selection.only)) {
      meant = did_you_mean(selection.only, vector_ids(vectors.files));
    } else if (is_plain_name(selection.operation)) {
      meant = did_you_mean(selection.operation, operation_names());
    }
    throw std::runtime_error("no vector matches the filters" + meant);
  }
  return vectors;
}

std::string vectors_option(const Selection& selection) {
  if (selection.vectors.empty()) return "";
  return " --vectors " + conformance::quote_word(selection.vectors);
}

}  // namespace tq::tools
