// SPDX-License-Identifier: Apache-2.0
#include "conformance/verdict.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

namespace tq::conformance {
namespace {

std::vector<Row> requirement_rows(const Run& run) {
  std::map<std::string, Counts> rows;
  for (const Result& result : run.results) {
    for (const std::string& id : result.vector->requirements) {
      rows[id].add(result.judgement.outcome);
    }
  }
  std::vector<Row> list;
  for (const auto& [id, counts] : rows) list.push_back({id, "", counts});
  return list;
}

std::vector<Row> chapter_rows(const Run& run) {
  std::vector<Row> rows;
  for (const contract::Operation& operation : contract::kOperations) {
    if (rows.empty() || rows.back().name != operation.chapter) {
      rows.push_back({std::string(operation.chapter), "", {}});
    }
  }
  for (const Result& result : run.results) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const Row& r) { return r.name == result.chapter; });
    if (row != rows.end()) row->counts.add(result.judgement.outcome);
  }
  std::erase_if(rows, [](const Row& row) { return row.counts.total() == 0; });
  return rows;
}

std::vector<Row> operation_rows(const Run& run) {
  std::vector<Row> rows;
  if (!run.identity) return rows;
  for (const contract::Operation& operation : contract::kOperations) {
    const auto claim = run.identity->claims.find(operation.name);
    if (claim == run.identity->claims.end()) continue;
    Row row{std::string(operation.name), describe(claim->second), {}};
    for (const Result& result : run.results) {
      if (result.vector->operation == operation.name) row.counts.add(result.judgement.outcome);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return "pass";
    case Verdict::kPartial:
      return "partial";
    case Verdict::kFail:
      return "fail";
    case Verdict::kNotExercised:
      return "not-exercised";
  }
  return "";
}

std::size_t Counts::total() const {
  return std::accumulate(by_outcome.begin(), by_outcome.end(), std::size_t{0});
}

std::size_t Counts::failures() const {
  return of(Outcome::kFail) + of(Outcome::kCrash) + of(Outcome::kTimeout) +
         of(Outcome::kProtocolError);
}

Verdict Counts::verdict() const {
  if (failures() > 0) return Verdict::kFail;
  if (of(Outcome::kPass) == 0) return Verdict::kNotExercised;
  return of(Outcome::kUnsupported) > 0 ? Verdict::kPartial : Verdict::kPass;
}

Verdicts reach_verdicts(const Run& run) {
  Verdicts verdicts;
  for (const Result& result : run.results) verdicts.totals.add(result.judgement.outcome);
  verdicts.requirements = requirement_rows(run);
  verdicts.chapters = chapter_rows(run);
  verdicts.operations = operation_rows(run);
  for (const Level& level : levels()) {
    verdicts.levels.push_back(level_verdict(level, verdicts.operations));
  }
  // TQ-CONF-019. A claim of which every vector was declined is no claim that passed.
  verdicts.hollow =
      std::any_of(verdicts.operations.begin(), verdicts.operations.end(), [](const Row& operation) {
        return operation.counts.of(Outcome::kUnsupported) > 0 &&
               operation.counts.of(Outcome::kPass) == 0 && operation.counts.failures() == 0;
      });
  verdicts.complete = !run.start_trouble && !run.wrong_target && run.not_run == 0;
  verdicts.conforms = verdicts.complete && !verdicts.hollow && verdicts.totals.failures() == 0 &&
                      verdicts.totals.of(Outcome::kPass) > 0;
  return verdicts;
}

// TQ-CONF-026
std::string smoke_advice(const Run& run) {
  std::set<std::string> operations;
  for (const Result& result : run.results) {
    const Outcome outcome = result.judgement.outcome;
    if (!result.vector->smoke || !is_failure(outcome)) continue;
    if (outcome != Outcome::kFail || can_judge(*result.vector, {"bounds", "fma"})) return "";
    operations.insert(result.vector->operation);
  }
  if (operations.empty()) return "";
  return fmt::format(
      "Where sums are fused or reordered by design, the claim is class bounds: here of {}.",
      fmt::join(operations, ", "));
}

std::string describe(const Claim& claim) {
  return claim.profile.empty() ? claim.conformance_class
                               : fmt::format("{}({})", claim.conformance_class, claim.profile);
}

}  // namespace tq::conformance
