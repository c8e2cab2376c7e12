// SPDX-License-Identifier: Apache-2.0
#include "optimized/random.hpp"

#include "conformance/builtin/optimized/performers.hpp"

namespace tq::conformance::fast {
namespace {

using optimized::Kernels;

// TQ-RAND-001
Answer philox(const Kernels&, const Record& input) {
  const auto block = optimized::philox(input.words("counter"), input.words("key"));
  if (!block) return refuse(block.error());
  return {.stages = {}, .output = {{"words", Words{{block->begin(), block->end()}}}}, .error = {}};
}

// TQ-RAND-003, TQ-RAND-005
Answer signs(const Kernels&, const Record& input) {
  const auto list =
      optimized::signs(input.get<Word64>("seed").value, input.integer("stream"),
                       input.integer("layer"), input.integer("kv_head"), input.integer("count"));
  if (!list) return refuse(list.error());
  return {.stages = {}, .output = {{"signs", Bytes{*list}}}, .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"random.philox", philox},
    {"random.signs", signs},
};

}  // namespace

PerformerTable random_performers() { return kPerformers; }

}  // namespace tq::conformance::fast
