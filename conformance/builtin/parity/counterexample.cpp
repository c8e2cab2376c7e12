// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/parity/counterexample.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "conformance/builtin/parity/definition.hpp"
#include "conformance/builtin/reference/reference.hpp"
#include "conformance/compare.hpp"
#include "conformance/open_testee.hpp"
#include "conformance/vectors/assemble.hpp"
#include "conformance/vectors/load.hpp"
#include "conformance/vectors/sha256.hpp"

namespace tq::conformance {
namespace {

namespace fs = std::filesystem;

// The requirements quoted by golden vectors of the operation that `fits`. Intervals (TQ-ARITH-009)
// are not part of a counterexample.
template <class Fits>
std::set<std::string> quoted(const LoadedVectors& golden, std::string_view operation,
                             const Fits& fits) {
  std::set<std::string> ids;
  for (const VectorFile& file : golden.files) {
    for (const Vector& vector : file.vectors) {
      if (vector.operation != operation || !fits(vector)) continue;
      ids.insert(vector.requirements.begin(), vector.requirements.end());
    }
  }
  ids.erase("TQ-ARITH-009");
  return ids;
}

std::string name_of_input(const contract::Operation& operation, const Record& input) {
  std::string text(operation.name);
  std::replace(text.begin(), text.end(), '.', '-');
  std::replace(text.begin(), text.end(), '_', '-');
  Vector unnamed;
  unnamed.operation = operation.name;
  unnamed.input = input;
  return fmt::format("{}-{}", text, sha256_hex(write_definition(unnamed)).substr(0, 12));
}

void write(const fs::path& path, const std::string& content) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  if (!(file << content).flush()) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace

// TQ-CONF-011, TQ-CONF-016
std::optional<std::string> difference_of(const contract::Operation& operation, const Record& input,
                                         const Answer& expected, const Reply& reply) {
  const auto* answer = std::get_if<Answer>(&reply);
  if (answer == nullptr) return "no answer: " + std::get<NoAnswer>(reply).detail;
  const auto& stages = answer->stages.fields();
  const bool stages_agree = std::all_of(stages.begin(), stages.end(), [&](const Field& field) {
    const Value* wanted = expected.stages.find(field.name);
    return wanted != nullptr && *wanted == field.value;
  });
  if (answer->error == expected.error && answer->output == expected.output && stages_agree) {
    return std::nullopt;
  }
  Vector vector;
  vector.operation = operation.name;
  vector.input = input;
  vector.expected = expected;
  const Claim claim{.conformance_class = "bits", .profile = ""};
  const Judgement judgement = judge(vector, *answer, claim, find_checker(operation.chapter));
  if (!judgement.divergence) return "the fields are not those of the operation";
  const auto& divergence = *judgement.divergence;
  if (!divergence.index) return judgement.detail;
  return fmt::format("{} at {}, {} for {}", judgement.detail, *divergence.index, divergence.actual,
                     divergence.expected);
}

Vector counterexample(const contract::Operation& operation, const Record& input,
                      std::string_view who, std::string_view difference, const fs::path& golden) {
  Vector vector;
  vector.id = fmt::format("{}/parity-{}", operation.chapter, name_of_input(operation, input));
  vector.operation = operation.name;
  vector.input = input;
  vector.expected = perform_with_reference(operation, input);
  vector.reason = fmt::format("Found by random search: {} had {}", who, difference).substr(0, 199);
  auto loaded = load_vectors(golden);
  if (const auto* why = std::get_if<std::string>(&loaded)) throw std::runtime_error(*why);
  const auto& vectors = std::get<LoadedVectors>(loaded);
  auto ids = quoted(vectors, operation.name, [&](const Vector& other) {
    return other.expected.error == vector.expected.error;
  });
  if (ids.empty()) ids = quoted(vectors, operation.name, [](const Vector&) { return true; });
  vector.requirements.assign(ids.begin(), ids.end());
  return vector;
}

Exported export_counterexample(const Vector& vector, const fs::path& directory) {
  const std::string chapter = vector.id.substr(0, vector.id.find('/'));
  constexpr std::string_view kPrefix = "/parity-";
  const std::string name = vector.id.substr(chapter.size() + kPrefix.size());
  Exported exported{directory / (name + ".json"), directory / name};
  write(exported.definition, write_definition(vector));
  const VectorFile file{chapter + "/parity.json", chapter, {vector}};
  for (const auto& [path, content] : assemble_tree({}, {&file, 1})) {
    write(exported.vectors / path, content);
  }
  return exported;
}

std::string instructions(const Exported& exported, std::string_view who) {
  return fmt::format(
      "run it again:  tqc run --testee {} --vectors {}\n"
      "make it permanent:  cp {} tools/gen/parity/ && tqc gen\n",
      quote_word(who), quote_word(exported.vectors.string()),
      quote_word(exported.definition.string()));
}

fs::path counterexample_directory() {
  const char* chosen = std::getenv("TQC_COUNTEREXAMPLES");
  if (chosen != nullptr && *chosen != 0) return chosen;
  // Programs lie in bin/ of the build directory.
  return fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "counterexamples";
}

}  // namespace tq::conformance
