// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/yardsticks.hpp"

#include <cstring>
#include <utility>

#include <benchmark/benchmark.h>

namespace tq::tools::bench {
namespace {

using Block [[gnu::vector_size(16)]] = std::uint64_t;

Block load(const std::uint8_t* from) {
  Block block;
  std::memcpy(&block, from, sizeof block);
  return block;
}

}  // namespace

Yardstick copy_pieces(std::shared_ptr<const void> owner, void* to, const void* from,
                      std::size_t size, std::size_t count) {
  return {"memcpy", [owner = std::move(owner), to = static_cast<unsigned char*>(to),
                     from = static_cast<const unsigned char*>(from), size, count] {
            for (std::size_t i = 0; i < count; ++i) {
              // Unknown to the compiler, or it writes a loop of its own in place of the library's.
              std::size_t hidden = size;
              benchmark::DoNotOptimize(hidden);
              std::memcpy(to + i * size, from + i * size, hidden);
            }
          }};
}

Yardstick read_lines(std::shared_ptr<const void> owner, const Buffer<std::uint8_t>& from) {
  return {"read", [owner = std::move(owner), begin = from.data(), end = from.data() + from.size()] {
            // Four sums, or the latency of one would set the pace; no array, or GCC keeps it in
            // memory. A buffer fills its last line.
            Block a{};
            Block b{};
            Block c{};
            Block d{};
            for (const std::uint8_t* line = begin; line < end; line += 64) {
              a ^= load(line);
              b ^= load(line + 16);
              c ^= load(line + 32);
              d ^= load(line + 48);
            }
            a ^= b ^ c ^ d;
            benchmark::DoNotOptimize(a);
          }};
}

}  // namespace tq::tools::bench
