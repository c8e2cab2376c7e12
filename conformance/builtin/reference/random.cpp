// SPDX-License-Identifier: Apache-2.0
#include "reference/random.hpp"

#include <algorithm>

#include "conformance/builtin/reference/performers.hpp"

namespace tq::conformance {
namespace {

// TQ-RAND-001
Answer philox(const Record& input) {
  const auto& counter_words = input.words("counter");
  const auto& key_words = input.words("key");
  reference::PhiloxCounter counter{};
  reference::PhiloxKey key{};
  if (counter_words.size() != counter.size() || key_words.size() != key.size()) {
    return refuse(contract::Error::kBadLength);
  }
  std::copy(counter_words.begin(), counter_words.end(), counter.begin());
  std::copy(key_words.begin(), key_words.end(), key.begin());
  const auto block = reference::philox(counter, key);
  return {.stages = {}, .output = {{"words", Words{{block.begin(), block.end()}}}}, .error = {}};
}

// TQ-RAND-003, TQ-RAND-005
Answer signs(const Record& input) {
  const auto list = reference::checked_signs(input.get<Word64>("seed").value,
                                             input.integer("stream"), input.integer("layer"),
                                             input.integer("kv_head"), input.integer("count"));
  if (!list) return refuse(list.error());
  return {.stages = {}, .output = {{"signs", Bytes{reference::store_signs(*list)}}}, .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"random.philox", philox},
    {"random.signs", signs},
};

}  // namespace

PerformerTable random_performers() { return kPerformers; }

}  // namespace tq::conformance
