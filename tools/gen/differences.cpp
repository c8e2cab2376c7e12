// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "conformance/vectors/rules.hpp"
#include "conformance/vectors/vector_json.hpp"
#include "tools/gen/generate.hpp"

namespace tq::tools {
namespace {

namespace fs = std::filesystem;
using conformance::Tree;

constexpr std::string_view kVectors = "vectors/";

// Files of `root` that generated ones may replace, by path in the repository.
std::variant<Tree, std::string> read_outputs(const fs::path& root) {
  Tree files;
  for (const std::string_view folder : {"vectors", "spec/schemas", "spec/contract"}) {
    const fs::path directory = root / folder;
    std::error_code error;
    if (!fs::exists(directory, error)) continue;  // all of it is missing
    auto tree = conformance::read_tree(directory);
    if (auto* reason = std::get_if<std::string>(&tree)) return std::move(*reason);
    for (auto& [path, content] : std::get<Tree>(tree)) {
      files.emplace(fmt::format("{}/{}", folder, path), std::move(content));
    }
  }
  return files;
}

bool is_stale(std::string_view path) {
  return path.starts_with("spec/schemas/") ||
         (path.starts_with(kVectors) &&
          conformance::is_generated_path(path.substr(kVectors.size())));
}

std::string first_differing_vector(const std::vector<conformance::Vector>& actual,
                                   const std::vector<conformance::Vector>& expected) {
  for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
    if (actual[i] == expected[i]) continue;
    if (actual[i].id == expected[i].id) return expected[i].id + ": differs";
    return std::min(actual[i].id, expected[i].id) + ": in one of the two only";
  }
  const auto& longer = actual.size() > expected.size() ? actual : expected;
  return longer[std::min(actual.size(), expected.size())].id + ": in one of the two only";
}

std::string detail_of(const std::string& path, const std::string& actual,
                      const std::string& expected, const Generated& generated) {
  for (const conformance::VectorFile& file : generated.vectors) {
    if (path != fmt::format("{}{}", kVectors, file.path)) continue;
    const auto read = conformance::read_vector_file(file.path, actual);
    if (const auto* error = std::get_if<std::string>(&read)) return *error;
    return first_differing_vector(std::get<conformance::VectorFile>(read).vectors, file.vectors);
  }
  const auto [at, unused] =
      std::mismatch(actual.begin(), actual.end(), expected.begin(), expected.end());
  if (path.ends_with(".tqv")) return fmt::format("byte {}", at - actual.begin());
  return fmt::format("line {}", std::count(actual.begin(), at, '\n') + 1);
}

std::optional<std::string> replace(const fs::path& path, const std::string& content) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  // Hidden: a draft that a crash leaves behind is no file of the tree.
  const fs::path draft = path.parent_path() / fmt::format(".{}.draft", path.filename().string());
  std::ofstream stream(draft, std::ios::binary);
  stream.write(content.data(), static_cast<std::streamsize>(content.size()));
  stream.close();
  if (!stream) return fmt::format("{}: cannot be written", draft.string());
  fs::rename(draft, path, error);
  if (error) return fmt::format("{}: {}", path.string(), error.message());
  return std::nullopt;
}

}  // namespace

std::variant<std::vector<Difference>, std::string> differences(const fs::path& root,
                                                               const Generated& generated) {
  auto outputs = read_outputs(root);
  if (auto* error = std::get_if<std::string>(&outputs)) return std::move(*error);
  const Tree& actual = std::get<Tree>(outputs);

  std::vector<Difference> found;
  for (const auto& [path, content] : generated.files) {
    const auto file = actual.find(path);
    if (file == actual.end()) {
      found.push_back({path, Difference::Kind::kMissing, {}});
    } else if (file->second != content) {
      found.push_back(
          {path, Difference::Kind::kDiffers, detail_of(path, file->second, content, generated)});
    }
  }
  for (const auto& [path, content] : actual) {
    if (is_stale(path) && !generated.files.contains(path)) {
      found.push_back({path, Difference::Kind::kStale, {}});
    }
  }
  std::sort(found.begin(), found.end(),
            [](const Difference& a, const Difference& b) { return a.path < b.path; });
  return found;
}

std::optional<std::string> apply(const fs::path& root, const Generated& generated,
                                 const std::vector<Difference>& changes) {
  for (const Difference& change : changes) {
    if (change.kind != Difference::Kind::kStale) {
      if (auto error = replace(root / change.path, generated.files.at(change.path))) return error;
      continue;
    }
    std::error_code error;
    fs::remove(root / change.path, error);
    if (error) return fmt::format("{}: {}", change.path, error.message());
  }
  return std::nullopt;
}

}  // namespace tq::tools
