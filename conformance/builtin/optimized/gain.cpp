// SPDX-License-Identifier: Apache-2.0
#include "optimized/gain.hpp"

#include "conformance/builtin/optimized/performers.hpp"

namespace tq::conformance::fast {
namespace {

using optimized::Kernels;

// TQ-GAIN-001 to -004
Answer norm(const Kernels& kernels, const Record& input) {
  const auto result = optimized::norm(kernels, numbers(input, "x"));
  if (!result) return refuse(result.error());
  return {.stages = {{"scaled", words(result->scaled)},
                     {"sum", words({&result->sum, 1})},
                     {"root", words({&result->root, 1})}},
          .output = {{"norm", words({&result->norm, 1})}},
          .error = {}};
}

// TQ-GAIN-005
Answer store(const Kernels& kernels, const Record& input) {
  const auto coding = parse_name(contract::kGainCodings, input.text("gain_coding"));
  if (!coding) return refuse(contract::Error::kBadArgument);
  const auto stored = optimized::store(kernels, *coding, numbers(input, "norms"));
  if (!stored) return refuse(stored.error());
  return {.stages = {}, .output = {{"stored", Bytes{*stored}}}, .error = {}};
}

// TQ-GAIN-006
Answer load(const Kernels& kernels, const Record& input) {
  const auto coding = parse_name(contract::kGainCodings, input.text("gain_coding"));
  if (!coding) return refuse(contract::Error::kBadArgument);
  const auto gains = optimized::load(kernels, *coding, input.bytes("stored"));
  if (!gains) return refuse(gains.error());
  return {.stages = {}, .output = {{"gains", words(*gains)}}, .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"gain.norm", norm},
    {"gain.store", store},
    {"gain.load", load},
};

}  // namespace

PerformerTable gain_performers() { return kPerformers; }

}  // namespace tq::conformance::fast
