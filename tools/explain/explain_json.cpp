// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "tools/explain/explain.hpp"

namespace tq::tools {

std::string explanation_json(const Explanation& explanation,
                             const RequirementText& requirement_text) {
  using Json = nlohmann::ordered_json;
  Json requirements = Json::array();
  for (const std::string& id : explanation.vector.requirements) {
    requirements.push_back({{"id", id}, {"text", requirement_text(id)}});
  }
  Json steps = Json::array();
  for (const Step& step : explanation.steps) {
    steps.push_back(
        {{"requirement", step.requirement}, {"title", step.title}, {"lines", step.lines}});
  }
  const Json all = {{"vector", explanation.vector.id},
                    {"operation", explanation.vector.operation},
                    {"reason", explanation.vector.reason},
                    {"requirements", requirements},
                    {"steps", steps},
                    {"lands", explanation.lands},
                    {"landing", explanation.landing}};
  return all.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace tq::tools
