// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/parity/choices.hpp"

#include <algorithm>

namespace tq::conformance {

std::uint64_t Choices::below(std::uint64_t bound) {
  std::uint64_t word = 0;
  if (source_) {
    word = source_();
  } else if (taken_.size() < values_.size()) {
    word = values_[taken_.size()];
  }
  taken_.push_back(word % bound);
  return taken_.back();
}

std::vector<std::uint64_t> Choices::taken() const {
  auto end = taken_.end();
  while (end != taken_.begin() && end[-1] == 0) --end;
  return {taken_.begin(), end};
}

Simplifications::Simplifications(std::vector<std::uint64_t> sequence)
    : sequence_(std::move(sequence)), size_(sequence_.size()) {}

bool Simplifications::is_simpler(const std::vector<std::uint64_t>& a,
                                 const std::vector<std::uint64_t>& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

// The next run of this size, then of half the size, then the next step.
void Simplifications::go_on() {
  at_ += size_;
  if (at_ + size_ <= sequence_.size() && step_ != Step::kCut) return;
  at_ = 0;
  size_ /= 2;
  if (size_ > 0) return;
  switch (step_) {
    case Step::kCut:
      step_ = Step::kRemove;
      size_ = sequence_.size() / 2;
      break;
    case Step::kRemove:
      step_ = Step::kClear;
      size_ = sequence_.size() / 2;
      break;
    default:
      step_ = Step::kLower;
      break;
  }
  if (size_ == 0) step_ = Step::kLower;
}

bool Simplifications::next(std::vector<std::uint64_t>& simpler) {
  const auto at = [&](std::size_t index) {
    return simpler.begin() + static_cast<std::ptrdiff_t>(index);
  };
  simpler = sequence_;
  if (sequence_.empty()) return false;
  switch (step_) {
    case Step::kCut:  // keeps 0, 1/2, 3/4, ... of it
      simpler.resize(sequence_.size() - size_);
      go_on();
      return true;
    case Step::kRemove:
      simpler.erase(at(at_), at(at_ + size_));
      go_on();
      return true;
    case Step::kClear:
      std::fill(at(at_), at(at_ + size_), 0);
      go_on();
      return true;
    case Step::kLower:
      if (cut_ == 0) {
        while (at_ < sequence_.size() && sequence_[at_] == 0) ++at_;
        if (at_ == sequence_.size()) break;
        cut_ = sequence_[at_];
      }
      simpler[at_] = sequence_[at_] - cut_;
      cut_ /= 2;
      if (cut_ == 0) ++at_;
      return true;
    case Step::kDone:
      break;
  }
  step_ = Step::kDone;
  return false;
}

}  // namespace tq::conformance
