// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/lint.hpp"

#include <algorithm>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/vectors/assemble.hpp"
#include "conformance/vectors/manifest.hpp"
#include "conformance/vectors/rules.hpp"
#include "conformance/vectors/sample_for_test.hpp"

namespace tq::conformance {
namespace {

using ::testing::IsEmpty;
using Files = std::vector<VectorFile>;

// In two pieces: `tqc trace` takes a whole one for a quotation.
const std::string kUnknownId = std::string("TQ-PACK-") + "999";

IdSet known_requirements() {
  return {"TQ-PACK-001", "TQ-PACK-002", "TQ-PACK-003", "TQ-GAIN-001", "TQ-PAGE-001"};
}

VectorFile invalid_page(const contract::ErrorEntry& error) {
  Vector vector;
  vector.id = "page/invalid-" + std::string(error.slug);
  vector.operation = "page.parse";
  vector.requirements = {"TQ-PAGE-001"};
  vector.reason = "shows one error of the page";
  vector.input = {{"page", Bytes{{1, 2, 3}}}};
  vector.expected.error = error.error;
  return {"page/invalid/" + std::string(error.layer) + "/" + std::string(error.slug) + ".json",
          "page",
          {vector}};
}

// A small tree without findings.
Files clean_files() {
  Files files = sample_files();
  for (const contract::ErrorEntry& error : contract::kErrors) {
    if (static_cast<int>(error.error) < 700) files.push_back(invalid_page(error));
  }
  return files;
}

Tree clean_hand_kept() {
  return {{"README.md", "text\n"}, {std::string(kRetiredPath), "{\"retired\": []}\n"}};
}

VectorFile& file_at(Files& files, std::string_view path) {
  return *std::find_if(files.begin(), files.end(),
                       [&](const VectorFile& file) { return file.path == path; });
}

TEST(Lint, FindsNothingInACleanTree) {
  EXPECT_THAT(lint(assemble_tree(clean_hand_kept(), clean_files()), known_requirements()),
              IsEmpty());
}

// A tree broken in one way, and the finding that names it: TQ-VECT-005 (ids), TQ-VECT-008
// (manifest), TQ-VECT-009 (flat file), TQ-VECT-013 (sizes), TQ-VECT-015 (invalid pages).
struct Fixture {
  std::string name;
  std::function<void(Files&, Tree& hand_kept)> before;  // breaks what the tree is made from
  std::function<void(Tree&)> after;                     // breaks the assembled tree
  Finding finding;                                      // the message may lack its beginning
};

class LintFixture : public ::testing::TestWithParam<Fixture> {};

TEST_P(LintFixture, IsNamed) {
  const Fixture& fixture = GetParam();
  Files files = clean_files();
  Tree hand_kept = clean_hand_kept();
  if (fixture.before) fixture.before(files, hand_kept);
  Tree tree = assemble_tree(hand_kept, files);
  if (fixture.after) fixture.after(tree);
  const std::vector<Finding> findings = lint(tree, known_requirements());
  const bool is_named = std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
    return finding.path == fixture.finding.path && finding.check == fixture.finding.check &&
           finding.message.ends_with(fixture.finding.message);
  });
  std::string actual;
  for (const Finding& finding : findings) {
    actual += finding.path + ": " + finding.check + ": " + finding.message + "\n";
  }
  EXPECT_TRUE(is_named) << actual;
}

