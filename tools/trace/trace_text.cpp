// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include <nlohmann/json.hpp>

#include "tools/trace/trace.hpp"

namespace tq::tools {
namespace {

std::string joined(const std::set<std::string>& cells) {
  std::string text;
  for (const std::string& cell : cells) text += (text.empty() ? "" : "<br>") + cell;
  return text;
}

}  // namespace

std::string trace_markdown(const Trace& trace) {
  std::string text =
      "# Trace\n\n"
      "Written by `tqc trace --write`; CI compares it with the tree. Each requirement, and the "
      "files "
      "that quote its id.\nVectors: how many, and the first. Mutants: the faults that break it.\n";
  std::string_view chapter;
  for (const TraceRow& row : trace.rows) {
    if (row.chapter != chapter) {
      chapter = row.chapter;
      text += "\n## " + row.chapter +
              "\n\n| id | requirement | reference | optimized | checker | tests | vectors | "
              "mutants |\n"
              "|---|---|---|---|---|---|---|---|\n";
    }
    text += "| " + row.id + " | " + row.title + " | " + joined(row.reference) + " | " +
            joined(row.optimized) + " | " + joined(row.checkers) + " | " + joined(row.tests) +
            " | ";
    if (!row.vectors.empty()) {
      text += std::to_string(row.vectors.size()) + ": " + *row.vectors.begin();
    }
    text += " | " + joined(row.mutants) + " |\n";
  }
  return text;
}

std::string trace_json(const Trace& trace) {
  nlohmann::ordered_json document = {{"requirements", nlohmann::ordered_json::array()},
                                     {"problems", trace.problems}};
  for (const TraceRow& row : trace.rows) {
    document["requirements"].push_back({{"id", row.id},
                                        {"chapter", row.chapter},
                                        {"title", row.title},
                                        {"reference", row.reference},
                                        {"optimized", row.optimized},
                                        {"checkers", row.checkers},
                                        {"tests", row.tests},
                                        {"vectors", row.vectors},
                                        {"mutants", row.mutants}});
  }
  return document.dump(1) + "\n";
}

}  // namespace tq::tools
