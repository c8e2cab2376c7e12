// SPDX-License-Identifier: Apache-2.0
// claim_KERNELS bits|PROFILE: the scalar kernels that were linked in, behind the pipe, with a claim
// to choose. A profile claims each operation with rounded sums or products in class bounds, and one
// that does not round single operations correctly claims those and comparisons too; what moves or
// converts bits stays in class bits.
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "conformance/builtin/optimized/optimized.hpp"
#include "conformance/serve.hpp"
#include "optimized/target.hpp"
#include "spec/contract/profiles.hpp"

namespace tq::conformance {
namespace {

constexpr std::string_view kRounding[] = {
    "arithmetic.dot", "transform.forward", "transform.inverse", "gain.norm",
    "key.quantize",   "key.encode",        "key.decode",        "score.page"};

class Claiming final : public Testee {
 public:
  Claiming(std::unique_ptr<Testee> testee, std::string profile)
      : testee_(std::move(testee)), profile_(std::move(profile)) {}

  std::variant<Identity, NoAnswer> start() override {
    auto started = testee_->start();
    auto* identity = std::get_if<Identity>(&started);
    if (identity == nullptr || profile_ == "bits") return started;
    for (const std::string_view operation : kRounding) {
      identity->claims.find(operation)->second = {"bounds", profile_};
    }
    if (!contract::find_profile(profile_)->is_correctly_rounded) {
      for (const std::string_view operation : {"arithmetic.evaluate", "codebook.quantize"}) {
        identity->claims.find(operation)->second = {"bounds", profile_};
      }
    }
    return started;
  }

  Reply call(const contract::Operation& operation, const Record& input) override {
    return testee_->call(operation, input);
  }

 private:
  const std::unique_ptr<Testee> testee_;
  const std::string profile_;
};

}  // namespace
}  // namespace tq::conformance

int main(int argc, char** argv) {
  const std::string_view profile = argc == 2 ? argv[1] : "";
  if (profile != "bits" && tq::contract::find_profile(profile) == nullptr) {
    std::fputs("one argument: bits or a profile\n", stderr);
    return 2;
  }
  // SCALAR, the last always.
  const tq::optimized::Kernels& kernels = *tq::optimized::usable_targets().back();
  tq::conformance::Claiming testee(tq::conformance::make_optimized_testee(kernels),
                                   std::string(profile));
  return tq::conformance::serve(testee, stdin, stdout, stderr);
}
