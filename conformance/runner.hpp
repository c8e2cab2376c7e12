// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/compare.hpp"
#include "conformance/selection.hpp"
#include "conformance/testee.hpp"
#include "conformance/vector.hpp"

namespace tq::conformance {

struct Progress {
  std::size_t done;
  std::size_t total;
  const Vector& vector;
};

struct RunOptions : Filter {
  std::string target;  // the instruction set that must answer; empty: any (TQ-CONF-025)
  bool continue_after_smoke = false;
  std::function<void(const Progress&)> progress;  // before each vector; may be empty
  // Derives intervals of a profile where a vector, its input complete, holds none. Empty: such a
  // vector is not applicable. The runner has no reference of its own; who asks hands one in.
  std::function<std::vector<Interval>(const Vector&, std::string_view profile)> derive_intervals;
};

// What one vector gave. Points into the vectors that were passed to run_vectors.
struct Result {
  const Vector* vector;
  std::string_view chapter;
  Claim claim;
  Judgement judgement;
  std::chrono::milliseconds time{0};
};

struct Run {
  std::optional<Identity> identity;  // nothing: the testee did not get ready
  std::optional<NoAnswer> start_trouble;
  std::vector<Result> results;  // in the order in which they ran: smoke first, then by file and id
  std::size_t selected = 0;     // vectors that the filters left
  std::size_t not_claimed = 0;  // of these, vectors of operations that the testee does not claim
  std::size_t not_run = 0;      // of these, vectors left out because smoke failed
  bool smoke_failed = false;    // a smoke vector did not pass, or `wrong_target`
  // One plain line, when another target answers than was asked for: then no vector ran.
  std::optional<std::string> wrong_target;
  std::chrono::milliseconds time{0};
};

// What a run asks, in its order: smoke vectors first (TQ-CONF-015); otherwise files and ids keep
// their order. Points into `files`.
std::vector<Selected> select_vectors(std::span<const VectorFile> files, const Filter& filter);

// Starts the testee and judges it against the vectors (TQ-CONF-014, TQ-CONF-015). Never throws for
// what a testee does. `files` must outlive the result.
Run run_vectors(Testee& testee, std::span<const VectorFile> files, const RunOptions& options);

}  // namespace tq::conformance
