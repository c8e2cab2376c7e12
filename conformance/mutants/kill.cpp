// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutants/kill.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "conformance/runner.hpp"

namespace tq::conformance {
namespace {

const Result* find_result(const Run& run, std::string_view id) {
  const auto found = std::find_if(run.results.begin(), run.results.end(),
                                  [&](const Result& result) { return result.vector->id == id; });
  return found == run.results.end() ? nullptr : &*found;
}

std::string describe(const Divergence& divergence) {
  if (divergence.field == "error") {
    return fmt::format("error: {}, not {}", divergence.actual, divergence.expected);
  }
  return fmt::format("{} {}", divergence.is_stage ? "stage" : "output", divergence.field);
}

// The requirement that the runner reports, or one that the vector quotes, is broken.
bool blames(const Vector& vector, const Divergence& divergence,
            const std::vector<std::string_view>& broken) {
  return std::any_of(broken.begin(), broken.end(), [&](std::string_view id) {
    return id == divergence.requirement ||
           std::find(vector.requirements.begin(), vector.requirements.end(), id) !=
               vector.requirements.end();
  });
}

// Nothing when one listed vector kills the mutant, else why it does not. TQ-CONF-056
std::optional<std::string> why_not_killed(const Mutant& mutant, std::string_view id,
                                          const Result* result) {
  if (result == nullptr) {
    return fmt::format("{}: no such vector of {}", id, mutant.operation);
  }
  const Judgement& judgement = result->judgement;
  if (judgement.outcome == Outcome::kPass) return fmt::format("{}: passes", id);
  if (judgement.outcome != Outcome::kFail || !judgement.divergence) {
    return fmt::format("{}: {} ({}), not a wrong answer", id, name_of(judgement.outcome),
                       judgement.detail);
  }
  const Divergence& divergence = *judgement.divergence;
  if (divergence.field != mutant.field) {
    return fmt::format("{}: first diverges in {}, not in {}", id, describe(divergence),
                       mutant.field);
  }
  // A vector that wants an output cannot know which rule an unwanted error broke.
  const bool wants_output = divergence.field == "error" && !result->vector->expected.error;
  if (!wants_output && !blames(*result->vector, divergence, mutant.requirements)) {
    return fmt::format("{}: is about none of {}", id, fmt::join(mutant.requirements, ", "));
  }
  return std::nullopt;
}

}  // namespace

std::vector<Kill> judge_mutants(std::span<const Mutant> mutants, std::span<const VectorFile> files,
                                const std::function<void(const Mutant&)>& progress) {
  std::vector<Kill> kills;
  for (const Mutant& mutant : mutants) {
    if (progress) progress(mutant);
    RunOptions options;
    options.operation = std::string(mutant.operation);
    options.continue_after_smoke = true;
    const auto testee = make_mutant_testee(mutant);
    const Run run = run_vectors(*testee, files, options);

    Kill kill{.mutant = &mutant, .survives_because = {}, .first_divergence = {}, .failing = {}};
    kill.run = run.results.size();
    for (const Result& result : run.results) {
      if (is_failure(result.judgement.outcome)) kill.failing.push_back(result.vector->id);
    }
    if (mutant.killed_by.empty()) kill.survives_because.push_back("no vector is listed");
    for (const std::string_view id : mutant.killed_by) {
      const Result* result = find_result(run, id);
      if (auto why = why_not_killed(mutant, id, result)) {
        kill.survives_because.push_back(std::move(*why));
      }
      const bool diverges = result != nullptr && result->judgement.divergence;
      if (kill.first_divergence.empty() && diverges) {
        kill.first_divergence = describe(*result->judgement.divergence);
      }
    }
    kills.push_back(std::move(kill));
  }
  return kills;
}

}  // namespace tq::conformance
