// SPDX-License-Identifier: Apache-2.0
#include "conformance/diff/difference_json.hpp"

#include <nlohmann/json.hpp>

namespace tq::conformance {

nlohmann::ordered_json difference_json(const Difference& difference) {
  nlohmann::ordered_json json;
  json["part"] = difference.field == "answer" ? "answer" : difference.is_stage ? "stage" : "output";
  json["field"] = difference.field;
  if (difference.index) json["index"] = *difference.index;
  nlohmann::ordered_json places = nlohmann::ordered_json::object();
  for (const Place& place : difference.places) {
    if (!place.axis.empty()) places[place.axis] = place.index;
  }
  if (!places.empty()) json["place"] = std::move(places);
  json["a"] = difference.a;
  json["b"] = difference.b;
  if (difference.ulps) json["ulps"] = *difference.ulps;
  return json;
}

}  // namespace tq::conformance
