// SPDX-License-Identifier: Apache-2.0
#include "conformance/determinism/session.hpp"

namespace tq::conformance {

void Session::restart() {
  if (lost_) return;
  history_.clear();
  ++starts_;
  auto started = testee_->start();
  if (auto* none = std::get_if<NoAnswer>(&started)) {
    lost_ = std::move(*none);
  } else {
    identity_ = std::move(std::get<Identity>(started));
  }
}

Reply Session::ask(const AskedCall& call) {
  if (lost_) return *lost_;
  ++calls_;
  Reply reply = testee_->call(*call.operation, *call.input);
  history_.push_back(call);
  const auto* none = std::get_if<NoAnswer>(&reply);
  if (none != nullptr && none->trouble != Trouble::kUnsupported) {
    // It is started again before the next call (TQ-CONF-014), with nothing behind it.
    ++failures_;
    ended_ = std::move(history_);
    history_.clear();
  }
  return reply;
}

std::vector<AskedCall> Session::before_last() const {
  const std::vector<AskedCall>& calls = history_.empty() ? ended_ : history_;
  return {calls.begin(), calls.end() - (calls.empty() ? 0 : 1)};
}

Reply Session::replay(std::span<const AskedCall> before, const AskedCall& last) {
  restart();
  for (const AskedCall& call : before) ask(call);
  return ask(last);
}

}  // namespace tq::conformance
