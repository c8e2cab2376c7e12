// SPDX-License-Identifier: Apache-2.0
#include "reference/random.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "spec/contract/modes.hpp"
#include "tools/explain/chapters.hpp"
#include "tools/explain/pieces.hpp"

namespace tq::tools {
namespace {

using conformance::Record;
using contract::Error;

// One round, as chapter random writes it. Its product with the rounds of the reference is checked
// by the landing: the answer is what these ten rounds leave.
void round(reference::PhiloxCounter& c, const reference::PhiloxKey& k) {
  const std::uint64_t product0 = std::uint64_t{0xd2511f53} * c[0];
  const std::uint64_t product2 = std::uint64_t{0xcd9e8d57} * c[2];
  c = {static_cast<std::uint32_t>(product2 >> 32) ^ c[1] ^ k[0],
       static_cast<std::uint32_t>(product2),
       static_cast<std::uint32_t>(product0 >> 32) ^ c[3] ^ k[1],
       static_cast<std::uint32_t>(product0)};
}

// TQ-RAND-001
void philox(Derivation& derivation, const Record& input) {
  const auto& counter = input.words("counter");
  const auto& key = input.words("key");
  if (!derivation.passes(
          {{"TQ-RAND-001", "the counter has four words",
            [&] { return other_length("counter", counter.size(), 4); }, Error::kBadLength},
           {"TQ-RAND-001", "the key has two words",
            [&] { return other_length("key", key.size(), 2); }, Error::kBadLength}})) {
    return;
  }
  derivation.step("TQ-RAND-001", "ten rounds; the key grows between two of them");
  reference::PhiloxCounter c{};
  reference::PhiloxKey k{};
  std::copy(counter.begin(), counter.end(), c.begin());
  std::copy(key.begin(), key.end(), k.begin());
  derivation.line(fmt::format("counter {:08x} {:08x} {:08x} {:08x}", c[0], c[1], c[2], c[3]));
  for (int i = 1; i <= 10; ++i) {
    if (i > 1) k = {k[0] + 0x9e3779b9, k[1] + 0xbb67ae85};
    round(c, k);
    derivation.line(fmt::format("round {:>2}, key {:08x} {:08x}: {:08x} {:08x} {:08x} {:08x}", i,
                                k[0], k[1], c[0], c[1], c[2], c[3]));
  }
  derivation.answer = {
      .stages = {}, .output = {{"words", conformance::Words{{c.begin(), c.end()}}}}, .error = {}};
}

bool is_stream(std::uint64_t stream) {
  return (stream >= 1 && stream <= 3) || stream == 17 || stream == 18;
}

// TQ-RAND-003
void signs(Derivation& derivation, const Record& input) {
  const std::uint64_t seed = input.get<conformance::Word64>("seed").value;
  const std::uint64_t stream = input.integer("stream");
  const std::uint64_t layer = input.integer("layer");
  const std::uint64_t kv_head = input.integer("kv_head");
  const std::uint64_t count = input.integer("count");
  if (!derivation.passes(
          {{"TQ-RAND-003", "the stream is 1, 2, 3, 17 or 18",
            [&] { return is_stream(stream) ? "" : fmt::format("stream = {}", stream); },
            Error::kBadArgument},
           {"TQ-RAND-003", "the layer is at most 4095",
            [&] { return outside("layer", layer, 0, contract::kMaxLayers - 1); },
            Error::kBadArgument},
           {"TQ-RAND-003", "the KV head is at most 255",
            [&] { return outside("kv_head", kv_head, 0, contract::kMaxKvHeads - 1); },
            Error::kBadArgument},
           {"TQ-RAND-003", "the count is at most 1024",
            [&] { return outside("count", count, 0, contract::kMaxHeadDim); },
            Error::kBadArgument}})) {
    return;
  }
  derivation.place(1, count);
  const auto list = derive_signs(derivation, "signs",
                                 {.seed = seed,
                                  .stream = static_cast<contract::Stream>(stream),
                                  .layer = static_cast<std::uint32_t>(layer),
                                  .kv_head = static_cast<std::uint32_t>(kv_head)},
                                 count);
  const auto stored = reference::store_signs(list);
  derivation.step("TQ-RAND-005", "sign j in bit j mod 8 of byte j / 8");
  const std::size_t first_byte = derivation.begin(list.size()) / 8;
  if (!stored.empty()) {
    derivation.line(fmt::format("byte {} = {:08b} = {:02x}, sign {} in the lowest bit", first_byte,
                                stored[first_byte], stored[first_byte], 8 * first_byte));
  }
  derivation.line(fmt::format("{} bytes: {}", stored.size(),
                              bytes_text(stored, derivation.all() ? stored.size() : 16)));
  derivation.answer = {
      .stages = {}, .output = {{"signs", conformance::Bytes{stored}}}, .error = {}};
}

constexpr std::pair<std::string_view, Derive> kDerivations[] = {
    {"random.philox", philox},
    {"random.signs", signs},
};

}  // namespace

DeriveTable random_derivations() { return kDerivations; }

}  // namespace tq::tools
