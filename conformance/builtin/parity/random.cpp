// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/parity/generators.hpp"

namespace tq::conformance {
namespace {

Words choose_block(Choices& choices, std::size_t count) {
  Words words;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t word = choices.bits(32);
    const bool is_largest = choices.one_in(8);
    words.values.push_back(is_largest ? 0xffffffff : static_cast<std::uint32_t>(word));
  }
  return words;
}

// TQ-RAND-001
Record philox(Choices& choices) {
  Words counter = choose_block(choices, 4);
  Words key = choose_block(choices, 2);
  return {{"counter", std::move(counter)}, {"key", std::move(key)}};
}

// TQ-RAND-003
Record signs(Choices& choices) {
  constexpr std::uint64_t kStreams[] = {1, 2, 3, 17, 18};
  const std::uint64_t seed = choose_seed(choices);
  const std::uint64_t stream = choices.of(std::span<const std::uint64_t>(kStreams));
  const std::uint64_t layer = choose_layer(choices);
  const std::uint64_t kv_head = choices.below(contract::kMaxKvHeads);
  const std::uint64_t count = choose_length(choices, contract::kMaxHeadDim);
  return {{"seed", Word64{seed}},
          {"stream", stream},
          {"layer", layer},
          {"kv_head", kv_head},
          {"count", count}};
}

constexpr std::pair<std::string_view, Generate> kGenerators[] = {
    {"random.philox", philox},
    {"random.signs", signs},
};

}  // namespace

GeneratorTable random_generators() { return kGenerators; }

}  // namespace tq::conformance
