// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

namespace tq::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = std::size_t{16} << 20;

std::runtime_error cannot_write(const std::string& path, const char* why) {
  return std::runtime_error(fmt::format("cannot write {}: {}", path, why));
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(descriptor, text.data(), text.size());
    if (wrote < 0 && errno != EINTR) return false;
    if (wrote > 0) text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

// Of a new file.
fs::perms usual_permissions() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return static_cast<fs::perms>(0666 & ~mask);
}

}  // namespace

std::string read_small_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kMostBytes + 1, '\0');
  // A directory opens and cannot be read.
  if (!file || (file.read(text.data(), static_cast<std::streamsize>(text.size())), file.bad())) {
    throw std::runtime_error("cannot read " + path);
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kMostBytes) {
    throw std::runtime_error(fmt::format("{} is longer than {} bytes", path, kMostBytes));
  }
  return text;
}

void write_file(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  if (!(file << text).flush()) throw std::runtime_error("cannot write " + path);
}

void replace_file(const std::string& path, std::string_view text) {
  std::error_code error;
  fs::path target = path;
  fs::perms permissions = usual_permissions();
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status)) {
    if (!fs::is_regular_file(status)) throw cannot_write(path, "not a regular file");
    target = fs::canonical(path, error);
    if (error) throw cannot_write(path, error.message().c_str());
    permissions = status.permissions();
  }
  // In the same directory, since a rename does not cross file systems.
  std::string draft = target.string() + ".XXXXXX";
  const int descriptor = ::mkstemp(draft.data());
  if (descriptor < 0) throw cannot_write(path, std::strerror(errno));
  const bool written = write_all(descriptor, text) && ::fsync(descriptor) == 0;
  const int why = errno;
  ::close(descriptor);
  if (written) {
    fs::permissions(draft, permissions, error);
    if (!error) fs::rename(draft, target, error);
    if (!error) return;
  }
  ::unlink(draft.c_str());
  throw cannot_write(path, written ? error.message().c_str() : std::strerror(why));
}

}  // namespace tq::tools
