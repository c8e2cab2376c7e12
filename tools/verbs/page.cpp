// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tools/page/inspect.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

// The largest legal page (chapter page, "Sections"). One byte more is read, so that a longer file
// is still told apart.
constexpr std::size_t kLargestPage = 135'266'368;

std::vector<std::uint8_t> read_bounded(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) {
    throw std::runtime_error("cannot read " + path);
  }
  constexpr std::size_t kChunk = std::size_t{1} << 20;
  std::vector<std::uint8_t> bytes;
  while (file && bytes.size() <= kLargestPage) {
    const std::size_t begin = bytes.size();
    bytes.resize(begin + std::min(kChunk, kLargestPage + 1 - begin));
    file.read(reinterpret_cast<char*>(bytes.data() + begin),
              static_cast<std::streamsize>(bytes.size() - begin));
    bytes.resize(begin + static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) throw std::runtime_error("cannot read " + path);
  return bytes;
}

int inspect(const std::string& path, const std::string& json) {
  const std::vector<std::uint8_t> bytes = read_bounded(path);
  const Inspection inspection = inspect_page(bytes);
  if (bytes.size() > kLargestPage) {
    fmt::print(stderr, "{}: larger than any page; what follows is about its first {} bytes\n", path,
               bytes.size());
  }
  print_result(json, inspection_text(inspection), [&] { return inspection_json(inspection); });
  return inspection.fault ? 1 : 0;
}

}  // namespace

void add_page(CLI::App& app, int& exit_status) {
  CLI::App* page = app.add_subcommand("page", "Look at page files");
  page->require_subcommand(1);
  CLI::App* verb = page->add_subcommand(
      "inspect", "Print header, sections and first gains of a page, or why it is none");
  const auto path = std::make_shared<std::string>();
  const auto json = std::make_shared<std::string>();
  verb->add_option("file", *path, "the page")->required();
  add_json(*verb, *json, "write the fields");
  add_examples(*page, {"tqc page inspect cache.tqpage"});
  add_examples(*verb, {"tqc page inspect cache.tqpage", "tqc page inspect cache.tqpage --json -"});
  verb->callback([path, json, &exit_status] { exit_status = inspect(*path, *json); });
}

}  // namespace tq::tools
