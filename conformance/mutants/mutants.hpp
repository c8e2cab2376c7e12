// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "conformance/testee.hpp"

// Wrong implementations that the golden vectors must tell from the right one: the reference with
// one deliberate fault each. One file a chapter holds the faults and their table. Source: chapter
// conformance, TQ-CONF-055.
namespace tq::conformance {

// Performs one operation; `input` matches its field table.
using PerformMutated = Answer (*)(const Record& input);

struct Mutant {
  std::string_view name;                       // "packing/most-significant-bit-first"
  std::string_view fault;                      // one line: what is wrong, not what the rule says
  std::vector<std::string_view> requirements;  // ids that the fault breaks, the reported one first
  std::string_view operation;                  // the only operation that answers otherwise
  // The first divergence that the runner must report: a stage or an output of `operation`, or
  // "error" where an error is missing, wrong or unwanted.
  std::string_view field;
  std::vector<std::string_view> killed_by;  // vector ids; each of them alone must kill it
  PerformMutated perform;

  std::string_view chapter() const { return name.substr(0, name.find('/')); }
};

// All mutants, in the reading order of the chapters; names are unique.
std::span<const Mutant> all_mutants();

// The reference, claiming every operation in class bits, with the one fault. An exception that
// escapes the fault is a crash.
std::unique_ptr<Testee> make_mutant_testee(const Mutant& mutant);

// The same composition of the reference's steps, without a fault: it passes every vector.
std::unique_ptr<Testee> make_control_testee();

// The operations that are composed so; every mutant's is among them.
std::vector<std::string_view> composed_operations();

}  // namespace tq::conformance
