// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tools/page/inspect.hpp"

namespace tq::tools {

std::string inspection_text(const Inspection& inspection) {
  std::string text = fmt::format("{} bytes\n", inspection.bytes);
  if (!inspection.header.empty()) {
    text += fmt::format("\n{:<16}{:>6}  {:<34}{}\n", "field", "offset", "value", "meaning");
  }
  for (const FieldReading& field : inspection.header) {
    text += field.meaning.empty()
                ? fmt::format("{:<16}{:>6}  {}\n", field.name, field.offset, field.value)
                : fmt::format("{:<16}{:>6}  {:<34}{}\n", field.name, field.offset, field.value,
                              field.meaning);
  }
  if (!inspection.sections.empty()) {
    text += fmt::format("\n{:<16}{:>10}{:>12}\n", "section", "offset", "bytes");
  }
  for (const SectionReading& section : inspection.sections) {
    text += fmt::format("{:<16}{:>10}{:>12}\n", section.name, section.offset, section.bytes);
  }
  if (!inspection.gains.empty()) text += "\nfirst gains\n";
  for (const GainReading& gain : inspection.gains) {
    text += fmt::format("kv_head {}, token {}: {} = {}\n", gain.kv_head, gain.token, gain.stored,
                        gain.value);
  }
  if (!inspection.fault) return text + "\nvalid: every check of chapter page passes\n";
  const contract::ErrorEntry& entry = contract::entry(inspection.fault->error);
  return text + fmt::format("\nrefused at byte {}: {} error {} {}\n  {}\n",
                            inspection.fault->offset, entry.layer, static_cast<int>(entry.error),
                            entry.slug, entry.when);
}

std::string inspection_json(const Inspection& inspection) {
  using Json = nlohmann::ordered_json;
  Json document = {{"bytes", inspection.bytes}, {"valid", !inspection.fault}};
  if (inspection.fault) {
    const contract::ErrorEntry& entry = contract::entry(inspection.fault->error);
    document["error"] = {{"layer", entry.layer},
                         {"number", static_cast<int>(entry.error)},
                         {"error", entry.slug},
                         {"when", entry.when},
                         {"offset", inspection.fault->offset}};
  }
  document["header"] = Json::array();
  for (const FieldReading& field : inspection.header) {
    document["header"].push_back({{"name", field.name},
                                  {"offset", field.offset},
                                  {"value", field.value},
                                  {"meaning", field.meaning}});
  }
  document["sections"] = Json::array();
  for (const SectionReading& section : inspection.sections) {
    document["sections"].push_back(
        {{"name", section.name}, {"offset", section.offset}, {"bytes", section.bytes}});
  }
  document["gains"] = Json::array();
  for (const GainReading& gain : inspection.gains) {
    document["gains"].push_back({{"kv_head", gain.kv_head},
                                 {"token", gain.token},
                                 {"stored", gain.stored},
                                 {"value", gain.value}});
  }
  return document.dump(1) + "\n";
}

}  // namespace tq::tools
