// SPDX-License-Identifier: Apache-2.0
#include "reference/random.hpp"

#include "spec/contract/modes.hpp"

namespace tq::reference {
namespace {

constexpr int kRounds = 10;
constexpr std::uint32_t kMultiplier0 = 0xd2511f53;
constexpr std::uint32_t kMultiplier2 = 0xcd9e8d57;
constexpr std::uint32_t kIncrement0 = 0x9e3779b9;
constexpr std::uint32_t kIncrement1 = 0xbb67ae85;

std::uint32_t high(std::uint64_t product) { return static_cast<std::uint32_t>(product >> 32); }
std::uint32_t low(std::uint64_t product) { return static_cast<std::uint32_t>(product); }

bool is_stream(std::uint64_t stream) {
  using contract::Stream;
  for (const Stream known : {Stream::kKeyRound1, Stream::kKeyRound2, Stream::kKeySketch,
                             Stream::kValueRound1, Stream::kValueRound2}) {
    if (stream == static_cast<std::uint64_t>(known)) return true;
  }
  return false;
}

}  // namespace

// TQ-RAND-001
std::array<std::uint32_t, 4> philox(PhiloxCounter c, PhiloxKey k) {
  for (int round = 0; round < kRounds; ++round) {
    if (round > 0) {
      k[0] += kIncrement0;
      k[1] += kIncrement1;
    }
    const std::uint64_t product0 = std::uint64_t{kMultiplier0} * c[0];
    const std::uint64_t product2 = std::uint64_t{kMultiplier2} * c[2];
    c = {high(product2) ^ c[1] ^ k[0], low(product2), high(product0) ^ c[3] ^ k[1], low(product0)};
  }
  return c;
}

// TQ-RAND-002, TQ-RAND-004
std::vector<bool> signs(const StreamAddress& address, std::size_t count) {
  const PhiloxKey key = {low(address.seed), high(address.seed)};
  std::vector<bool> minus(count);
  for (std::size_t j = 0; j < count; ++j) {
    const std::size_t word = j / 32;
    const auto block = static_cast<std::uint32_t>(word / 4);
    const PhiloxCounter counter = {block, static_cast<std::uint32_t>(address.stream),
                                   address.kv_head, address.layer};
    minus[j] = ((philox(counter, key)[word % 4] >> (j % 32)) & 1) != 0;
  }
  return minus;
}

// TQ-RAND-003
contract::Result<std::vector<bool>> checked_signs(std::uint64_t seed, std::uint64_t stream,
                                                  std::uint64_t layer, std::uint64_t kv_head,
                                                  std::uint64_t count) {
  if (!is_stream(stream) || layer >= contract::kMaxLayers || kv_head >= contract::kMaxKvHeads ||
      count > contract::kMaxHeadDim) {
    return contract::Error::kBadArgument;
  }
  return signs({.seed = seed,
                .stream = static_cast<contract::Stream>(stream),
                .layer = static_cast<std::uint32_t>(layer),
                .kv_head = static_cast<std::uint32_t>(kv_head)},
               static_cast<std::size_t>(count));
}

// TQ-RAND-005
std::vector<std::uint8_t> store_signs(const std::vector<bool>& signs) {
  std::vector<std::uint8_t> bytes((signs.size() + 7) / 8);
  for (std::size_t j = 0; j < signs.size(); ++j) {
    if (signs[j]) bytes[j / 8] = static_cast<std::uint8_t>(bytes[j / 8] | (1u << (j % 8)));
  }
  return bytes;
}

}  // namespace tq::reference
