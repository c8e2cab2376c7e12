// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "tools/bench/report.hpp"

namespace tq::tools::bench {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Ratio& value) {
  return {{"median", value.median}, {"of_bests", value.of_bests}};
}

Json json_of(const Times& times) {
  return {{"name", times.name},
          {"median", median(times.nanoseconds)},
          {"best", minimum(times.nanoseconds)},
          {"repetitions", times.nanoseconds}};
}

Json json_of(const CaseTimes& times) {
  Json yardsticks = Json::array();
  for (const Times& yardstick : times.yardsticks) yardsticks.push_back(json_of(yardstick));
  Json targets = Json::array();
  for (const Times& target : times.targets) {
    Json entry = json_of(target);
    entry["times_as_fast_as_scalar"] = json_of(ratio(times.targets.back(), target));
    for (const Times& yardstick : times.yardsticks) {
      entry["times_as_long_as_" + yardstick.name] = json_of(ratio(target, yardstick));
    }
    targets.push_back(std::move(entry));
  }
  return {{"name", times.name},
          {"bytes", times.bytes},
          {"yardsticks", std::move(yardsticks)},
          {"targets", std::move(targets)}};
}

}  // namespace

std::string report_json(const Report& report) {
  Json cases = Json::array();
  for (const CaseTimes& times : report.cases) cases.push_back(json_of(times));
  const Json json = {{"machine",
                      {{"processor", report.machine.processor},
                       {"cores", report.machine.cores},
                       {"compiler", report.machine.compiler},
                       {"flags", report.machine.flags}}},
                     {"unit", "nanoseconds a row"},
                     {"rows", report.rows},
                     {"cases", std::move(cases)}};
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace tq::tools::bench
