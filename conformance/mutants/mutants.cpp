// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutants/mutants.hpp"

#include <exception>
#include <string>

#include "conformance/builtin/reference/reference.hpp"
#include "conformance/mutants/chapters.hpp"
#include "spec/contract/versions.hpp"

namespace tq::conformance {
namespace {

// The table of every chapter, in reading order.
ChapterMutants collect() {
  ChapterMutants all;
  for (const auto chapter :
       {arithmetic_mutants, random_mutants, transform_mutants, codebook_mutants, packing_mutants,
        gain_mutants, keys_mutants, page_mutants, score_mutants}) {
    const ChapterMutants part = chapter();
    all.mutants.insert(all.mutants.end(), part.mutants.begin(), part.mutants.end());
    all.controls.insert(all.controls.end(), part.controls.begin(), part.controls.end());
  }
  return all;
}

const ChapterMutants& everything() {
  static const ChapterMutants all = collect();
  return all;
}

// The reference, but for the operations that are in a list.
class ReplacedOperations final : public Testee {
 public:
  ReplacedOperations(std::string name, std::vector<std::pair<std::string_view, Perform>> replaced)
      : name_(std::move(name)), replaced_(std::move(replaced)) {}

  std::variant<Identity, NoAnswer> start() override {
    Identity identity{
        .name = name_, .version = std::string(contract::kSpecificationVersion), .claims = {}};
    for (const contract::Operation& operation : contract::kOperations) {
      identity.claims.emplace(operation.name, Claim{.conformance_class = "bits", .profile = ""});
    }
    return identity;
  }

  Reply call(const contract::Operation& operation, const Record& input) override {
    try {
      for (const auto& [name, perform] : replaced_) {
        if (name == operation.name) return perform(input);
      }
      return perform_with_reference(operation, input);
    } catch (const std::exception& error) {
      return NoAnswer{Trouble::kCrash, error.what()};
    }
  }

 private:
  std::string name_;
  std::vector<std::pair<std::string_view, Perform>> replaced_;
};

}  // namespace

std::span<const Mutant> all_mutants() { return everything().mutants; }

// TQ-CONF-055
std::unique_ptr<Testee> make_mutant_testee(const Mutant& mutant) {
  return std::make_unique<ReplacedOperations>(
      "mutant:" + std::string(mutant.name),
      std::vector<std::pair<std::string_view, Perform>>{{mutant.operation, mutant.perform}});
}

std::unique_ptr<Testee> make_control_testee() {
  return std::make_unique<ReplacedOperations>("mutant:none", everything().controls);
}

std::vector<std::string_view> composed_operations() {
  std::vector<std::string_view> names;
  for (const auto& [name, perform] : everything().controls) names.push_back(name);
  return names;
}

}  // namespace tq::conformance
