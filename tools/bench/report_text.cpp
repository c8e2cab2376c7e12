// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "tools/bench/report.hpp"

namespace tq::tools::bench {
namespace {

using Row = std::vector<std::string>;

// Names of all yardsticks, in the order in which they first appear.
std::vector<std::string> yardstick_names(const Report& report) {
  std::vector<std::string> names;
  for (const CaseTimes& times : report.cases) {
    for (const Times& yardstick : times.yardsticks) {
      if (std::ranges::count(names, yardstick.name) == 0) names.push_back(yardstick.name);
    }
  }
  return names;
}

Row heading(const Report& report, const std::vector<std::string>& yardsticks) {
  const std::vector<Times>& targets = report.cases.front().targets;
  Row row = {"case", "bytes"};
  row.insert(row.end(), yardsticks.begin(), yardsticks.end());
  for (auto target = targets.rbegin(); target != targets.rend(); ++target) {
    row.push_back(target->name);
  }
  for (const std::string& name : yardsticks) {
    row.push_back(fmt::format("{}/{}", targets.front().name, name));
  }
  return row;
}

Row row_of(const CaseTimes& times, const std::vector<std::string>& yardsticks) {
  Row row = {times.name, std::to_string(times.bytes)};
  for (const std::string& name : yardsticks) {
    const Times* yardstick = find(times.yardsticks, name);
    row.push_back(yardstick == nullptr ? "-"
                                       : fmt::format("{:.1f}", median(yardstick->nanoseconds)));
  }
  for (auto target = times.targets.rbegin(); target != times.targets.rend(); ++target) {
    row.push_back(fmt::format("{:.1f} ({:.1f}x)", median(target->nanoseconds),
                              ratio(times.targets.back(), *target).median));
  }
  for (const std::string& name : yardsticks) {
    const Times* yardstick = find(times.yardsticks, name);
    row.push_back(yardstick == nullptr
                      ? "-"
                      : fmt::format("{:.2f}", ratio(times.targets.front(), *yardstick).median));
  }
  return row;
}

// The first column to the left, the others to the right.
std::string align(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    text += fmt::format("{:<{}}", row[0], widths[0]);
    for (std::size_t i = 1; i < row.size(); ++i) text += fmt::format("  {:>{}}", row[i], widths[i]);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string report_text(const Report& report) {
  const std::vector<std::string> yardsticks = yardstick_names(report);
  std::vector<Row> rows = {heading(report, yardsticks)};
  for (const CaseTimes& times : report.cases) rows.push_back(row_of(times, yardsticks));
  const Machine& machine = report.machine;
  return fmt::format(
      "{}, {} cores; {}, {}\n"
      "Nanoseconds a row of {}, median of {}; in brackets: times as fast as SCALAR.\n\n{}",
      machine.processor, machine.cores, machine.compiler, machine.flags, report.rows,
      report.cases.front().targets.front().nanoseconds.size(), align(rows));
}

}  // namespace tq::tools::bench
