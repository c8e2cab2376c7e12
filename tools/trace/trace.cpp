// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/trace.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <nlohmann/json.hpp>

namespace tq::tools {
namespace {

namespace fs = std::filesystem;

// What a chapter must show. A codec chapter is implemented by reference/ and judged by vectors; the
// other two describe the machinery itself, whose evidence is code and a unit test.
struct Chapter {
  std::string_view name;
  std::string_view prefix;
  bool is_codec;
};

constexpr std::array kChapters = {
    Chapter{"arithmetic", "ARITH", true},  Chapter{"random", "RAND", true},
    Chapter{"transform", "XFORM", true},   Chapter{"codebook", "CODE", true},
    Chapter{"packing", "PACK", true},      Chapter{"gain", "GAIN", true},
    Chapter{"keys", "KEYS", true},         Chapter{"page", "PAGE", true},
    Chapter{"score", "SCORE", true},       Chapter{"attention", "ATTN", true},
    Chapter{"conformance", "CONF", false}, Chapter{"vectors", "VECT", false},
};

// Requirements of codec chapters that bind who judges or who makes inputs: no bytes of a testee
// show them, so a test takes the place of a vector.
constexpr std::string_view kShownByTests[] = {"TQ-ARITH-011", "TQ-ARITH-012", "TQ-ARITH-013"};

// Chapters that the reference has and no operation asks for yet.
constexpr std::string_view kWithoutOperation[] = {"attention"};

constexpr std::string_view kSnapshot = "TRACE.md";
constexpr std::size_t kIdDigits = 3;
constexpr std::size_t kTitleLength = 64;

using RowIndex = std::map<std::string, std::size_t, std::less<>>;

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

bool ends_with_any(std::string_view text, std::initializer_list<std::string_view> suffixes) {
  return std::any_of(suffixes.begin(), suffixes.end(),
                     [&](std::string_view suffix) { return text.ends_with(suffix); });
}

const Chapter* chapter_of_id(std::string_view id) {
  const std::string_view prefix = id.substr(3, id.rfind('-') - 3);
  const auto* found = std::find_if(kChapters.begin(), kChapters.end(),
                                   [&](const Chapter& one) { return one.prefix == prefix; });
  return found == kChapters.end() ? nullptr : found;
}

// The first words of a requirement, cut at a word, without Markdown marks and table bars.
std::string title_of(std::string_view text) {
  std::string plain;
  for (char c : text) {
    if (c != '`' && c != '*' && c != '|') plain += c;
  }
  if (plain.size() <= kTitleLength) return plain;
  plain.resize(plain.rfind(' ', kTitleLength));
  return plain + " ...";
}

// The paths of regular files below `root`/`folder`, relative and in one order everywhere.
std::vector<std::string> files_below(const fs::path& root, std::string_view folder) {
  std::vector<std::string> found;
  if (!fs::exists(root / folder)) return found;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    if (!entry.is_regular_file()) continue;
    found.push_back(entry.path().lexically_relative(root).generic_string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

void define_requirements(std::string_view chapter, std::string_view text, Trace& trace,
                         RowIndex& index) {
  constexpr std::string_view kOpening = "**TQ-";
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t close = line.find("** ");
    if (!line.starts_with(kOpening) || close == std::string_view::npos) continue;
    const std::string id(line.substr(2, close - 2));
    const std::string_view body = line.substr(close + 3);
    if (requirement_ids(id) != std::set{id}) {
      trace.problems.push_back("spec/" + std::string(chapter) + ".md: " + id + " is not an id");
      continue;
    }
    const Chapter* home = chapter_of_id(id);
    if (home == nullptr || home->name != chapter) {
      trace.problems.push_back(id + ": defined in spec/" + std::string(chapter) +
                               ".md, which does not have this prefix");
    }
    if (body.find("MUST") == std::string_view::npos) {
      trace.problems.push_back(id + ": its line has no MUST");
    }
    if (!index.emplace(id, trace.rows.size()).second) {
      trace.problems.push_back(id + ": defined twice");
      continue;
    }
    trace.rows.push_back({id, std::string(chapter), title_of(body), {}, {}, {}, {}, {}, {}});
  }
}

// Which column of a requirement's row a quoting file belongs to; null for files that only have to
// quote ids that exist (documents, adapters, vector definitions of the codec chapters).
std::set<std::string> TraceRow::*column_of(std::string_view path, bool is_codec) {
  // Explanations quote every step that they show; they neither implement nor judge.
  if (path.starts_with("tools/explain/")) return nullptr;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (ends_with_any(name, {"_test.cpp", "_test.py"}) || name.starts_with("test_")) {
    return &TraceRow::tests;
  }
  if (!ends_with_any(path, {".hpp", ".cpp", ".def", ".py"})) return nullptr;
  if (starts_with_any(path, {"reference/", "spec/contract/"})) return &TraceRow::reference;
  if (path.starts_with("optimized/")) return &TraceRow::optimized;
  if (path.starts_with("conformance/testees/")) return nullptr;
  // The adapters of our own implementations answer, and so do mutants; they do not judge.
  if (starts_with_any(path, {"conformance/builtin/", "conformance/mutants/"}))
    return is_codec ? nullptr : &TraceRow::checkers;
  if (path.starts_with("conformance/")) return &TraceRow::checkers;
  return is_codec ? nullptr : &TraceRow::checkers;
}

std::string without_extension(const std::string& path) {
  return ends_with_any(path, {".hpp", ".cpp"}) ? path.substr(0, path.size() - 4) : path;
}

void quote_ids(const std::string& path, std::string_view text, Trace& trace,
               const RowIndex& index) {
  for (const std::string& id : requirement_ids(text)) {
    const auto row = index.find(id);
    if (row == index.end()) {
      trace.problems.push_back(id + ": quoted in " + path + ", defined nowhere");
      continue;
    }
    const Chapter* chapter = chapter_of_id(id);
    const auto column = column_of(path, chapter != nullptr && chapter->is_codec);
    if (column != nullptr) (trace.rows[row->second].*column).insert(without_extension(path));
  }
}

// Any object with an id and requirements is a vector, at whatever depth a file keeps it.
void collect_vectors(const std::string& path, const nlohmann::json& node, Trace& trace,
                     const RowIndex& index) {
  if (node.is_object()) {
    const auto id = node.find("id");
    const auto requirements = node.find("requirements");
    if (id != node.end() && id->is_string() && requirements != node.end() &&
        requirements->is_array()) {
      for (const nlohmann::json& requirement : *requirements) {
        const std::string name = requirement.is_string() ? requirement.get<std::string>() : "";
        const auto row = index.find(name);
        if (row == index.end()) {
          trace.problems.push_back(name + ": quoted by vector " + id->get<std::string>() + " in " +
                                   path + ", defined nowhere");
        } else {
          trace.rows[row->second].vectors.insert(id->get<std::string>());
        }
      }
      return;
    }
  }
  if (!node.is_structured()) return;
  for (const nlohmann::json& child : node) collect_vectors(path, child, trace, index);
}

void add_mutants(std::span<const conformance::Mutant> mutants, Trace& trace,
                 const RowIndex& index) {
  for (const conformance::Mutant& mutant : mutants) {
    const std::string name(mutant.name);
    for (const std::string_view id : mutant.requirements) {
      const auto row = index.find(id);
      if (row == index.end()) {
        trace.problems.push_back(std::string(id) + ": broken by mutant " + name +
                                 ", defined nowhere");
      } else {
        trace.rows[row->second].mutants.insert(name);
      }
    }
  }
}

void require_rows(Trace& trace) {
  for (const TraceRow& row : trace.rows) {
    const Chapter* chapter = chapter_of_id(row.id);
    const auto require = [&](const std::set<std::string>& cells, std::string_view what) {
      if (cells.empty()) trace.problems.push_back(row.id + ": no " + std::string(what));
    };
    if (chapter == nullptr) continue;
    if (std::ranges::find(kWithoutOperation, chapter->name) != std::end(kWithoutOperation)) {
      require(row.reference, "code in reference/ or spec/contract quotes it");
      require(row.tests, "test quotes it");
    } else if (chapter->is_codec) {
      require(row.reference, "code in reference/ or spec/contract quotes it");
      require(row.checkers, "checker in conformance/ quotes it");
      if (std::ranges::find(kShownByTests, row.id) != std::end(kShownByTests)) {
        require(row.tests, "test quotes it");
      } else {
        require(row.vectors, "vector exercises it");
      }
    } else {
      require(row.checkers, "code in conformance/ or tools/ quotes it");
      require(row.tests, "test quotes it");
    }
  }
}

}  // namespace

std::string read_file(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::set<std::string> requirement_ids(std::string_view text) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  constexpr std::string_view kPrefix = "TQ-";
  std::set<std::string> ids;
  for (std::size_t at = text.find(kPrefix); at != std::string_view::npos;
       at = text.find(kPrefix, at + 1)) {
    std::size_t end = at + kPrefix.size();
    const std::size_t name = end;
    while (end < text.size() && is_upper(text[end])) ++end;
    if (end == name || end == text.size() || text[end] != '-') continue;
    const std::size_t digits = ++end;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (end - digits == kIdDigits) ids.emplace(text.substr(at, end - at));
  }
  return ids;
}

Trace trace_repository(const fs::path& root, std::span<const conformance::Mutant> mutants) {
  if (!fs::is_directory(root / "spec")) {
    throw std::runtime_error((root / "spec").string() + " is not a directory");
  }
  Trace trace;
  RowIndex index;
  for (const Chapter& chapter : kChapters) {
    const std::string name(chapter.name);
    define_requirements(name, read_file(root / "spec" / (name + ".md")), trace, index);
  }
  for (const std::string& path : files_below(root, "spec")) {
    const fs::path file(path);
    const bool is_chapter =
        std::any_of(kChapters.begin(), kChapters.end(),
                    [&](const Chapter& one) { return file.stem() == one.name; });
    if (file.extension() == ".md" && file.filename() != kSnapshot && !is_chapter) {
      define_requirements(file.stem().string(), read_file(root / path), trace, index);
    }
  }

  for (std::string_view folder : {"spec", "reference", "optimized", "conformance", "tools"}) {
    for (const std::string& path : files_below(root, folder)) {
      if (path == "spec/" + std::string(kSnapshot)) continue;
      quote_ids(path, read_file(root / path), trace, index);
    }
  }
  for (const std::string& path : files_below(root, "vectors")) {
    const std::string text = read_file(root / path);
    if (!path.ends_with(".json")) {
      if (path.ends_with(".md") || path.ends_with(".py")) quote_ids(path, text, trace, index);
      continue;
    }
    const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
    if (document.is_discarded()) {
      trace.problems.push_back(path + ": not JSON");
    } else {
      collect_vectors(path, document, trace, index);
    }
  }
  add_mutants(mutants, trace, index);
  require_rows(trace);
  return trace;
}

}  // namespace tq::tools
