// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "tools/bench/buffer.hpp"

namespace tq::tools::bench {

// Something that the kernels are compared with in the same run.
struct Yardstick {
  std::string_view name;
  std::function<void()> pass;
};

// "memcpy": copies `count` pieces of `size` bytes, one call each. `owner` keeps the memory alive.
Yardstick copy_pieces(std::shared_ptr<const void> owner, void* to, const void* from,
                      std::size_t size, std::size_t count);

// "read": reads every line of the buffer once, as fast as plain code can.
Yardstick read_lines(std::shared_ptr<const void> owner, const Buffer<std::uint8_t>& from);

}  // namespace tq::tools::bench
