// SPDX-License-Identifier: Apache-2.0
#include "conformance/explain.hpp"

#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "conformance/vectors/load.hpp"
#include "tools/verbs/locations.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

struct Options {
  std::string id;
  std::string vectors;
  bool all = false;
};

// Requirement id -> its paragraph, from the chapters: a line "**TQ-PACK-002** text".
std::map<std::string, std::string, std::less<>> requirement_texts() {
  std::map<std::string, std::string, std::less<>> texts;
  std::error_code missing;  // chapters that are not installed leave ids without text
  for (const auto& entry :
       std::filesystem::directory_iterator(data_directory() / "spec", missing)) {
    if (entry.path().extension() != ".md") continue;
    std::ifstream chapter(entry.path());
    for (std::string line; std::getline(chapter, line);) {
      const std::size_t end = line.find("** ");
      if (line.starts_with("**TQ-") && end != std::string::npos) {
        texts.emplace(line.substr(2, end - 2), line.substr(end + 3));
      }
    }
  }
  return texts;
}

int explain(const Options& options) {
  const auto loaded = conformance::load_vectors(vectors_directory(options.vectors));
  if (const auto* why = std::get_if<std::string>(&loaded)) {
    throw std::runtime_error("the vectors cannot be trusted: " + *why);
  }
  const auto texts = requirement_texts();
  conformance::ExplainOptions how;
  if (options.all) how.shown = std::numeric_limits<std::size_t>::max();
  how.requirement_text = [&texts](std::string_view id) {
    const auto found = texts.find(id);
    return found == texts.end() ? std::string() : found->second;
  };
  for (const auto& file : std::get<conformance::LoadedVectors>(loaded).files) {
    for (const auto& vector : file.vectors) {
      if (vector.id != options.id) continue;
      fmt::print("{}",
                 conformance::explain(file, vector, conformance::find_checker(file.chapter), how));
      return 0;
    }
  }
  throw std::runtime_error(fmt::format("no vector has the id \"{}\"", options.id));
}

}  // namespace

void add_explain(CLI::App& app, int& exit_status) {
  CLI::App* verb =
      app.add_subcommand("explain", "Say in words and numbers what one vector expects and why");
  const auto options = std::make_shared<Options>();
  verb->add_option("id", options->id, "vector id")->required();
  verb->add_option("--vectors", options->vectors,
                   "the vectors directory (default: TQC_VECTORS, else the installed)");
  verb->add_flag("--all", options->all, "print every element of every list");
  verb->callback([options, &exit_status] { exit_status = explain(*options); });
}

}  // namespace tq::tools
