// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tq::conformance {

enum class Verdict;
struct Row;

// A level is a set of operations (TQ-CONF-018), and perhaps a chapter that this version of the
// specification lacks: then it cannot be passed (TQ-CONF-027).
struct Level {
  std::string_view name;
  std::span<const std::string_view> operations;
  std::string_view unspecified;  // the chapter, or empty
};

std::span<const Level> levels();

// One claimed operation of a level.
struct LevelPart {
  std::string operation;
  std::string conformance_class;  // "bits", "bounds(fma)"
  Verdict verdict;
};

struct LevelVerdict {
  std::string_view name;
  Verdict verdict;
  std::string conformance_class;  // the weakest of the parts; empty: no part is claimed
  std::vector<LevelPart> parts;
  std::vector<std::string_view> missing;  // operations of the level that are not claimed
  std::string_view unspecified;
};

// From the verdict rows of the claimed operations.
LevelVerdict level_verdict(const Level& level, std::span<const Row> operations);

// "Reader/bounds(fma)"; the name alone when nothing of the level is claimed.
std::string name_of(const LevelVerdict& level);

// "pass"; "partial: key.encode bounds(fma) pass, page.write not claimed".
std::string describe(const LevelVerdict& level);

}  // namespace tq::conformance
