// SPDX-License-Identifier: Apache-2.0
#include "tools/gen/generate.hpp"

#include <utility>

#include <fmt/format.h>

#include "conformance/builtin/reference/reference.hpp"
#include "conformance/vectors/assemble.hpp"
#include "conformance/vectors/lint.hpp"
#include "conformance/vectors/manifest.hpp"
#include "conformance/vectors/rules.hpp"
#include "conformance/vectors/schemas.hpp"
#include "reference/codebook_header.hpp"
#include "tools/gen/chapters.hpp"

namespace tq::tools {
namespace {

using conformance::Tree;

constexpr std::string_view kCodebookPath = "spec/contract/codebook_gaussian.hpp";

void add_all_vectors(VectorSet& set, const Tree& parity) {
  add_arithmetic_vectors(set);
  add_random_vectors(set);
  add_transform_vectors(set);
  add_codebook_vectors(set);
  add_packing_vectors(set);
  add_gain_vectors(set);
  add_keys_vectors(set);
  add_page_vectors(set);
  add_score_vectors(set);
  add_canary_vectors(set);
  add_parity_vectors(set, parity);
}

Tree hand_kept_part(const Tree& vectors) {
  Tree kept;
  for (const auto& [path, content] : vectors) {
    if (path != conformance::kManifestPath && !conformance::is_generated_path(path)) {
      kept.emplace(path, content);
    }
  }
  return kept;
}

}  // namespace

// TQ-VECT-002
std::variant<Generated, std::string> generate(const std::filesystem::path& root,
                                              const VectorSet::Progress& progress) {
  const auto on_disk = conformance::read_tree(root / "vectors");
  if (const auto* error = std::get_if<std::string>(&on_disk)) return *error;
  const Tree hand_kept = hand_kept_part(std::get<Tree>(on_disk));

  const auto retired_text = hand_kept.find(std::string(conformance::kRetiredPath));
  if (retired_text == hand_kept.end()) return "vectors/retired.json: missing";
  auto retired = conformance::read_retired(retired_text->second);
  if (const auto* error = std::get_if<std::string>(&retired)) {
    return "vectors/retired.json: " + *error;
  }

  const auto parity = conformance::read_tree(root / kParityFolder);
  if (const auto* error = std::get_if<std::string>(&parity)) return *error;

  Generated generated;
  VectorSet set(std::move(std::get<conformance::IdSet>(retired)),
                conformance::perform_with_reference, progress);
  try {
    add_all_vectors(set, std::get<Tree>(parity));
  } catch (const DefinitionError& error) {
    return error.what();
  }
  generated.vectors = set.files();
  for (auto& [path, content] : conformance::assemble_tree(hand_kept, generated.vectors)) {
    generated.files.emplace("vectors/" + path, content);
  }
  for (auto& [path, content] : conformance::vector_schemas()) {
    generated.files.emplace("spec/schemas/" + path, content);
  }
  const auto header = reference::generate_codebook_header();
  if (const auto* refusal = std::get_if<reference::CodebookRefusal>(&header)) {
    return fmt::format("{}: width {}: {}", kCodebookPath, refusal->width, refusal->message);
  }
  generated.files.emplace(kCodebookPath, std::get<std::string>(header));
  return generated;
}

}  // namespace tq::tools
