// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/runner.hpp"
#include "conformance/verdict.hpp"

// For tests of hostile testees, whatever way they are reached: three vectors, of which the middle
// one meets the fault; its neighbours show that the run goes on.
namespace tq::conformance {

// `name` is what the hostile testee is told to do; `line` is a part of the one line that is said.
struct Fault {
  const char* name;
  Outcome outcome;
  const char* line;
};

// Of an instance: '-' is no letter of a test's name.
inline std::string name_of_fault(const testing::TestParamInfo<Fault>& tested) {
  std::string name = tested.param.name;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

inline Vector pack_vector(const std::string& id, std::vector<std::uint8_t> codes) {
  Vector vector;
  vector.id = "packing/" + id;
  vector.operation = "packing.pack";
  vector.requirements = {"TQ-PACK-001"};
  vector.input = {{"width", std::uint64_t{8}}, {"codes", Bytes{codes}}};
  vector.expected.output = {{"packed", Bytes{std::move(codes)}}};
  return vector;
}

inline std::vector<VectorFile> three_vectors(std::vector<std::uint8_t> last = {3}) {
  return {{"core/packing.json",
           "packing",
           {pack_vector("a", {1, 2}), pack_vector("b", {0xba, 0xd0}),
            pack_vector("c", std::move(last))}}};
}

inline void expect_fault_and_the_run_goes_on(const Run& run, const Fault& fault) {
  ASSERT_FALSE(run.start_trouble) << run.start_trouble->detail;
  ASSERT_EQ(run.results.size(), 3u);
  const Judgement& judgement = run.results[1].judgement;
  EXPECT_EQ(name_of(judgement.outcome), name_of(fault.outcome)) << judgement.detail;
  EXPECT_THAT(judgement.detail, testing::HasSubstr(fault.line));
  EXPECT_THAT(judgement.detail, testing::Not(testing::HasSubstr("\n")));
  EXPECT_EQ(name_of(run.results[0].judgement.outcome), "pass");
  EXPECT_EQ(name_of(run.results[2].judgement.outcome), "pass") << run.results[2].judgement.detail;
}

}  // namespace tq::conformance
