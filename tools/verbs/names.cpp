// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/names.hpp"

#include "optimized/target.hpp"
#include "spec/contract/operations.hpp"

namespace tq::tools {

std::vector<std::string> operation_names() {
  std::vector<std::string> names;
  for (const contract::Operation& operation : contract::kOperations) {
    names.emplace_back(operation.name);
  }
  return names;
}

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const optimized::Kernels* target : optimized::usable_targets()) {
    names.emplace_back(target->target);
  }
  return names;
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names = {"builtin:reference", "builtin:optimized"};
  for (const std::string& target : target_names()) names.push_back("builtin:optimized/" + target);
  return names;
}

std::vector<std::string> tier_names() { return {"core", "all"}; }

std::vector<std::string> vector_ids(std::span<const conformance::VectorFile> files) {
  std::vector<std::string> ids;
  for (const conformance::VectorFile& file : files) {
    for (const conformance::Vector& vector : file.vectors) ids.push_back(vector.id);
  }
  return ids;
}

bool is_plain_name(const std::string& pattern) {
  return pattern.find_first_of("*?") == std::string::npos;
}

}  // namespace tq::tools
