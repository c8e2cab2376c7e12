// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "spec/contract/errors.hpp"
#include "spec/contract/streams.hpp"

// Chapter random. Signs are derived once for a layer and KV head, so this chapter has no kernel.
namespace tq::optimized {

// random.philox: one Philox4x32-10 block (TQ-RAND-001). kBadLength unless the counter has 4 words
// and the key 2.
contract::Result<std::array<std::uint32_t, 4>> philox(std::span<const std::uint32_t> counter,
                                                      std::span<const std::uint32_t> key);

// random.signs: the first `count` signs of a stream, one bit each, ceil(count / 8) bytes
// (TQ-RAND-005). kBadArgument for a stream, layer, kv_head or count of TQ-RAND-003 out of range.
contract::Result<std::vector<std::uint8_t>> signs(std::uint64_t seed, std::uint64_t stream,
                                                  std::uint64_t layer, std::uint64_t kv_head,
                                                  std::uint64_t count);

// The first flips.size() signs of a stream as words for Kernels::flip. Layer and kv_head are legal.
void stream_flips(std::uint64_t seed, contract::Stream stream, std::uint32_t layer,
                  std::uint32_t kv_head, std::span<std::uint32_t> flips);

// Signs stored as by TQ-RAND-005 as words for Kernels::flip; packed has at least flips.size() bits.
void stored_flips(std::span<const std::uint8_t> packed, std::span<std::uint32_t> flips);

}  // namespace tq::optimized
