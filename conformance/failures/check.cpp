// SPDX-License-Identifier: Apache-2.0
#include "conformance/failures/check.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include <fmt/format.h>

namespace tq::conformance {
namespace {

using Ids = std::set<std::string_view>;

Ids all_ids(std::span<const VectorFile> files) {
  Ids ids;
  for (const VectorFile& file : files) {
    for (const Vector& vector : file.vectors) ids.insert(vector.id);
  }
  return ids;
}

std::map<std::string_view, const Vector*> selected_vectors(std::span<const VectorFile> files,
                                                           const RunOptions& options) {
  std::map<std::string_view, const Vector*> vectors;
  for (const Selected& entry : select_vectors(files, options)) {
    vectors.emplace(entry.vector->id, entry.vector);
  }
  return vectors;
}

// What a listed vector did instead of failing as listed; empty when it did just that.
std::string difference(const FailureEntry& entry, const Judgement& judgement) {
  const std::string listed = describe(entry.reason);
  if (judgement.outcome == Outcome::kPass) return "unexpected pass, listed as " + listed;
  if (!is_failure(judgement.outcome)) {
    return fmt::format("{}, listed as {}", name_of(judgement.outcome), listed);
  }
  const FailureReason reason = reason_of(judgement);
  if (reason == entry.reason) return "";
  return fmt::format("changed reason: {}, listed as {}", describe(reason), listed);
}

}  // namespace

std::size_t FailureCheck::wont_fix() const {
  return static_cast<std::size_t>(
      std::count_if(expected.begin(), expected.end(),
                    [](const FailureEntry& entry) { return !entry.wont_fix.empty(); }));
}

// TQ-CONF-045
FailureCheck check_failures(const FailureList& list, const Run& run,
                            std::span<const VectorFile> files,
                            const std::set<std::string, std::less<>>& retired,
                            const RunOptions& options) {
  FailureCheck check;
  if (!run.identity) return check;  // nothing is known but that it did not start
  std::map<std::string_view, const Judgement*> judgements;
  for (const Result& result : run.results) {
    judgements.emplace(result.vector->id, &result.judgement);
  }
  const Ids known = all_ids(files);
  const auto selected = selected_vectors(files, options);
  std::set<std::string_view> listed;
  for (const FailureEntry& entry : list.entries) {
    listed.insert(entry.id);
    std::string what;
    if (const auto found = judgements.find(entry.id); found != judgements.end()) {
      what = difference(entry, *found->second);
      if (what.empty()) check.expected.push_back(entry);
    } else if (const auto vector = selected.find(entry.id); vector != selected.end()) {
      const std::string& operation = vector->second->operation;
      what = run.identity->claims.contains(operation)
                 ? std::string("did not run")
                 : fmt::format("stale: {} is not claimed", operation);
    } else if (known.contains(entry.id)) {
      ++check.not_selected;
    } else {
      what = retired.contains(entry.id) ? "stale: the vector was withdrawn"
                                        : "stale: no vector has this id";
    }
    if (!what.empty()) check.problems.push_back({entry.id, std::move(what)});
  }
  for (const auto& [id, judgement] : judgements) {
    if (is_failure(judgement->outcome) && !listed.contains(id)) {
      check.problems.push_back({std::string(id), "not listed: " + describe(reason_of(*judgement))});
    }
  }
  std::sort(check.problems.begin(), check.problems.end(),
            [](const FailureProblem& a, const FailureProblem& b) { return a.id < b.id; });
  return check;
}

// TQ-CONF-048
bool is_exact(const FailureCheck& check, const Verdicts& verdicts) {
  const bool judged = verdicts.totals.of(Outcome::kPass) + verdicts.totals.failures() > 0;
  return verdicts.complete && !verdicts.hollow && judged && check.problems.empty();
}

// TQ-CONF-047
FailureList fixed_list(const FailureList& list, const Run& run, std::span<const VectorFile> files,
                       const RunOptions& options) {
  std::map<std::string_view, const FailureEntry*> old;
  for (const FailureEntry& entry : list.entries) old.emplace(entry.id, &entry);
  FailureList fixed{list.note, {}};
  for (const Result& result : run.results) {
    if (!is_failure(result.judgement.outcome)) continue;
    FailureEntry entry{result.vector->id, reason_of(result.judgement), "", ""};
    if (const auto found = old.find(entry.id); found != old.end()) {
      entry.note = found->second->note;
      entry.wont_fix = found->second->wont_fix;
    }
    fixed.entries.push_back(std::move(entry));
  }
  const Ids known = all_ids(files);
  const auto selected = selected_vectors(files, options);
  for (const FailureEntry& entry : list.entries) {
    if (known.contains(entry.id) && !selected.contains(entry.id)) fixed.entries.push_back(entry);
  }
  std::sort(fixed.entries.begin(), fixed.entries.end(),
            [](const FailureEntry& a, const FailureEntry& b) { return a.id < b.id; });
  return fixed;
}

}  // namespace tq::conformance
