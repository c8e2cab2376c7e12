// SPDX-License-Identifier: Apache-2.0
#include "conformance/report_parts_json.hpp"

#include <nlohmann/json.hpp>

#include "conformance/verdict.hpp"

namespace tq::conformance {

using Json = nlohmann::ordered_json;

void add_identity(Json& testee, const Identity& identity) {
  testee["name"] = identity.name;
  testee["version"] = identity.version;
  if (!identity.target.empty()) testee["target"] = identity.target;
}

Json claims_json(const Identity& identity) {
  Json claims = Json::object();
  for (const auto& [operation, claim] : identity.claims) claims[operation] = describe(claim);
  return claims;
}

Json filter_json(const Filter& filter) {
  return {{"only", filter.only},
          {"operation", filter.operation},
          {"tier", filter.tier == Tier::kCore ? "core" : "all"}};
}

}  // namespace tq::conformance
