// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>

#include "conformance/determinism/counterexample.hpp"

namespace tq::conformance {
namespace {

constexpr std::size_t kRepeats = 16;        // equal calls in a row that are always tried
constexpr std::size_t kMostRepeats = 512;   // and at most, when the change came after many calls
constexpr std::size_t kMostRemovals = 200;  // replays spent on dropping calls from a sequence

std::optional<Difference> difference(const AskedCall& call, const Reply& a, const Reply& b) {
  return difference_between(*call.operation, *call.input, a, b);
}

Counterexample repeat_of(const AskedCall& call, std::size_t before, Difference found) {
  Counterexample example;
  example.call = call;
  example.before.assign(before, call);
  example.difference = std::move(found);
  return example;
}

// Equal calls in a row after a start: the first whose answer is not that of the first.
std::optional<Counterexample> changes_in_a_row(Session& session, const AskedCall& call,
                                               std::size_t most) {
  const Reply first = session.replay({}, call);
  for (std::size_t before = 1; before < most; ++before) {
    if (auto found = difference(call, first, session.ask(call))) {
      return repeat_of(call, before, std::move(*found));
    }
  }
  return std::nullopt;
}

// Drops calls from `before` while the answer to `call` stays another than `alone`.
class History {
 public:
  History(Session& session, const AskedCall& call, const Reply& alone,
          std::vector<AskedCall> before)
      : session_(session), call_(call), alone_(alone), before_(std::move(before)) {}

  std::vector<AskedCall> shrink() {
    keep_shortest_end();
    const std::vector<AskedCall> first(before_.begin(), before_.begin() + 1);
    if (before_.size() > 1 && changes(first)) return first;
    drop_pieces();
    return before_;
  }

 private:
  bool changes(std::span<const AskedCall> before) {
    return difference(call_, alone_, session_.replay(before, call_)).has_value();
  }
  std::span<const AskedCall> end_of(std::size_t length) const {
    return std::span<const AskedCall>(before_).last(length);
  }

  // The call with which the shortest end begins is one that cannot be left out.
  void keep_shortest_end() {
    std::size_t without = 0;  // an end of this length changes nothing
    std::size_t with = 1;
    while (with < before_.size() && !changes(end_of(with))) {
      without = with;
      with = std::min(2 * with, before_.size());
    }
    while (with - without > 1) {
      const std::size_t middle = without + (with - without) / 2;
      (changes(end_of(middle)) ? with : without) = middle;
    }
    before_.erase(before_.begin(), before_.end() - static_cast<std::ptrdiff_t>(with));
  }

  void drop_pieces() {
    std::size_t removals = 0;
    for (std::size_t piece = before_.size() / 2; piece > 0; piece /= 2) {
      for (std::size_t at = 0; at + piece <= before_.size() && before_.size() > piece;) {
        if (++removals > kMostRemovals) return;
        std::vector<AskedCall> rest = before_;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(at),
                   rest.begin() + static_cast<std::ptrdiff_t>(at + piece));
        if (changes(rest)) {
          before_ = std::move(rest);
        } else {
          at += piece;
        }
      }
    }
  }

  Session& session_;
  const AskedCall& call_;
  const Reply& alone_;
  std::vector<AskedCall> before_;
};

// An answer that other calls change. The lone call before and after shows that nothing else did.
std::optional<Counterexample> changed_by_others(Session& session, const AskedCall& call,
                                                const Reply& alone,
                                                const std::vector<AskedCall>& before) {
  if (before.empty() || !difference(call, alone, session.replay(before, call))) return std::nullopt;
  Counterexample example;
  example.invariance = Invariance::kOrder;
  example.call = call;
  example.before = History(session, call, alone, before).shrink();
  if (difference(call, alone, session.replay({}, call))) return std::nullopt;
  auto found = difference(call, alone, session.replay(example.before, call));
  if (!found || difference(call, alone, session.replay({}, call))) return std::nullopt;
  example.difference = std::move(*found);
  return example;
}

}  // namespace

std::string_view name_of(Invariance invariance) {
  switch (invariance) {
    case Invariance::kRepeat:
      return "repeat";
    case Invariance::kBatch:
      return "batch";
    case Invariance::kOrder:
      return "order";
  }
  return "";
}

// TQ-CONF-051
Counterexample explain_change(Session& session, const Change& change) {
  const AskedCall& call = change.call;
  const std::size_t seen = std::max(change.before_first.size(), change.before_second.size()) + 2;
  const std::size_t most = std::clamp(seen, kRepeats, kMostRepeats);
  if (auto example = changes_in_a_row(session, call, kRepeats)) return *example;
  const Reply alone = session.replay({}, call);
  if (auto found = difference(call, alone, session.replay({}, call))) {
    return repeat_of(call, 0, std::move(*found));
  }
  for (const auto& [before, reply] : {std::pair{&change.before_second, &change.second},
                                      std::pair{&change.before_first, &change.first}}) {
    if (!difference(call, alone, *reply)) continue;
    // Equal calls are the simpler explanation: one that counts calls needs no others.
    if (auto example = changes_in_a_row(session, call, most)) return *example;
    if (auto example = changed_by_others(session, call, alone, *before)) return *example;
  }
  const auto found = difference(call, change.first, change.second);
  Counterexample example = repeat_of(call, 0, found.value_or(Difference{}));
  example.reproduced = false;
  return example;
}

}  // namespace tq::conformance
