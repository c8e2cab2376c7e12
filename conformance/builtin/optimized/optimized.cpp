// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/optimized/optimized.hpp"

#include <bit>
#include <string>

#include "conformance/builtin/optimized/performers.hpp"
#include "spec/contract/versions.hpp"

namespace tq::conformance {
namespace {

fast::Perform find_performer(std::string_view operation) {
  for (const fast::PerformerTable table :
       {fast::arithmetic_performers(), fast::random_performers(), fast::transform_performers(),
        fast::codebook_performers(), fast::packing_performers(), fast::gain_performers(),
        fast::keys_performers(), fast::page_performers(), fast::score_performers()}) {
    for (const auto& [name, perform] : table) {
      if (name == operation) return perform;
    }
  }
  return nullptr;
}

class OptimizedTestee final : public Testee {
 public:
  explicit OptimizedTestee(const optimized::Kernels& kernels) : kernels_(kernels) {}

  std::variant<Identity, NoAnswer> start() override {
    Identity identity{.name = "tqc-optimized",
                      .version = std::string(contract::kSpecificationVersion),
                      .claims = {},
                      .target = std::string(kernels_.target)};
    for (const contract::Operation& operation : contract::kOperations) {
      identity.claims.emplace(operation.name, Claim{.conformance_class = "bits", .profile = ""});
    }
    return identity;
  }

  Reply call(const contract::Operation& operation, const Record& input) override {
    return find_performer(operation.name)(kernels_, input);
  }

 private:
  const optimized::Kernels& kernels_;
};

}  // namespace

std::unique_ptr<Testee> make_optimized_testee(const optimized::Kernels& kernels) {
  return std::make_unique<OptimizedTestee>(kernels);
}

namespace fast {

std::vector<float> numbers(const Record& record, std::string_view field) {
  std::vector<float> values;
  for (const std::uint32_t word : record.words(field)) {
    values.push_back(std::bit_cast<float>(word));
  }
  return values;
}

Words words(std::span<const float> values) {
  Words list;
  for (const float value : values) list.values.push_back(std::bit_cast<std::uint32_t>(value));
  return list;
}

}  // namespace fast
}  // namespace tq::conformance
