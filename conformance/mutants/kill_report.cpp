// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/mutants/kill.hpp"

namespace tq::conformance {
namespace {

std::size_t count_killed(std::span<const Kill> kills) {
  return static_cast<std::size_t>(std::ranges::count_if(kills, &Kill::is_killed));
}

std::string joined(const std::vector<std::string_view>& names) {
  return fmt::format("{}", fmt::join(names, " "));
}

std::string coloured(std::string_view text, std::string_view code, bool colour) {
  return colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

}  // namespace

std::string kill_text(std::span<const Kill> kills, bool colour) {
  std::size_t width = 6;
  for (const Kill& kill : kills) width = std::max(width, kill.mutant->name.size());
  std::string text;
  std::string_view operation;
  for (const Kill& kill : kills) {
    const Mutant& mutant = *kill.mutant;
    if (mutant.operation != operation) {
      operation = mutant.operation;
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", operation);
    }
    const bool is_killed = kill.is_killed();
    text +=
        fmt::format("  {:<{}}  {}  {:>3} of {:>3} fail  {:<11} {}\n", mutant.name, width,
                    coloured(is_killed ? "killed  " : "SURVIVES", is_killed ? "32" : "31", colour),
                    kill.failing.size(), kill.run, mutant.field, joined(mutant.killed_by));
    for (const std::string& why : kill.survives_because) {
      text += fmt::format("      {}\n", why);
    }
  }
  const std::size_t killed = count_killed(kills);
  return text + fmt::format("\n{} of {} mutants killed{}\n", killed, kills.size(),
                            killed == kills.size() ? "" : ": the suite is blind, or a list stale");
}

std::string kill_json(std::span<const Kill> kills) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Kill& kill : kills) {
    const Mutant& mutant = *kill.mutant;
    list.push_back({{"name", mutant.name},
                    {"chapter", mutant.chapter()},
                    {"fault", mutant.fault},
                    {"requirements", mutant.requirements},
                    {"operation", mutant.operation},
                    {"field", mutant.field},
                    {"killed_by", mutant.killed_by},
                    {"killed", kill.is_killed()},
                    {"first_divergence", kill.first_divergence},
                    {"survives_because", kill.survives_because},
                    {"failing", kill.failing},
                    {"run", kill.run}});
  }
  const nlohmann::ordered_json report = {
      {"killed", count_killed(kills)}, {"of", kills.size()}, {"mutants", list}};
  return report.dump(2) + "\n";
}

}  // namespace tq::conformance
