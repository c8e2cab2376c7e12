// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "spec/contract/errors.hpp"
#include "tools/gen/chapters.hpp"

namespace tq::tools {

using conformance::Record;
using conformance::Word64;
using conformance::Words;
using contract::Error;

namespace {

constexpr auto kCore = "core/random.json";
constexpr auto kPublished =
    "known-answer values published with the Random123 library for Philox4x32-10";

Record signs(std::uint64_t seed, std::uint64_t stream, std::uint64_t layer, std::uint64_t kv_head,
             std::uint64_t count) {
  return {{"seed", Word64{seed}},
          {"stream", stream},
          {"layer", layer},
          {"kv_head", kv_head},
          {"count", count}};
}

void add_known_answers(VectorSet& set) {
  const struct {
    const char* name;
    Words counter, key, words;
  } answers[] = {
      {"zeros", {{0, 0, 0, 0}}, {{0, 0}}, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}},
      {"ones",
       {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}},
       {{0xffffffff, 0xffffffff}},
       {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}},
      {"pi",
       {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}},
       {{0xa4093822, 0x299f31d0}},
       {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}},
  };
  for (const auto& answer : answers) {
    set.add_recorded(kCore, std::string("random/philox-") + answer.name, "random.philox",
                     {"TQ-RAND-001"}, "A published known answer of the generator.",
                     {{"counter", answer.counter}, {"key", answer.key}}, {{"words", answer.words}},
                     kPublished)
        .smoke = true;
  }
}

void add_signs(VectorSet& set) {
  // 0 and 1 sign, the edges of a byte, a word, a block, and the largest count.
  for (const std::uint64_t count : {0u, 1u, 7u, 8u, 9u, 31u, 32u, 33u, 127u, 128u, 129u, 1024u}) {
    set.add(kCore, "random/signs-count-" + std::to_string(count), "random.signs",
            {"TQ-RAND-002", "TQ-RAND-004", "TQ-RAND-005"},
            "A count at an edge of a byte, a word or a block.",
            signs(0x0123456789abcdef, 1, 0, 0, count));
  }
  for (const std::uint64_t stream : {1u, 2u, 3u, 17u, 18u}) {
    set.add(kCore, "random/signs-stream-" + std::to_string(stream), "random.signs", {"TQ-RAND-003"},
            "Streams of one seed differ.", signs(42, stream, 0, 0, 64));
  }
  set.add(kCore, "random/signs-layer", "random.signs", {"TQ-RAND-002"},
          "The layer is word 3 of the counter.", signs(42, 1, 4095, 0, 64));
  set.add(kCore, "random/signs-kv-head", "random.signs", {"TQ-RAND-002"},
          "The KV head is word 2 of the counter.", signs(42, 1, 0, 255, 64));
  set.add(kCore, "random/signs-seed-halves", "random.signs", {"TQ-RAND-002"},
          "Both halves of the seed count, the low one is key word 0.",
          signs(0x0000000100000000, 1, 0, 0, 64));
}

void add_refusals(VectorSet& set) {
  const auto refuse = [&](const char* name, const char* reason, Record input) {
    set.add_refused(kCore, std::string("random/signs-") + name, "random.signs", {"TQ-RAND-003"},
                    reason, std::move(input), Error::kBadArgument);
  };
  refuse("bad-stream", "Stream 4 is not allocated.", signs(0, 4, 0, 0, 8));
  refuse("bad-layer", "Layer 4096 is one past the last.", signs(0, 1, 4096, 0, 8));
  refuse("bad-kv-head", "KV head 256 is one past the last.", signs(0, 1, 0, 256, 8));
  refuse("bad-count", "1025 signs are one more than a row has.", signs(0, 1, 0, 0, 1025));
  set.add_refused(kCore, "random/philox-short-counter", "random.philox", {"TQ-RAND-001"},
                  "A counter has four words.",
                  {{"counter", Words{{0, 0, 0}}}, {"key", Words{{0, 0}}}}, Error::kBadLength);
}

}  // namespace

void add_random_vectors(VectorSet& set) {
  add_known_answers(set);
  add_signs(set);
  add_refusals(set);
}

}  // namespace tq::tools
