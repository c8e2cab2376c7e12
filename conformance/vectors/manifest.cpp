// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/manifest.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/json_strict.hpp"
#include "conformance/vectors/meaning.hpp"
#include "conformance/vectors/rules.hpp"
#include "conformance/vectors/sha256.hpp"
#include "spec/contract/versions.hpp"

namespace tq::conformance {
namespace {

using Json = nlohmann::ordered_json;

void set_meaning(ManifestEntry& entry, std::span<const Vector> vectors) {
  entry.vectors = vectors.size();
  entry.meaning = sha256_hex(meaning_of(vectors));
}

// Members that are absent or of another type stay empty; the comparison with the canonical text
// finds them.
ManifestEntry read_entry(const Json& object) {
  const auto text = [&](const char* key) {
    const Json* member = find_member(object, key);
    const std::string* found = member == nullptr ? nullptr : as_string(*member);
    return found == nullptr ? std::string() : *found;
  };
  const auto integer = [&](const char* key) -> std::uint64_t {
    const Json* member = find_member(object, key);
    return member == nullptr ? 0 : as_integer(*member).value_or(0);
  };
  return {text("path"), integer("bytes"), text("sha256"), integer("vectors"), text("meaning")};
}

std::optional<std::string> fault_of_versions(const Json& json) {
  const Json* format = find_member(json, "format");
  const auto number = format == nullptr ? std::nullopt : as_integer(*format);
  if (!number) return "\"format\" is missing";
  if (*number != contract::kVectorFormat) {
    return fmt::format("vector format {}, this program reads {}", *number, contract::kVectorFormat);
  }
  const Json* specification = find_member(json, "specification");
  const std::string* version = specification == nullptr ? nullptr : as_string(*specification);
  if (version == nullptr) return "\"specification\" is missing";
  if (*version != contract::kSpecificationVersion) {
    return fmt::format("of specification {}, this program knows {}", printable_excerpt(*version),
                       contract::kSpecificationVersion);
  }
  return std::nullopt;
}

}  // namespace

std::vector<Vector> core_vectors(std::span<const VectorFile> files) {
  std::vector<Vector> core;
  for (const VectorFile& file : files) {
    if (is_core_path(file.path)) core.insert(core.end(), file.vectors.begin(), file.vectors.end());
  }
  return core;
}

Manifest make_manifest(const Tree& tree, std::span<const VectorFile> files) {
  Manifest manifest;
  for (const auto& [path, content] : tree) {
    if (path == kManifestPath) continue;
    ManifestEntry entry{path, content.size(), sha256_hex(content), 0, {}};
    for (const VectorFile& file : files) {
      if (file.path == path) set_meaning(entry, file.vectors);
    }
    if (path == kFlatPath) set_meaning(entry, core_vectors(files));
    manifest.files.push_back(std::move(entry));
  }
  manifest.root = root_of(manifest.files);
  return manifest;
}

std::string root_of(std::span<const ManifestEntry> files) {
  std::string lines;
  for (const ManifestEntry& entry : files)
    lines += fmt::format("{}  {}\n", entry.sha256, entry.path);
  return sha256_hex(lines);
}

std::string write_manifest(const Manifest& manifest) {
  Json files = Json::array();
  std::uint64_t vectors = 0;
  for (const ManifestEntry& entry : manifest.files) {
    Json file = {{"path", entry.path}, {"bytes", entry.bytes}, {"sha256", entry.sha256}};
    if (entry.vectors != 0) {
      file["vectors"] = entry.vectors;
      file["meaning"] = entry.meaning;
      // The flat file holds the core vectors a second time.
      if (entry.path != kFlatPath) vectors += entry.vectors;
    }
    files.push_back(std::move(file));
  }
  const Json json = {{"format", contract::kVectorFormat},
                     {"specification", contract::kSpecificationVersion},
                     {"protocol", contract::kProtocol},
                     {"root", manifest.root},
                     {"vectors", vectors},
                     {"files", std::move(files)}};
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

std::variant<Manifest, std::string> read_manifest(std::string_view text) {
  std::string error;
  const auto json = parse_json(text, error);
  if (!json) return fmt::format("{}: {}", kManifestPath, error);
  if (const auto fault = fault_of_versions(*json)) {
    return fmt::format("{}: {}", kManifestPath, *fault);
  }
  Manifest manifest;
  if (const Json* root = find_member(*json, "root"); root != nullptr && as_string(*root)) {
    manifest.root = *as_string(*root);
  }
  if (const Json* files = find_member(*json, "files"); files != nullptr && files->is_array()) {
    for (const Json& file : *files) manifest.files.push_back(read_entry(file));
  }
  if (write_manifest(manifest) != text) {
    return fmt::format("{}: not in the canonical form that `tqc gen` writes", kManifestPath);
  }
  for (std::size_t i = 1; i < manifest.files.size(); ++i) {
    if (manifest.files[i - 1].path >= manifest.files[i].path) {
      return fmt::format("{}: paths do not ascend", kManifestPath);
    }
  }
  return manifest;
}

std::optional<std::string> fault_of_tree(const Tree& tree, const Manifest& manifest) {
  for (const ManifestEntry& entry : manifest.files) {
    const auto file = tree.find(entry.path);
    if (file == tree.end()) return fmt::format("{}: listed, but missing", entry.path);
    if (file->second.size() != entry.bytes) {
      return fmt::format("{}: {} bytes, {} says {}", entry.path, file->second.size(), kManifestPath,
                         entry.bytes);
    }
    if (sha256_hex(file->second) != entry.sha256) {
      return fmt::format("{}: its SHA-256 differs from {}", entry.path, kManifestPath);
    }
  }
  for (const auto& [path, content] : tree) {
    const bool is_listed =
        path == kManifestPath ||
        std::any_of(manifest.files.begin(), manifest.files.end(),
                    [&](const ManifestEntry& entry) { return entry.path == path; });
    if (!is_listed) return fmt::format("{}: not listed in {}", path, kManifestPath);
  }
  if (root_of(manifest.files) != manifest.root) {
    return fmt::format("{}: the root does not follow from the files", kManifestPath);
  }
  return std::nullopt;
}

}  // namespace tq::conformance
