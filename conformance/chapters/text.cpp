// SPDX-License-Identifier: Apache-2.0
#include "conformance/chapters/text.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tq::conformance {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string trimmed(std::string_view cell) {
  const std::size_t begin = cell.find_first_not_of(" `");
  if (begin == std::string_view::npos) return "";
  return std::string(cell.substr(begin, cell.find_last_not_of(" `") + 1 - begin));
}

// The cells of a table line; empty for any other line.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  if (!line.starts_with('|')) return cells;
  for (std::size_t begin = 1; begin < line.size();) {
    const std::size_t end = line.find('|', begin);
    if (end == std::string_view::npos) break;
    cells.push_back(trimmed(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return cells;
}

}  // namespace

std::string read_chapter(std::string_view chapter) {
  const std::string path = "spec/" + std::string(chapter) + ".md";
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<Example> examples_of(std::string_view text) {
  std::vector<Example> examples;
  bool is_inside = false;
  std::size_t number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    if (line == "```tqc-example") {
      is_inside = true;
      examples.push_back({number, {}});
    } else if (line == "```") {
      is_inside = false;
    } else if (is_inside) {
      examples.back().lines.push_back(line);
    }
  }
  return examples;
}

std::vector<std::map<std::string, std::string>> table_rows(
    std::string_view text, const std::vector<std::string>& columns) {
  std::vector<std::map<std::string, std::string>> rows;
  std::vector<std::string> header;
  for (const std::string& line : lines_of(text)) {
    const std::vector<std::string> cells = cells_of(line);
    if (header.empty()) {
      const bool has_all = std::all_of(columns.begin(), columns.end(), [&](const auto& column) {
        return std::find(cells.begin(), cells.end(), column) != cells.end();
      });
      if (has_all) header = cells;
      continue;
    }
    if (cells.empty()) break;
    if (line.starts_with("|--")) continue;
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < std::min(cells.size(), header.size()); ++i) {
      row[header[i]] = cells[i];
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace tq::conformance
