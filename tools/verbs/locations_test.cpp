// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-028: which of several places wins. tools/install/check_install.py tries them installed.
#include "tools/verbs/locations.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace tq::tools {
namespace {

namespace fs = std::filesystem;

TEST(Locations, AnInstallTreeIsFoundFromTheProgram) {
  const fs::path folder = fs::path(testing::TempDir()) / "locations_test";
  fs::remove_all(folder);
  const fs::path program_folder = folder / "bin";
  const fs::path data = (program_folder / TQC_DATA_FROM_PROGRAM).lexically_normal();
  const fs::path sources = TQC_SOURCE_DIR;
  fs::create_directories(data / "vectors");
  EXPECT_EQ(data_directory_of(program_folder), sources) << "a folder without manifest is no data";
  std::ofstream(data / "vectors" / "MANIFEST.json") << "{}\n";
  EXPECT_EQ(data_directory_of(program_folder), data);
  fs::remove_all(folder);
  EXPECT_EQ(data_directory_of(program_folder), sources);
}

TEST(Locations, TheOptionWinsThenTheVariable) {
  ASSERT_EQ(setenv("TQC_VECTORS", "/from/variable", 1), 0);
  EXPECT_EQ(vectors_directory("given"), "given");
  EXPECT_EQ(vectors_directory(""), "/from/variable");
  ASSERT_EQ(setenv("TQC_VECTORS", "", 1), 0);
  EXPECT_EQ(vectors_directory(""), data_directory() / "vectors");
  ASSERT_EQ(unsetenv("TQC_VECTORS"), 0);
  EXPECT_EQ(vectors_directory(""), data_directory() / "vectors");
}

}  // namespace
}  // namespace tq::tools
