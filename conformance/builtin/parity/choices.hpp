// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace tq::conformance {

// The numbers from which a generator builds an input. In every choice 0 is the simplest, and a
// sequence that is over goes on with zeros: a shorter sequence, or one with a smaller number, is a
// simpler input. So one shrinker serves all operations, and a fuzzer's bytes drive the same
// generators.
class Choices {
 public:
  using Source = std::function<std::uint64_t()>;

  // Plays `values`, then zeros.
  explicit Choices(std::vector<std::uint64_t> values) : values_(std::move(values)) {}
  // Draws from 64-bit random words.
  explicit Choices(Source source) : source_(std::move(source)) {}

  // 0 .. bound - 1; bound is above 0.
  std::uint64_t below(std::uint64_t bound);
  std::uint64_t bits(int count) { return below(std::uint64_t{1} << count); }
  // True in one of n; false is the simpler.
  bool one_in(std::uint64_t n) { return below(n) == n - 1; }
  // An element; the first is the simplest.
  template <class T>
  const T& of(std::span<const T> list) {
    return list[static_cast<std::size_t>(below(list.size()))];
  }

  // What was chosen so far, zeros at the end left out. Playing it gives the same input.
  std::vector<std::uint64_t> taken() const;

 private:
  std::vector<std::uint64_t> values_;
  Source source_;
  std::vector<std::uint64_t> taken_;
};

// The simplifications of a sequence, one after the other, the most daring first: cut behind a
// point, remove or clear a run, lower one choice.
class Simplifications {
 public:
  explicit Simplifications(std::vector<std::uint64_t> sequence);

  // The next one into `simpler`; false when there is no more.
  bool next(std::vector<std::uint64_t>& simpler);

  // A total order in which every sequence has finitely many before it: length, then contents.
  static bool is_simpler(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b);

 private:
  enum class Step { kCut, kRemove, kClear, kLower, kDone };
  void go_on();

  std::vector<std::uint64_t> sequence_;
  Step step_ = Step::kCut;
  std::size_t size_;       // of the run
  std::size_t at_ = 0;     // its begin, or the choice that is lowered
  std::uint64_t cut_ = 0;  // what is taken off the choice, halved each time
};

}  // namespace tq::conformance
