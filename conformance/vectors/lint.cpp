// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/lint.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "conformance/vectors/manifest.hpp"
#include "conformance/vectors/rules.hpp"
#include "conformance/vectors/tqv.hpp"
#include "conformance/vectors/vector_json.hpp"

namespace tq::conformance {
namespace {

constexpr std::string_view kInvalidPages = "page/invalid/";
constexpr std::string_view kPageLayers[] = {"envelope",  "header",  "geometry",
                                            "integrity", "payload", "semantic"};

class Lint {
 public:
  Lint(const Tree& tree, const IdSet& requirements) : tree_(tree), requirements_(requirements) {}

  std::vector<Finding> run() {
    read_files();
    check_manifest();
    check_ids();
    check_requirements();
    check_sizes();
    check_invalid_pages();
    check_flat_file();
    std::sort(findings_.begin(), findings_.end());
    return std::move(findings_);
  }

 private:
  void find(std::string_view check, std::string_view path, std::string message) {
    findings_.push_back({std::string(path), std::string(check), std::move(message)});
  }
  void find(std::string_view check, const VectorFile& file, const Vector& vector,
            std::string_view message) {
    find(check, file.path, fmt::format("{}: {}", vector.id, message));
  }

  template <class Visit>
  void for_each_vector(const Visit& visit) {
    for (const VectorFile& file : files_) {
      for (const Vector& vector : file.vectors) visit(file, vector);
    }
  }

  void read_files() {
    for (const auto& [path, text] : tree_) {
      if (chapter_of_path(path).empty()) {
        if (is_generated_path(path) && path != kFlatPath) {
          find("file", path, "neither a vector file nor the flat file, in a folder of vectors");
        }
        continue;
      }
      auto file = read_vector_file(path, text);
      if (auto* error = std::get_if<std::string>(&file)) {
        find("file", path, error->substr(path.size() + 2));
      } else {
        files_.push_back(std::move(std::get<VectorFile>(file)));
      }
    }
  }

  // TQ-VECT-008
  void check_manifest() {
    const auto text = tree_.find(std::string(kManifestPath));
    if (text == tree_.end()) return find("manifest", kManifestPath, "missing");
    const auto manifest = read_manifest(text->second);
    if (const auto* error = std::get_if<std::string>(&manifest)) {
      return find("manifest", kManifestPath, error->substr(kManifestPath.size() + 2));
    }
    const Manifest& listed = std::get<Manifest>(manifest);
    if (const auto fault = fault_of_tree(tree_, listed)) {
      return find("manifest", kManifestPath, *fault);
    }
    const Manifest actual = make_manifest(tree_, files_);
    for (std::size_t i = 0; i < actual.files.size(); ++i) {
      // A file that could not be read has its own finding.
      if (actual.files[i].vectors == 0) continue;
      if (actual.files[i] != listed.files[i]) {
        find("manifest", kManifestPath,
             fmt::format("{}: number of vectors or meaning differs", actual.files[i].path));
      }
    }
  }

  // TQ-VECT-005
  void check_ids() {
    IdSet retired;
    const auto text = tree_.find(std::string(kRetiredPath));
    if (text == tree_.end()) {
      find("id", kRetiredPath, "missing");
    } else {
      auto ids = read_retired(text->second);
      if (const auto* error = std::get_if<std::string>(&ids)) {
        find("id", kRetiredPath, *error);
      } else {
        retired = std::move(std::get<IdSet>(ids));
      }
    }
    std::map<std::string_view, std::string_view> first_path;
    for_each_vector([&](const VectorFile& file, const Vector& vector) {
      if (retired.contains(vector.id)) find("id", file, vector, "the id is retired");
      const auto [first, is_new] = first_path.emplace(vector.id, file.path);
      if (!is_new) {
        find("id", file, vector, fmt::format("the id occurs in {} too", first->second));
      }
    });
  }

  void check_requirements() {
    for_each_vector([&](const VectorFile& file, const Vector& vector) {
      for (const std::string& requirement : vector.requirements) {
        if (!requirements_.contains(requirement)) {
          find("requirement", file, vector, fmt::format("{} is in no chapter", requirement));
        }
      }
    });
  }

