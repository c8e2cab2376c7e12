// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/requirement.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "conformance/vectors/load.hpp"
#include "tools/trace/trace.hpp"
#include "tools/verbs/nearest.hpp"

namespace tq::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFolders[] = {"spec/contract", "reference", "optimized", "conformance",
                                         "tools"};
constexpr std::string_view kExtensions[] = {".cpp", ".hpp", ".def", ".py"};

// In the order in which they are shown.
constexpr std::string_view kReference = "reference";
constexpr std::string_view kOptimized = "optimized";
constexpr std::string_view kCheckers = "checkers";
constexpr std::string_view kTests = "tests";
// Adapters of our own implementations, definitions of vectors, scripts.
constexpr std::string_view kElsewhere = "elsewhere";

bool is_test(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.ends_with("_test.cpp") || name.ends_with("_test.py") || name.starts_with("test_");
}

// Empty for files that quote ids without implementing or judging them.
std::string_view kind_of(std::string_view path) {
  if (is_test(path)) return kTests;
  if (path.starts_with("reference/") || path.starts_with("spec/contract/")) return kReference;
  if (path.starts_with("optimized/")) return kOptimized;
  if (path.starts_with("conformance/testees/") || path.starts_with("tools/explain/")) return "";
  if (path.starts_with("conformance/builtin/") || path.starts_with("tools/")) return kElsewhere;
  return kCheckers;
}

// "TQ-PACK-001" and not "TQ-PACK-0011"; a comment may continue a list: "TQ-PACK-001, -002".
bool quotes(const std::string& line, const std::string& id) {
  return requirement_ids(line).contains(id);
}

std::vector<fs::path> source_files(const fs::path& root) {
  std::vector<fs::path> files;
  for (const std::string_view folder : kFolders) {
    std::error_code missing;  // a checkout may lack a folder
    for (fs::recursive_directory_iterator entry(root / folder, missing), end; entry != end;
         entry.increment(missing)) {
      const std::string extension = entry->path().extension().string();
      if (entry->is_regular_file(missing) && std::ranges::count(kExtensions, extension) != 0) {
        files.push_back(entry->path());
      }
    }
  }
  std::ranges::sort(files);
  return files;
}

std::string trimmed(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin);
}

std::optional<std::vector<std::pair<std::string, std::vector<Quotation>>>> find_code(
    const std::string& id, const fs::path& root) {
  const auto files = source_files(root);
  if (files.empty()) return std::nullopt;
  std::map<std::string, std::vector<Quotation>, std::less<>> found;
  for (const fs::path& path : files) {
    const std::string name = path.lexically_relative(root).generic_string();
    const std::string_view kind = kind_of(name);
    if (kind.empty()) continue;
    std::ifstream file(path, std::ios::binary);
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (!quotes(line, id)) continue;
      found[std::string(kind)].push_back({fmt::format("{}:{}", name, number), trimmed(line)});
    }
  }
  std::vector<std::pair<std::string, std::vector<Quotation>>> code;
  for (const std::string_view kind : {kReference, kOptimized, kCheckers, kTests, kElsewhere}) {
    code.emplace_back(kind, found[std::string(kind)]);
  }
  return code;
}

// "spec/packing.md:9"; empty when no chapter defines it.
std::string definition_of(const std::string& id, const fs::path& root) {
  const std::string opening = "**" + id + "** ";
  std::error_code missing;
  for (fs::directory_iterator entry(root / "spec", missing), end; entry != end;
       entry.increment(missing)) {
    if (entry->path().extension() != ".md") continue;
    std::ifstream chapter(entry->path(), std::ios::binary);
    std::size_t number = 0;
    for (std::string line; std::getline(chapter, line);) {
      ++number;
      if (line.starts_with(opening)) {
        return fmt::format("spec/{}:{}", entry->path().filename().string(), number);
      }
    }
  }
  return "";
}

}  // namespace

RequirementTexts requirement_texts(const fs::path& root) {
  RequirementTexts texts;
  std::error_code missing;  // chapters that are not installed leave ids without text
  for (fs::directory_iterator entry(root / "spec", missing), last; entry != last;
       entry.increment(missing)) {
    if (entry->path().extension() != ".md") continue;
    std::ifstream chapter(entry->path(), std::ios::binary);
    for (std::string line; std::getline(chapter, line);) {
      const std::size_t end = line.find("** ");
      if (line.starts_with("**TQ-") && end != std::string::npos) {
        texts.emplace(line.substr(2, end - 2), line.substr(end + 3));
      }
    }
  }
  return texts;
}

RequirementPlaces find_requirement(const std::string& id, const fs::path& root,
                                   const fs::path& vectors) {
  RequirementPlaces places;
  places.id = id;
  const RequirementTexts texts = requirement_texts(root);
  std::set<std::string> known;
  for (const auto& [other, text] : texts) known.insert(other);

  const auto loaded = conformance::load_vectors(vectors);
  if (const auto* golden = std::get_if<conformance::LoadedVectors>(&loaded)) {
    places.vectors.emplace();
    for (const auto& file : golden->files) {
      for (const auto& vector : file.vectors) {
        known.insert(vector.requirements.begin(), vector.requirements.end());
        if (std::ranges::count(vector.requirements, id) != 0) places.vectors->push_back(vector.id);
      }
    }
  }
  if (known.empty()) {
    throw std::runtime_error(fmt::format("neither chapters ({}) nor vectors ({}) are at hand",
                                         (root / "spec").string(), vectors.string()));
  }
  if (!known.contains(id)) {
    const std::vector<std::string> names(known.begin(), known.end());
    throw std::runtime_error(
        fmt::format("no requirement has the id \"{}\"{}", id, did_you_mean(id, names)));
  }
  if (const auto text = texts.find(id); text != texts.end()) places.text = text->second;
  places.chapter = definition_of(id, root);
  places.code = find_code(id, root);
  places.mutants = mutants_of(id);
  return places;
}

}  // namespace tq::tools
