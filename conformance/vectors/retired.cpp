// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/json_strict.hpp"
#include "conformance/vectors/lint.hpp"

namespace tq::conformance {

// TQ-VECT-005
std::variant<IdSet, std::string> read_retired(std::string_view text) {
  std::string error;
  const auto json = parse_json(text, error);
  if (!json) return error;
  const auto* entries = find_member(*json, "retired");
  if (entries == nullptr || !entries->is_array()) return "\"retired\" is not a list";
  IdSet ids;
  for (const auto& entry : *entries) {
    const auto* id = find_member(entry, "id");
    const auto* why = find_member(entry, "why");
    if (id == nullptr || as_string(*id) == nullptr) return "an entry has no \"id\"";
    if (why == nullptr || as_string(*why) == nullptr || as_string(*why)->size() < 10) {
      return fmt::format("{}: no \"why\" of 10 characters or more",
                         printable_excerpt(*as_string(*id)));
    }
    if (!ids.insert(*as_string(*id)).second) {
      return fmt::format("{}: listed twice", printable_excerpt(*as_string(*id)));
    }
  }
  return ids;
}

}  // namespace tq::conformance
