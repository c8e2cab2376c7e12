// SPDX-License-Identifier: Apache-2.0
#include "conformance/levels.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "conformance/verdict.hpp"
#include "spec/contract/profiles.hpp"
#include "spec/contract/versions.hpp"

namespace tq::conformance {
namespace {

constexpr std::string_view kReader[] = {"page.parse", "key.decode"};
constexpr std::string_view kWriter[] = {"key.encode", "page.write"};
constexpr std::string_view kAttender[] = {"score.page"};

// Place in the order bits, then the profiles as their table has them (TQ-CONF-027).
std::size_t rank(std::string_view conformance_class) {
  std::size_t place = 0;
  for (const contract::Profile& profile : contract::kProfiles) {
    ++place;
    if (conformance_class == describe(Claim{"bounds", std::string(profile.name)})) return place;
  }
  return 0;
}

bool is_weaker(std::string_view a, std::string_view b) { return rank(a) > rank(b); }

Verdict verdict_of(const LevelVerdict& level) {
  std::set<Verdict> verdicts;
  for (const LevelPart& part : level.parts) verdicts.insert(part.verdict);
  if (verdicts.contains(Verdict::kFail)) return Verdict::kFail;
  const bool complete = level.missing.empty() && level.unspecified.empty();
  if (complete && verdicts == std::set{Verdict::kPass}) return Verdict::kPass;
  const bool something = verdicts.contains(Verdict::kPass) || verdicts.contains(Verdict::kPartial);
  return something ? Verdict::kPartial : Verdict::kNotExercised;
}

bool all_of_one_class(const LevelVerdict& level) {
  return std::ranges::all_of(level.parts, [&](const LevelPart& part) {
    return part.conformance_class == level.conformance_class;
  });
}

}  // namespace

// TQ-CONF-018, TQ-CONF-027
std::span<const Level> levels() {
  static constexpr Level kLevels[] = {
      {"Reader", kReader, ""}, {"Writer", kWriter, ""}, {"Attender", kAttender, "attention"}};
  return kLevels;
}

LevelVerdict level_verdict(const Level& level, std::span<const Row> operations) {
  LevelVerdict result{level.name, Verdict::kNotExercised, "", {}, {}, level.unspecified};
  for (const std::string_view name : level.operations) {
    const auto row = std::ranges::find(operations, name, &Row::name);
    if (row == operations.end()) {
      result.missing.push_back(name);
      continue;
    }
    result.parts.push_back({row->name, row->conformance_class, row->counts.verdict()});
    if (result.conformance_class.empty() ||
        is_weaker(row->conformance_class, result.conformance_class)) {
      result.conformance_class = row->conformance_class;
    }
  }
  result.verdict = verdict_of(result);
  return result;
}

std::string name_of(const LevelVerdict& level) {
  return level.conformance_class.empty()
             ? std::string(level.name)
             : fmt::format("{}/{}", level.name, level.conformance_class);
}

std::string describe(const LevelVerdict& level) {
  const std::string verdict(name_of(level.verdict));
  if (level.verdict == Verdict::kPass && all_of_one_class(level)) return verdict;
  std::vector<std::string> facts;
  for (const LevelPart& part : level.parts) {
    facts.push_back(
        fmt::format("{} {} {}", part.operation, part.conformance_class, name_of(part.verdict)));
  }
  for (const std::string_view name : level.missing) {
    facts.push_back(fmt::format("{} not claimed", name));
  }
  if (!level.unspecified.empty()) {
    facts.push_back(
        fmt::format("{} not in version {}", level.unspecified, contract::kSpecificationVersion));
  }
  return fmt::format("{}: {}", verdict, fmt::join(facts, ", "));
}

}  // namespace tq::conformance
