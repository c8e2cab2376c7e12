// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/reference/reference.hpp"

#include <string>

#include "conformance/builtin/reference/performers.hpp"
#include "spec/contract/versions.hpp"

namespace tq::conformance {
namespace {

Perform find_performer(std::string_view operation) {
  for (const PerformerTable table :
       {arithmetic_performers(), random_performers(), transform_performers(), codebook_performers(),
        packing_performers(), gain_performers(), keys_performers(), page_performers(),
        score_performers()}) {
    for (const auto& [name, perform] : table) {
      if (name == operation) return perform;
    }
  }
  return nullptr;
}

class ReferenceTestee final : public Testee {
 public:
  std::variant<Identity, NoAnswer> start() override {
    Identity identity{.name = "builtin:reference",
                      .version = std::string(contract::kSpecificationVersion),
                      .claims = {}};
    for (const contract::Operation& operation : contract::kOperations) {
      identity.claims.emplace(operation.name, Claim{.conformance_class = "bits", .profile = ""});
    }
    return identity;
  }

  Reply call(const contract::Operation& operation, const Record& input) override {
    return perform_with_reference(operation, input);
  }
};

}  // namespace

Answer perform_with_reference(const contract::Operation& operation, const Record& input) {
  return find_performer(operation.name)(input);
}

std::unique_ptr<Testee> make_reference_testee() { return std::make_unique<ReferenceTestee>(); }

std::vector<reference::Binary32> numbers(const Record& record, std::string_view field) {
  std::vector<reference::Binary32> values;
  for (const std::uint32_t word : record.words(field)) {
    values.push_back(reference::Binary32::from_bits(word));
  }
  return values;
}

Words words(std::span<const reference::Binary32> values) {
  Words list;
  for (const reference::Binary32 value : values) list.values.push_back(value.bits());
  return list;
}

}  // namespace tq::conformance
