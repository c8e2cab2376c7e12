// SPDX-License-Identifier: Apache-2.0
#include "optimized/random.hpp"

#include <algorithm>
#include <cstddef>

#include "spec/contract/modes.hpp"

namespace tq::optimized {
namespace {

using contract::Error;
using contract::Stream;
using Block = std::array<std::uint32_t, 4>;
using Key = std::array<std::uint32_t, 2>;

constexpr std::size_t kMaxSigns = 1024;

std::uint32_t high(std::uint64_t product) { return static_cast<std::uint32_t>(product >> 32); }
std::uint32_t low(std::uint64_t product) { return static_cast<std::uint32_t>(product); }

// TQ-RAND-001: ten rounds, and nine times between them the key grows.
Block philox_block(Block c, Key key) {
  for (int round = 0; round < 10; ++round) {
    if (round > 0) key = {key[0] + 0x9e3779b9U, key[1] + 0xbb67ae85U};
    const std::uint64_t m0 = std::uint64_t{0xd2511f53} * c[0];
    const std::uint64_t m1 = std::uint64_t{0xcd9e8d57} * c[2];
    c = {high(m1) ^ c[1] ^ key[0], low(m1), high(m0) ^ c[3] ^ key[1], low(m0)};
  }
  return c;
}

// TQ-RAND-002, TQ-RAND-004: words[w] is word w mod 4 of block w / 4.
void stream_words(std::uint64_t seed, Stream stream, std::uint32_t layer, std::uint32_t kv_head,
                  std::span<std::uint32_t> words) {
  const Key key = {low(seed), high(seed)};
  for (std::size_t w = 0; w < words.size(); w += 4) {
    const auto index = static_cast<std::uint32_t>(w / 4);
    const Block block =
        philox_block({index, static_cast<std::uint32_t>(stream), kv_head, layer}, key);
    const auto rest = words.subspan(w);
    std::copy_n(block.begin(), std::min(block.size(), rest.size()), rest.begin());
  }
}

// TQ-RAND-003
bool is_stream(std::uint64_t stream) {
  constexpr Stream kStreams[] = {Stream::kKeyRound1, Stream::kKeyRound2, Stream::kKeySketch,
                                 Stream::kValueRound1, Stream::kValueRound2};
  return std::ranges::any_of(
      kStreams, [&](Stream known) { return stream == static_cast<std::uint32_t>(known); });
}

}  // namespace

contract::Result<std::array<std::uint32_t, 4>> philox(std::span<const std::uint32_t> counter,
                                                      std::span<const std::uint32_t> key) {
  if (counter.size() != 4 || key.size() != 2) return Error::kBadLength;
  return philox_block({counter[0], counter[1], counter[2], counter[3]}, {key[0], key[1]});
}

// TQ-RAND-003, TQ-RAND-005
contract::Result<std::vector<std::uint8_t>> signs(std::uint64_t seed, std::uint64_t stream,
                                                  std::uint64_t layer, std::uint64_t kv_head,
                                                  std::uint64_t count) {
  if (!is_stream(stream) || layer >= contract::kMaxLayers || kv_head >= contract::kMaxKvHeads ||
      count > kMaxSigns) {
    return Error::kBadArgument;
  }
  std::array<std::uint32_t, kMaxSigns / 32> words{};
  const auto bits = static_cast<std::size_t>(count);
  stream_words(seed, static_cast<Stream>(stream), static_cast<std::uint32_t>(layer),
               static_cast<std::uint32_t>(kv_head), std::span(words).first((bits + 31) / 32));
  std::vector<std::uint8_t> packed((bits + 7) / 8);
  for (std::size_t i = 0; i < packed.size(); ++i) {
    packed[i] = static_cast<std::uint8_t>(words[i / 4] >> (8 * (i % 4)));
  }
  if (bits % 8 != 0) packed.back() &= static_cast<std::uint8_t>((1U << (bits % 8)) - 1);
  return packed;
}

// TQ-RAND-004
void stream_flips(std::uint64_t seed, Stream stream, std::uint32_t layer, std::uint32_t kv_head,
                  std::span<std::uint32_t> flips) {
  std::array<std::uint32_t, kMaxSigns / 32> words{};
  stream_words(seed, stream, layer, kv_head, std::span(words).first((flips.size() + 31) / 32));
  for (std::size_t j = 0; j < flips.size(); ++j) flips[j] = words[j / 32] >> (j % 32) << 31;
}

// TQ-RAND-005
void stored_flips(std::span<const std::uint8_t> packed, std::span<std::uint32_t> flips) {
  for (std::size_t j = 0; j < flips.size(); ++j) {
    flips[j] = std::uint32_t{packed[j / 8]} >> (j % 8) << 31;
  }
}

}  // namespace tq::optimized
