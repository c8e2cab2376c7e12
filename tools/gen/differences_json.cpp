// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "tools/gen/generate.hpp"

namespace tq::tools {
namespace {

const char* name_of(Difference::Kind kind) {
  switch (kind) {
    case Difference::Kind::kMissing:
      return "missing";
    case Difference::Kind::kStale:
      return "stale";
    case Difference::Kind::kDiffers:
      break;
  }
  return "differs";
}

}  // namespace

std::string differences_json(const Generated& generated, const std::vector<Difference>& list) {
  using Json = nlohmann::ordered_json;
  Json differences = Json::array();
  for (const Difference& difference : list) {
    differences.push_back({{"path", difference.path},
                           {"kind", name_of(difference.kind)},
                           {"detail", difference.detail}});
  }
  const Json all = {{"files", generated.files.size()}, {"differences", differences}};
  return all.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace tq::tools
