// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/testee.hpp"

namespace tq::conformance {

// One call: an input of a vector, or a part of one.
struct AskedCall {
  const contract::Operation* operation = nullptr;
  std::shared_ptr<const Record> input;
  std::string id;    // of the vector
  std::string part;  // "tokens 3 to 5"; empty: the whole input

  std::string name() const { return part.empty() ? id : id + " (" + part + ")"; }
};

// A testee and what it was asked since its last start. When it can no longer be started every call
// gets the same reply at once, and `lost` says why.
class Session {
 public:
  explicit Session(Testee& testee) : testee_(&testee) {}

  // Ends the testee and starts it again; the history is empty then.
  void restart();
  Reply ask(const AskedCall& call);
  // Starts it again, makes the calls and gives the last reply.
  Reply replay(std::span<const AskedCall> before, const AskedCall& last);

  const std::vector<AskedCall>& history() const { return history_; }
  // What stood in the history before the last call, which may have emptied it. Precondition: one
  // call at least was made.
  std::vector<AskedCall> before_last() const;
  const std::optional<Identity>& identity() const { return identity_; }
  const std::optional<NoAnswer>& lost() const { return lost_; }
  std::size_t calls() const { return calls_; }
  std::size_t starts() const { return starts_; }
  // Calls that ended in a crash, a time-out or a protocol error.
  std::size_t failures() const { return failures_; }

 private:
  Testee* testee_;
  std::vector<AskedCall> history_;
  std::vector<AskedCall> ended_;  // the history that the last failure ended, with the failed call
  std::optional<Identity> identity_;
  std::optional<NoAnswer> lost_;
  std::size_t calls_ = 0;
  std::size_t starts_ = 0;
  std::size_t failures_ = 0;
};

}  // namespace tq::conformance