std::vector<Fixture> fixtures() {
  const std::string manifest(kManifestPath);
  const std::string flat(kFlatPath);
  const std::string retired(kRetiredPath);
  const std::string first = "packing/pack-three-codes: ";
  return {
      {"NoManifest",
       {},
       [=](Tree& tree) { tree.erase(manifest); },
       {manifest, "manifest", "missing"}},
      {"ChangedFile",
       {},
       [](Tree& tree) { tree["README.md"] = "texT\n"; },
       {manifest, "manifest", "README.md: its SHA-256 differs from MANIFEST.json"}},
      {"LongerFile",
       {},
       [](Tree& tree) { tree["README.md"] += "\n"; },
       {manifest, "manifest", "README.md: 6 bytes, MANIFEST.json says 5"}},
      {"MissingFile",
       {},
       [](Tree& tree) { tree.erase("README.md"); },
       {manifest, "manifest", "README.md: listed, but missing"}},
      {"UnlistedFile",
       {},
       [](Tree& tree) { tree["notes.txt"] = ""; },
       {manifest, "manifest", "notes.txt: not listed in MANIFEST.json"}},
      {"WrongRoot",
       {},
       [=](Tree& tree) {
         Manifest changed = std::get<Manifest>(read_manifest(tree[manifest]));
         changed.root = std::string(64, '0');
         tree[manifest] = write_manifest(changed);
       },
       {manifest, "manifest", "MANIFEST.json: the root does not follow from the files"}},
      {"WrongMeaning",
       {},
       [=](Tree& tree) {
         Manifest changed = std::get<Manifest>(read_manifest(tree[manifest]));
         for (ManifestEntry& entry : changed.files) {
           if (entry.path == "core/gain.json") entry.meaning = std::string(64, '0');
         }
         tree[manifest] = write_manifest(changed);
       },
       {manifest, "manifest", "core/gain.json: number of vectors or meaning differs"}},
      {"ManifestNotCanonical",
       {},
       [=](Tree& tree) { tree[manifest] += " "; },
       {manifest, "manifest", "not in the canonical form that `tqc gen` writes"}},
      {"StrayFile",
       [](Files&, Tree& kept) { kept["packing/notes.txt"] = ""; },
       {},
       {"packing/notes.txt", "file",
        "neither a vector file nor the flat file, in a folder of vectors"}},
      {"NotCanonical",
       {},
       [](Tree& tree) { tree["core/packing.json"] += "\n"; },
       {"core/packing.json", "file", " is not in the canonical form that `tqc gen` writes"}},
      {"RetiredId",
       [=](Files&, Tree& kept) {
         kept[retired] =
             "{\"retired\": [{\"id\": \"packing/pack-three-codes\", \"why\": \"was wrong once\"}]}";
       },
       {},
       {"core/packing.json", "id", first + "the id is retired"}},
      {"NoRetiredList",
       [=](Files&, Tree& kept) { kept.erase(retired); },
       {},
       {retired, "id", "missing"}},
      {"RetiredWithoutReason",
       [=](Files&, Tree& kept) { kept[retired] = "{\"retired\": [{\"id\": \"packing/x\"}]}"; },
       {},
       {retired, "id", "packing/x: no \"why\" of 10 characters or more"}},
      {"SameIdTwice",
       [](Files& files, Tree&) {
         file_at(files, "packing/bulk.json")
             .vectors.insert(file_at(files, "packing/bulk.json").vectors.begin(), sample_refusal());
       },
       {},
       {"packing/bulk.json", "id",
        "packing/pack-width-nine: the id occurs in core/packing.json too"}},
      {"UnknownRequirement",
       [](Files& files, Tree&) {
         file_at(files, "core/packing.json").vectors[0].requirements = {kUnknownId};
       },
       {},
       {"core/packing.json", "requirement", first + kUnknownId + " is in no chapter"}},
      {"SmokeOutsideCore",
       [](Files& files, Tree&) { file_at(files, "packing/bulk.json").vectors[0].smoke = true; },
       {},
       {"packing/bulk.json", "size", "packing/signs-bulk: a smoke vector outside core"}},
      {"DigestInCore",
       [](Files& files, Tree&) { file_at(files, "packing/bulk.json").path = "core/packing.json"; },
       {},
       {"core/packing.json", "size", "packing/signs-bulk: a core vector with formulas or digests"}},
      {"LargeRequest",
       [](Files& files, Tree&) {
         file_at(files, "core/packing.json").vectors[0].input = {
             {"width", std::uint64_t{3}}, {"codes", Bytes{std::vector<std::uint8_t>(30'000)}}};
       },
       {},
       {"core/packing.json", "size", " bytes, core allows 60000"}},
      {"LargeCore",
       [](Files& files, Tree&) {
         file_at(files, "core/packing.json").vectors[0].expected.output = {
             {"packed", Bytes{std::vector<std::uint8_t>(1'000'000)}}};
       },
       {},
       {"core", "size", " bytes of JSON, the limit is 2000000"}},
      {"LargeTree",
       [](Files&, Tree& kept) { kept["large.bin"] = std::string(kMaxTreeBytes, 'x'); },
       {},
       {".", "size", " bytes, the limit is 40000000"}},
      {"UncoveredError",
       [](Files& files, Tree&) {
         std::erase_if(files, [](const VectorFile& file) {
           return file.path == "page/invalid/header/bad-layer.json";
         });
       },
       {},
       {"page/invalid/header", "invalid-page", "no page shows bad-layer"}},
      {"WrongLayer",
       [](Files& files, Tree&) {
         file_at(files, "page/invalid/header/bad-layer.json").vectors[0].expected.error =
             contract::Error::kCrcMismatch;
       },
       {},
       {"page/invalid/header/bad-layer.json", "invalid-page",
        "page/invalid-bad-layer: belongs in page/invalid/integrity/bad-layer.json"}},
      {"TwoFaultsInAFile",
       [](Files& files, Tree&) {
         auto& vectors = file_at(files, "page/invalid/header/bad-layer.json").vectors;
         vectors.push_back(vectors[0]);
         vectors[1].id += "-again";
       },
       {},
       {"page/invalid/header/bad-layer.json", "invalid-page",
        "page/invalid-bad-layer: more than one vector in the file of one fault"}},
      {"NoRefusal",
       [](Files& files, Tree&) {
         Vector& vector = file_at(files, "page/invalid/header/bad-layer.json").vectors[0];
         vector.operation = "page.parse";
         vector.expected.error.reset();
         for (const auto& field : contract::find_operation("page.parse")->fields) {
           if (field.part == contract::FieldPart::kOutput)
             vector.digests.push_back({std::string(field.name), std::string(64, '0')});
         }
       },
       {},
       {"page/invalid/header/bad-layer.json", "invalid-page",
        "page/invalid-bad-layer: not a page that page.parse refuses"}},
      {"NoFlatFile", {}, [=](Tree& tree) { tree.erase(flat); }, {flat, "flat", "missing"}},
      {"TruncatedFlatFile",
       {},
       [=](Tree& tree) { tree[flat].pop_back(); },
       {flat, "flat", ": 2 bytes are missing"}},
      {"FlatFileOfOtherVectors",
       {},
       [=](Tree& tree) { tree[flat][tree[flat].find("hand-made")] = 'H'; },
       {flat, "flat", "its vectors are not those of the JSON files beside it"}},
  };
}

INSTANTIATE_TEST_SUITE_P(Trees, LintFixture, ::testing::ValuesIn(fixtures()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace tq::conformance
