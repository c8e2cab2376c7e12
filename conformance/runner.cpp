// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/checker.hpp"
#include "conformance/vectors/formulas.hpp"

namespace tq::conformance {
namespace {

using Clock = std::chrono::steady_clock;

std::chrono::milliseconds since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
}

// TQ-CONF-014
void add_missing_intervals(Vector& vector, const Claim& claim, const RunOptions& options) {
  if (claim.conformance_class == "bits" || !options.derive_intervals) return;
  const auto is_of_profile = [&](const Interval& one) { return one.profile == claim.profile; };
  if (std::ranges::any_of(vector.intervals, is_of_profile)) return;
  for (Interval& interval : options.derive_intervals(vector, claim.profile)) {
    vector.intervals.push_back(std::move(interval));
  }
}

Judgement judge_one(Testee& testee, const Selected& entry, const Claim& claim,
                    const RunOptions& options) {
  Vector vector = *entry.vector;
  vector.input = full_input(vector);
  const Reply reply = testee.call(*contract::find_operation(vector.operation), vector.input);
  if (const auto* none = std::get_if<NoAnswer>(&reply)) {
    return {outcome_of(none->trouble), none->detail, std::nullopt};
  }
  add_missing_intervals(vector, claim, options);
  return judge(vector, std::get<Answer>(reply), claim, find_checker(entry.chapter));
}

// TQ-CONF-025
std::optional<std::string> wrong_target(const Identity& identity, const std::string& asked) {
  if (asked.empty() || asked == identity.target) return std::nullopt;
  if (identity.target.empty()) {
    return fmt::format("asked for target {}, the testee names none", asked);
  }
  return fmt::format("asked for target {}, the testee runs on {}", asked, identity.target);
}

}  // namespace

// TQ-CONF-015
std::vector<Selected> select_vectors(std::span<const VectorFile> files, const Filter& filter) {
  std::vector<Selected> smoke;
  std::vector<Selected> others;
  for (const Selected& one : select_in_file_order(files, filter)) {
    (one.vector->smoke ? smoke : others).push_back(one);
  }
  smoke.insert(smoke.end(), others.begin(), others.end());
  return smoke;
}

Run run_vectors(Testee& testee, std::span<const VectorFile> files, const RunOptions& options) {
  Run run;
  const auto start = Clock::now();
  const std::vector<Selected> selected = select_vectors(files, options);
  run.selected = selected.size();

  auto started = testee.start();
  if (auto* none = std::get_if<NoAnswer>(&started)) {
    run.start_trouble = std::move(*none);
    run.time = since(start);
    return run;
  }
  run.identity = std::move(std::get<Identity>(started));
  run.wrong_target = wrong_target(*run.identity, options.target);
  run.smoke_failed = run.wrong_target.has_value();

  for (std::size_t i = 0; i < selected.size(); ++i) {
    const Vector& vector = *selected[i].vector;
    const auto claim = run.identity->claims.find(vector.operation);
    if (claim == run.identity->claims.end()) {
      ++run.not_claimed;
      continue;
    }
    const bool stopped = run.smoke_failed && !vector.smoke && !options.continue_after_smoke;
    if (stopped || run.wrong_target) {
      ++run.not_run;
      continue;
    }
    if (options.progress) options.progress({i, selected.size(), vector});
    const auto asked = Clock::now();
    Judgement judgement = judge_one(testee, selected[i], claim->second, options);
    if (vector.smoke && is_failure(judgement.outcome)) run.smoke_failed = true;
    run.results.push_back(
        {&vector, selected[i].chapter, claim->second, std::move(judgement), since(asked)});
  }
  run.time = since(start);
  return run;
}

}  // namespace tq::conformance
