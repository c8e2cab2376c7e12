// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/explain.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "conformance/vectors/load.hpp"
#include "tools/explain/requirement.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/locations.hpp"
#include "tools/verbs/nearest.hpp"
#include "tools/verbs/selection.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

using conformance::Vector;
using conformance::VectorFile;

struct Options {
  std::string id;
  std::string requirement;
  std::string vectors;
  std::string root;
  std::string json;
  std::optional<std::size_t> coordinate;
  bool all = false;
};

std::filesystem::path root_directory(const std::string& option) {
  return option.empty() ? data_directory() : std::filesystem::path(option);
}

// Throws std::runtime_error with the nearest id when there is none.
std::pair<const VectorFile*, const Vector*> find_vector(const std::vector<VectorFile>& files,
                                                        const std::string& id) {
  std::vector<std::string> ids;
  for (const VectorFile& file : files) {
    for (const Vector& vector : file.vectors) {
      if (vector.id == id) return {&file, &vector};
      ids.push_back(vector.id);
    }
  }
  throw std::runtime_error(fmt::format("no vector has the id \"{}\"{}", id, did_you_mean(id, ids)));
}

int explain_vector(const Options& options) {
  const conformance::LoadedVectors vectors = trusted_vectors(options.vectors);
  const auto [file, vector] = find_vector(vectors.files, options.id);
  const auto texts = requirement_texts(root_directory(options.root));
  const RequirementText requirement_text = [&texts](std::string_view id) {
    const auto found = texts.find(id);
    return found == texts.end() ? std::string() : found->second;
  };
  const Focus focus{.all = options.all, .coordinate = options.coordinate};
  const Explanation explanation = explain(*file, *vector, focus);
  print_result(options.json, explanation_text(explanation, focus, requirement_text),
               [&] { return explanation_json(explanation, requirement_text); });
  return explanation.lands ? 0 : 1;
}

int run(const Options& options) {
  if (options.requirement.empty() == options.id.empty()) {
    throw std::runtime_error("explain takes either a vector id or --requirement ID");
  }
  if (!options.id.empty()) return explain_vector(options);
  const RequirementPlaces places = find_requirement(
      options.requirement, root_directory(options.root), vectors_directory(options.vectors));
  print_result(options.json, requirement_text(places, options.all),
               [&] { return requirement_json(places); });
  return 0;
}

}  // namespace

void add_explain(CLI::App& app, int& exit_status) {
  CLI::App* verb = app.add_subcommand(
      "explain", "Derive a vector step by step, or show where a requirement lives");
  const auto options = std::make_shared<Options>();
  CLI::Option* id = verb->add_option("id", options->id, "vector id");
  verb->add_option("--requirement", options->requirement,
                   "show text, code, tests and vectors of this requirement instead")
      ->type_name("ID")
      ->excludes(id);
  add_vectors_option(*verb, options->vectors);
  verb->add_option("--root", options->root,
                   "the repository, for texts and code (default: the installed, else the sources)")
      ->type_name("DIR");
  verb->add_option("--coordinate", options->coordinate,
                   "look at this element of the flat list, and at its row")
      ->type_name("N");
  verb->add_flag("--all", options->all, "print every element of every list");
  add_json(*verb, options->json, "write the steps");
  add_examples(*verb, {"tqc explain keys/encode-one-hot-d128-w2",
                       "tqc explain keys/encode-one-hot-d128-w2 --coordinate 17",
                       "tqc explain --requirement TQ-PACK-001"});
  verb->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace tq::tools
