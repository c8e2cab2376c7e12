// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/explain.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/vectors/load.hpp"
#include "tools/explain/chapters.hpp"

namespace tq::tools {
namespace {

using conformance::Vector;
using conformance::VectorFile;
using testing::HasSubstr;

class Explain : public testing::Test {
 protected:
  static const std::vector<VectorFile>& files() {
    static const auto loaded = conformance::load_vectors("vectors");
    return std::get<conformance::LoadedVectors>(loaded).files;
  }
  static std::pair<const VectorFile*, const Vector*> find(std::string_view id) {
    for (const VectorFile& file : files()) {
      for (const Vector& vector : file.vectors) {
        if (vector.id == id) return {&file, &vector};
      }
    }
    throw std::runtime_error("no vector " + std::string(id));
  }
  static std::string text(std::string_view id, const Focus& focus = {}) {
    const auto [file, vector] = find(id);
    return explanation_text(explain(*file, *vector, focus), focus,
                            [](std::string_view) { return ""; });
  }
};

// One step of work for each vector; two threads, since the long ones decide.
TEST_F(Explain, EveryVectorLandsOnItsGoldenBytes) {
  std::vector<std::pair<const VectorFile*, const Vector*>> all;
  for (const VectorFile& file : files()) {
    for (const Vector& vector : file.vectors) all.emplace_back(&file, &vector);
  }
  ASSERT_GT(all.size(), 1000u);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::vector<std::string> faults;
  const auto work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) {
      const auto [file, vector] = all[i];
      const Explanation explanation = explain(*file, *vector, {});
      const bool has_steps = !explanation.steps.empty();
      if (explanation.lands && has_steps) continue;
      const std::lock_guard lock(mutex);
      faults.push_back(vector->id + ": " + explanation.landing);
    }
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_THAT(faults, testing::IsEmpty());
}

TEST_F(Explain, EveryOperationHasADerivation) {
  for (const contract::Operation& operation : contract::kOperations) {
    EXPECT_NE(find_derivation(operation.name), nullptr) << operation.name;
  }
  EXPECT_EQ(find_derivation("packing.fold"), nullptr);
}

TEST_F(Explain, ADamagedVectorDoesNotLand) {
  const auto [file, vector] = find("keys/encode-one-hot-d128-w2");
  Vector damaged = *vector;
  auto output = damaged.expected.output;
  damaged.expected.output = {};
  for (const auto& field : output.fields()) {
    auto value = field.value;
    if (field.name == "rows") std::get<conformance::Bytes>(value).values[5] ^= 4;
    damaged.expected.output.add(field.name, value);
  }
  const Explanation explanation = explain(*file, damaged, {});
  EXPECT_FALSE(explanation.lands);
  EXPECT_THAT(explanation.landing, HasSubstr("DOES NOT land on the golden output: rows at "));
}

TEST_F(Explain, AnotherErrorDoesNotLandEvenWhenItIsAccepted) {
  for (const VectorFile& file : files()) {
    for (const Vector& vector : file.vectors) {
      if (!vector.expected.error || vector.accept.empty()) continue;
      Vector other = vector;
      other.accept = {*vector.expected.error};
      other.expected.error = vector.accept.front();
      const Explanation explanation = explain(file, other, {});
      EXPECT_FALSE(explanation.lands) << vector.id;
      EXPECT_THAT(explanation.landing, HasSubstr("another one is recorded"));
      return;
    }
  }
}

TEST_F(Explain, RefusesACoordinateThatIsNotThere) {
  const auto [file, vector] = find("keys/encode-one-hot-d128-w2");
  EXPECT_THROW(explain(*file, *vector, {.coordinate = 128}), std::runtime_error);
  EXPECT_NO_THROW(explain(*file, *vector, {.coordinate = 127}));
}

}  // namespace
}  // namespace tq::tools
