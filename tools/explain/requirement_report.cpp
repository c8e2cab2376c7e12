// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/explain/requirement.hpp"

namespace tq::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 12;
constexpr std::string_view kNotAtHand = "not at hand: ";

std::string list_text(std::string_view title, const std::vector<std::string>& lines, bool all) {
  std::string text = fmt::format("\n{} ({})\n", title, lines.size());
  const std::size_t shown = all ? lines.size() : std::min(kShown, lines.size());
  for (std::size_t i = 0; i < shown; ++i) text += fmt::format("  {}\n", lines[i]);
  if (shown != lines.size())
    text += fmt::format("  ... {} more, see --all\n", lines.size() - shown);
  return text;
}

Json list_json(const std::optional<std::vector<std::string>>& list) {
  return list ? Json(*list) : Json(nullptr);
}

}  // namespace

std::string requirement_text(const RequirementPlaces& places, bool all) {
  std::string text =
      fmt::format("{}{}{}\n", places.id, places.chapter.empty() ? "" : "  ", places.chapter);
  text += places.text ? fmt::format("  {}\n", *places.text)
                      : fmt::format("  text {}the chapters (see --root)\n", kNotAtHand);
  if (!places.code) {
    text += fmt::format("\ncode and tests\n  {}the sources (see --root)\n", kNotAtHand);
  } else {
    for (const auto& [kind, quotations] : *places.code) {
      std::vector<std::string> lines;
      for (const Quotation& quotation : quotations) {
        lines.push_back(fmt::format("{}  {}", quotation.place, quotation.line));
      }
      text += list_text(kind, lines, all);
    }
  }
  text += places.vectors ? list_text("vectors", *places.vectors, all)
                         : fmt::format("\nvectors\n  {}the vectors (see --vectors)\n", kNotAtHand);
  text += list_text("mutants", places.mutants, all);
  return text;
}

std::string requirement_json(const RequirementPlaces& places) {
  Json code = nullptr;
  if (places.code) {
    code = Json::object();
    for (const auto& [kind, quotations] : *places.code) {
      Json list = Json::array();
      for (const Quotation& quotation : quotations) {
        list.push_back({{"place", quotation.place}, {"line", quotation.line}});
      }
      code[kind] = list;
    }
  }
  const Json all = {{"requirement", places.id},
                    {"text", places.text ? Json(*places.text) : Json(nullptr)},
                    {"chapter", places.chapter},
                    {"code", code},
                    {"vectors", list_json(places.vectors)},
                    {"mutants", list_json(places.mutants)}};
  return all.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace tq::tools
