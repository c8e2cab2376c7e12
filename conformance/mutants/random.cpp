// SPDX-License-Identifier: Apache-2.0
#include "reference/random.hpp"

#include <algorithm>

#include "conformance/mutants/chapters.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using reference::PhiloxCounter;
using reference::PhiloxKey;
using Block = std::array<std::uint32_t, 4>;

struct Philox {
  static Block block(const PhiloxCounter& counter, const PhiloxKey& key) {
    return reference::philox(counter, key);
  }
};

template <class S>
Answer philox(const Record& input) {
  PhiloxCounter counter{};
  PhiloxKey key{};
  const auto& counter_words = input.words("counter");
  const auto& key_words = input.words("key");
  if (counter_words.size() != counter.size() || key_words.size() != key.size()) {
    return refuse(Error::kBadLength);
  }
  std::copy(counter_words.begin(), counter_words.end(), counter.begin());
  std::copy(key_words.begin(), key_words.end(), key.begin());
  const Block block = S::block(counter, key);
  return {.stages = {}, .output = {{"words", Words{{block.begin(), block.end()}}}}, .error = {}};
}

struct SevenRounds : Philox {
  static Block block(Block c, PhiloxKey k) {
    for (int round = 0; round < 7; ++round) {
      const std::uint64_t product0 = std::uint64_t{0xd2511f53} * c[0];
      const std::uint64_t product2 = std::uint64_t{0xcd9e8d57} * c[2];
      c = {static_cast<std::uint32_t>(product2 >> 32) ^ c[1] ^ k[0],
           static_cast<std::uint32_t>(product2),
           static_cast<std::uint32_t>(product0 >> 32) ^ c[3] ^ k[1],
           static_cast<std::uint32_t>(product0)};
      k = {k[0] + 0x9e3779b9, k[1] + 0xbb67ae85};
    }
    return c;
  }
};
struct CounterReversed : Philox {
  static Block block(const PhiloxCounter& c, const PhiloxKey& key) {
    return reference::philox({c[3], c[2], c[1], c[0]}, key);
  }
};
struct KeySwapped : Philox {
  static Block block(const PhiloxCounter& counter, const PhiloxKey& key) {
    return reference::philox(counter, {key[1], key[0]});
  }
};

// The arguments of one call of random.signs.
struct Call {
  std::uint64_t seed;
  std::uint64_t stream;
  std::uint64_t layer;
  std::uint64_t kv_head;
  std::uint64_t count;
};

struct Signs {
  static bool is_legal(const Call& call) {
    return static_cast<bool>(
        reference::checked_signs(call.seed, call.stream, call.layer, call.kv_head, call.count));
  }
  static PhiloxKey key(const Call& call) {
    return {static_cast<std::uint32_t>(call.seed), static_cast<std::uint32_t>(call.seed >> 32)};
  }
  static PhiloxCounter counter(const Call& call, std::uint32_t block) {
    return {block, static_cast<std::uint32_t>(call.stream),
            static_cast<std::uint32_t>(call.kv_head), static_cast<std::uint32_t>(call.layer)};
  }
  static std::size_t bit(std::size_t j) { return j % 32; }
  static std::vector<std::uint8_t> store(const std::vector<bool>& minus) {
    return reference::store_signs(minus);
  }
};

template <class S>
Answer signs(const Record& input) {
  const Call call{input.get<Word64>("seed").value, input.integer("stream"), input.integer("layer"),
                  input.integer("kv_head"), input.integer("count")};
  if (!S::is_legal(call)) return refuse(Error::kBadArgument);
  std::vector<bool> minus;
  for (std::size_t j = 0; j < call.count; ++j) {
    const std::size_t word = j / 32;
    const Block block =
        reference::philox(S::counter(call, static_cast<std::uint32_t>(word / 4)), S::key(call));
    minus.push_back(((block[word % 4] >> S::bit(j)) & 1) != 0);
  }
  return {.stages = {}, .output = {{"signs", Bytes{S::store(minus)}}}, .error = {}};
}

