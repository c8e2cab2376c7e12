// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-047: a list is replaced in one step or not at all.
#include "tools/verbs/files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>

namespace tq::tools {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::ThrowsMessage;

class UserFiles : public testing::Test {
 protected:
  UserFiles() : folder_(fs::temp_directory_path() / ("tqc-files-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~UserFiles() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  std::ptrdiff_t count() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  const fs::path folder_;
};

TEST_F(UserFiles, AreReplacedWithTheirPermissionsAndThroughLinks) {
  replace_file(path("a"), "one");
  EXPECT_EQ(read_small_file(path("a")), "one");
  fs::permissions(path("a"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(path("a"), path("link"));
  replace_file(path("link"), "two");
  EXPECT_EQ(read_small_file(path("a")), "two");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(count(), 2) << "a draft was left";
}

TEST_F(UserFiles, ThatCannotBeReplacedAreNamed) {
  EXPECT_THAT([&] { replace_file(path("no/where"), ""); },
              ThrowsMessage<std::runtime_error>(HasSubstr("cannot write " + path("no/where"))));
  EXPECT_THAT([&] { replace_file(folder_.string(), ""); },
              ThrowsMessage<std::runtime_error>(HasSubstr("not a regular file")));
  EXPECT_THAT([] { replace_file("/dev/null", ""); },
              ThrowsMessage<std::runtime_error>(HasSubstr("not a regular file")));
  EXPECT_EQ(count(), 0);
}

TEST_F(UserFiles, ThatAreNoSmallFilesAreNotRead) {
  EXPECT_THAT([&] { read_small_file(path("nowhere")); },
              ThrowsMessage<std::runtime_error>("cannot read " + path("nowhere")));
  EXPECT_THAT([&] { read_small_file(folder_.string()); },
              ThrowsMessage<std::runtime_error>(HasSubstr("cannot read")));
  EXPECT_THAT([] { read_small_file("/dev/zero"); },
              ThrowsMessage<std::runtime_error>(HasSubstr("is longer than")));
}

}  // namespace
}  // namespace tq::tools