  // TQ-VECT-013
  void check_sizes() {
    std::size_t core = 0;
    std::size_t total = 0;
    for (const auto& [path, content] : tree_) {
      total += content.size();
      if (is_core_path(path) && path != kFlatPath) core += content.size();
    }
    if (core > kMaxCoreBytes) {
      find("size", "core", fmt::format("{} bytes of JSON, the limit is {}", core, kMaxCoreBytes));
    }
    if (total > kMaxTreeBytes) {
      find("size", ".", fmt::format("{} bytes, the limit is {}", total, kMaxTreeBytes));
    }
    for_each_vector([&](const VectorFile& file, const Vector& vector) {
      if (!is_core_path(file.path)) {
        if (vector.smoke) find("size", file, vector, "a smoke vector outside core");
        return;
      }
      if (!vector.formulas.empty() || !vector.digests.empty()) {
        find("size", file, vector, "a core vector with formulas or digests");
      }
      if (const std::size_t bytes = request_bytes(vector); bytes > kMaxSmallRequestBytes) {
        find("size", file, vector,
             fmt::format("a request of {} bytes, core allows {}", bytes, kMaxSmallRequestBytes));
      }
    });
  }

  // TQ-VECT-015
  void check_invalid_pages() {
    std::set<contract::Error> covered;
    for (const VectorFile& file : files_) {
      if (!file.path.starts_with(kInvalidPages)) continue;
      const Vector& vector = file.vectors.front();
      if (file.vectors.size() != 1) {
        find("invalid-page", file, vector, "more than one vector in the file of one fault");
        continue;
      }
      if (vector.operation != "page.parse" || !vector.expected.error) {
        find("invalid-page", file, vector, "not a page that page.parse refuses");
        continue;
      }
      const contract::ErrorEntry& error = contract::entry(*vector.expected.error);
      const std::string fault = vector.id.substr(std::string_view("page/").size());
      const std::string path = fmt::format("page/invalid/{}/{}.json", error.layer,
                                           fault.starts_with("invalid-") ? fault.substr(8) : fault);
      if (file.path != path) find("invalid-page", file, vector, fmt::format("belongs in {}", path));
      covered.insert(error.error);
    }
    for (const contract::ErrorEntry& error : contract::kErrors) {
      if (std::find(std::begin(kPageLayers), std::end(kPageLayers), error.layer) !=
              std::end(kPageLayers) &&
          !covered.contains(error.error)) {
        find("invalid-page", fmt::format("page/invalid/{}", error.layer),
             fmt::format("no page shows {}", error.slug));
      }
    }
  }

  // TQ-VECT-009
  void check_flat_file() {
    const auto flat = tree_.find(std::string(kFlatPath));
    if (flat == tree_.end()) return find("flat", kFlatPath, "missing");
    const auto vectors = read_tqv(flat->second);
    if (const auto* error = std::get_if<std::string>(&vectors)) {
      return find("flat", kFlatPath, *error);
    }
    if (std::get<0>(vectors) != core_vectors(files_)) {
      find("flat", kFlatPath, "its vectors are not those of the JSON files beside it");
    }
  }

  const Tree& tree_;
  const IdSet& requirements_;
  std::vector<VectorFile> files_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> lint(const Tree& tree, const IdSet& requirements) {
  return Lint(tree, requirements).run();
}

std::variant<IdSet, std::string> requirements_of(const std::filesystem::path& spec) {
  const auto tree = read_tree(spec);
  if (const auto* error = std::get_if<std::string>(&tree)) return *error;
  IdSet ids;
  for (const auto& [path, text] : std::get<Tree>(tree)) {
    if (!path.ends_with(".md") || path.find('/') != path.npos) continue;
    for (std::size_t line = 0; line < text.size(); line = text.find('\n', line) + 1) {
      const std::size_t end = std::min(text.find('\n', line), text.size());
      const std::string_view view = std::string_view(text).substr(line, end - line);
      const std::size_t close = view.find("** ", 2);
      if (view.starts_with("**TQ-") && close != view.npos) ids.emplace(view.substr(2, close - 2));
      if (end == text.size()) break;
    }
  }
  return ids;
}

}  // namespace tq::conformance