struct StreamIgnored : Signs {
  static PhiloxCounter counter(Call call, std::uint32_t block) {
    call.stream = 1;
    return Signs::counter(call, block);
  }
};
struct KvHeadIgnored : Signs {
  static PhiloxCounter counter(Call call, std::uint32_t block) {
    call.kv_head = 0;
    return Signs::counter(call, block);
  }
};
struct LayerIgnored : Signs {
  static PhiloxCounter counter(Call call, std::uint32_t block) {
    call.layer = 0;
    return Signs::counter(call, block);
  }
};
struct LayerAndHeadSwapped : Signs {
  static PhiloxCounter counter(Call call, std::uint32_t block) {
    std::swap(call.layer, call.kv_head);
    return Signs::counter(call, block);
  }
};
struct OneBlock : Signs {
  static PhiloxCounter counter(const Call& call, std::uint32_t) { return Signs::counter(call, 0); }
};
struct SeedSwapped : Signs {
  static PhiloxKey key(const Call& call) {
    const PhiloxKey right = Signs::key(call);
    return {right[1], right[0]};
  }
};
struct HighBitFirst : Signs {
  static std::size_t bit(std::size_t j) { return 31 - j % 32; }
};
struct StoredHighBitFirst : Signs {
  static std::vector<std::uint8_t> store(const std::vector<bool>& minus) {
    std::vector<std::uint8_t> bytes((minus.size() + 7) / 8);
    for (std::size_t j = 0; j < minus.size(); ++j) {
      if (minus[j]) bytes[j / 8] = static_cast<std::uint8_t>(bytes[j / 8] | (0x80u >> (j % 8)));
    }
    return bytes;
  }
};
struct MinusAndPlusSwapped : Signs {
  static std::vector<std::uint8_t> store(std::vector<bool> minus) {
    minus.flip();
    return reference::store_signs(minus);
  }
};
struct AnyStream : Signs {
  static bool is_legal(Call call) {
    call.stream = 1;
    return Signs::is_legal(call);
  }
};
struct LargestCountRefused : Signs {
  static bool is_legal(const Call& call) { return Signs::is_legal(call) && call.count < 1024; }
};

}  // namespace

ChapterMutants random_mutants() {
  return {
      .mutants =
          {
              mutant("random/seven-rounds", "runs 7 rounds of Philox", {"TQ-RAND-001"},
                     "random.philox", "words", {"random/philox-zeros", "random/philox-pi"},
                     philox<SevenRounds>),
              mutant("random/counter-reversed", "takes the counter with its last word first",
                     {"TQ-RAND-001"}, "random.philox", "words", {"random/philox-pi"},
                     philox<CounterReversed>),
              mutant("random/key-swapped", "swaps the two words of the key", {"TQ-RAND-001"},
                     "random.philox", "words", {"random/philox-pi"}, philox<KeySwapped>),
              mutant("random/stream-ignored", "draws every stream from stream 1", {"TQ-RAND-003"},
                     "random.signs", "signs", {"random/signs-stream-2", "random/signs-stream-17"},
                     signs<StreamIgnored>),
              mutant("random/kv-head-ignored", "gives every KV head the same signs",
                     {"TQ-RAND-002"}, "random.signs", "signs", {"random/signs-kv-head"},
                     signs<KvHeadIgnored>),
              mutant("random/layer-ignored", "gives every layer the same signs", {"TQ-RAND-002"},
                     "random.signs", "signs", {"random/signs-layer"}, signs<LayerIgnored>),
              mutant("random/layer-and-kv-head-swapped", "swaps layer and KV head in the counter",
                     {"TQ-RAND-002"}, "random.signs", "signs",
                     {"random/signs-layer", "random/signs-kv-head"}, signs<LayerAndHeadSwapped>),
              mutant("random/one-block", "repeats the first block behind 128 signs",
                     {"TQ-RAND-002"}, "random.signs", "signs", {"random/signs-count-129"},
                     signs<OneBlock>),
              mutant("random/seed-halves-swapped", "keys with the high half of the seed first",
                     {"TQ-RAND-002"}, "random.signs", "signs", {"random/signs-seed-halves"},
                     signs<SeedSwapped>),
              mutant("random/high-bit-first", "takes signs from bit 31 of a word downwards",
                     {"TQ-RAND-004"}, "random.signs", "signs", {"random/signs-count-32"},
                     signs<HighBitFirst>),
              mutant("random/stored-high-bit-first", "stores the first sign in bit 7 of its byte",
                     {"TQ-RAND-005"}, "random.signs", "signs", {"random/signs-count-8"},
                     signs<StoredHighBitFirst>),
              mutant("random/minus-is-zero", "lets a 0 mean minus", {"TQ-RAND-004"}, "random.signs",
                     "signs", {"random/signs-count-32"}, signs<MinusAndPlusSwapped>),
              mutant("random/any-stream", "draws from a stream that nobody allocated",
                     {"TQ-RAND-003"}, "random.signs", "error", {"random/signs-bad-stream"},
                     signs<AnyStream>),
              mutant("random/largest-count-refused", "refuses 1024 signs", {"TQ-RAND-003"},
                     "random.signs", "error", {"random/signs-count-1024"},
                     signs<LargestCountRefused>),
          },
      .controls = {{"random.philox", philox<Philox>}, {"random.signs", signs<Signs>}},
  };
}

}  // namespace tq::conformance
