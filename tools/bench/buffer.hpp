// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace tq::tools::bench {

// `size` zeros of T on a boundary of 64 bytes, so that no time depends on where the heap puts a
// buffer.
template <class T>
class Buffer {
  static_assert(std::is_arithmetic_v<T>);

 public:
  explicit Buffer(std::size_t size)
      : size_(size), lines_((size * sizeof(T) + sizeof(Line) - 1) / sizeof(Line)) {}

  T* data() { return reinterpret_cast<T*>(lines_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(lines_.data()); }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

 private:
  struct alignas(64) Line {
    unsigned char bytes[64];
  };

  std::size_t size_;
  std::vector<Line> lines_;
};

}  // namespace tq::tools::bench
