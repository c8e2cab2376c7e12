// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "conformance/failures/list.hpp"
#include "conformance/runner.hpp"
#include "conformance/verdict.hpp"

namespace tq::conformance {

// A difference between a list and a run.
struct FailureProblem {
  std::string id;
  std::string what;  // one line: "unexpected pass, listed as crash"
};

struct FailureCheck {
  std::string file;                    // as the user gave it
  std::vector<FailureEntry> expected;  // entries whose vector failed exactly so, ascending id
  std::vector<FailureProblem> problems;
  std::size_t not_selected = 0;  // entries that the filters of this run leave out
  std::size_t wont_fix() const;  // of `expected`
};

// Compares both ways (TQ-CONF-045). `retired`: ids that were withdrawn. `options`: those of `run`.
FailureCheck check_failures(const FailureList& list, const Run& run,
                            std::span<const VectorFile> files,
                            const std::set<std::string, std::less<>>& retired,
                            const RunOptions& options);

// True when a run with a list ends well: complete, no claim of it hollow, something judged, and no
// problem (TQ-CONF-048).
bool is_exact(const FailureCheck& check, const Verdicts& verdicts);

// The list that this run asks for: its failures, with note and URL of the entries of the same id,
// and the entries that its filters left out (TQ-CONF-047). Precondition: the run is complete.
FailureList fixed_list(const FailureList& list, const Run& run, std::span<const VectorFile> files,
                       const RunOptions& options);

}  // namespace tq::conformance
