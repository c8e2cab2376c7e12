// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/load.hpp"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/vectors/assemble.hpp"
#include "conformance/vectors/manifest.hpp"
#include "conformance/vectors/sample_for_test.hpp"

namespace tq::conformance {
namespace {

namespace fs = std::filesystem;
using ::testing::EndsWith;
using ::testing::HasSubstr;

// A tree on disk for the time of one test.
class LoadVectors : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    directory_ = fs::path(::testing::TempDir()) / (std::string("tqc-load-") + test->name());
    fs::remove_all(directory_);
    for (const auto& [path, content] : assemble_tree({}, sample_files())) write(path, content);
  }
  void TearDown() override { fs::remove_all(directory_); }

  void write(const std::string& path, const std::string& content) {
    fs::create_directories((directory_ / path).parent_path());
    std::ofstream(directory_ / path, std::ios::binary) << content;
  }
  std::string error() {
    const auto result = load_vectors(directory_);
    const auto* text = std::get_if<std::string>(&result);
    return text == nullptr ? "" : *text;
  }

  fs::path directory_;
};

TEST_F(LoadVectors, ReadsATree) {
  const auto result = load_vectors(directory_);
  ASSERT_EQ(std::get_if<std::string>(&result), nullptr) << std::get<std::string>(result);
  const auto& loaded = std::get<LoadedVectors>(result);
  ASSERT_EQ(loaded.files.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(loaded.files[i].path, sample_files()[i].path);
    EXPECT_EQ(loaded.files[i].vectors, sample_files()[i].vectors);
  }
  EXPECT_EQ(loaded.root, make_manifest(assemble_tree({}, sample_files()), sample_files()).root);
}

TEST_F(LoadVectors, IgnoresCaches) {
  write("__pycache__/read_vectors.pyc", "x");
  write(".draft", "x");
  EXPECT_EQ(error(), "");
}

TEST_F(LoadVectors, KnowsWhatWasWithdrawn) {
  const auto keep = [&](const std::string& list) {
    const Tree hand_kept = {{std::string(kRetiredPath), list}};
    for (const auto& [path, content] : assemble_tree(hand_kept, sample_files())) {
      write(path, content);
    }
  };
  keep(R"({"retired":[{"id":"packing/gone","why":"it asked nothing"}]})");
  const auto result = load_vectors(directory_);
  ASSERT_TRUE(std::holds_alternative<LoadedVectors>(result));
  EXPECT_TRUE(std::get<LoadedVectors>(result).retired.contains("packing/gone"));
  keep("{}");
  EXPECT_THAT(error(), EndsWith("retired.json: \"retired\" is not a list"));
}

// TQ-VECT-008: nothing is judged.
TEST_F(LoadVectors, RefusesAMismatch) {
  write("core/core.tqv", "TQVF");
  EXPECT_THAT(error(), HasSubstr("core/core.tqv: 4 bytes, MANIFEST.json says "));
}

TEST_F(LoadVectors, RefusesAnUnlistedFile) {
  write("packing/more.json", "{}");
  EXPECT_THAT(error(), EndsWith("packing/more.json: not listed in MANIFEST.json"));
}

TEST_F(LoadVectors, RefusesAMissingManifest) {
  fs::remove(directory_ / "MANIFEST.json");
  EXPECT_THAT(error(), EndsWith("MANIFEST.json is missing"));
}

TEST_F(LoadVectors, RefusesATruncatedManifest) {
  write("MANIFEST.json", "{\"format\": 1");
  EXPECT_THAT(error(), HasSubstr("MANIFEST.json: not JSON"));
}

TEST_F(LoadVectors, RefusesAMissingDirectory) {
  fs::remove_all(directory_);
  EXPECT_THAT(error(), HasSubstr("No such file or directory"));
}

// Hashes that fit do not make a malformed file a vector file.
TEST_F(LoadVectors, RefusesAMalformedFileThatIsListed) {
  const Tree tree = assemble_tree({{"packing/more.json", "[1]\n"}}, sample_files());
  for (const auto& [path, content] : tree) write(path, content);
  EXPECT_THAT(error(), EndsWith("packing/more.json: not an object"));
}

TEST_F(LoadVectors, RefusesTheSameIdInTwoFiles) {
  std::vector<VectorFile> files = sample_files();
  files.push_back({"packing/more.json", "packing", {sample_success()}});
  for (const auto& [path, content] : assemble_tree({}, files)) write(path, content);
  EXPECT_THAT(error(),
              EndsWith("packing/more.json: packing/pack-three-codes: the id occurs twice"));
}

}  // namespace
}  // namespace tq::conformance
