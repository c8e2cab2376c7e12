// SPDX-License-Identifier: Apache-2.0
#include "conformance/determinism/batch.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace tq::conformance {
namespace {

constexpr std::size_t kSingles = 32;       // units that are asked for one by one
constexpr std::size_t kMostWindows = 400;  // calls spent on the search for the smallest window

std::size_t odd_cut(std::size_t units) {
  const std::size_t third = units / 3;
  return std::max<std::size_t>(third % 2 == 0 ? third + 1 : third, 1);
}

std::vector<std::size_t> singles_of(std::size_t units) {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < std::min(units, kSingles); ++i) {
    constexpr std::size_t kEdge = kSingles / 4;
    const std::size_t between = units - 2 * kEdge;  // used for more than kSingles units only
    if (units <= kSingles || i < kEdge) {
      list.push_back(i);
    } else if (i >= kSingles - kEdge) {
      list.push_back(units - (kSingles - i));
    } else {
      list.push_back(kEdge + (i - kEdge) * between / (kSingles - 2 * kEdge));
    }
  }
  return list;
}

// The search for the fewest rows. Asks without restarts; the caller confirms what it finds.
class Window {
 public:
  Window(Session& session, const Split& split, const AskedCall& whole)
      : session_(session), split_(split), whole_(whole) {}

  // Whether more calls were wanted than allowed.
  bool exhausted() const { return asked_ > kMostWindows; }

  // Nothing when there is no answer with outputs.
  const Answer* answer(const Part& units) {
    const auto key = std::pair{units.begin, units.end};
    const auto known = answers_.find(key);
    if (known != answers_.end()) return known->second ? &*known->second : nullptr;
    ++asked_;
    const Reply reply = session_.ask(call_of(whole_, split_, rows(units)));
    std::optional<Answer>& entry = answers_[key];
    const auto* answer = std::get_if<Answer>(&reply);
    if (answer != nullptr && !answer->error) entry = *answer;
    return entry ? &*entry : nullptr;
  }

  // Whether the common call of `window` and the call of `inner` give `inner` different answers.
  bool differs(const Part& window, const Part& inner) {
    const Answer* outside = answer(window);
    const Answer* inside = answer(inner);
    if (outside == nullptr || inside == nullptr || window == inner) return false;
    const AskedCall call = call_of(whole_, split_, rows(window));
    const auto split = Split::of(split_.rule(), *call.input);
    if (!split) return false;
    const Part local = split->part(inner.begin - window.begin, inner.end - window.begin);
    const auto slice = split->slice(*outside, local);
    return slice && compare_answers(*call.operation, *call.input, *slice, *inside).first;
  }

  Part rows(const Part& units) const { return split_.part(units.begin, units.end); }

 private:
  Session& session_;
  const Split& split_;
  const AskedCall& whole_;
  std::map<std::pair<std::size_t, std::size_t>, std::optional<Answer>> answers_;
  std::size_t asked_ = 0;
};

struct Found {
  Part window;  // in units
  Part inner;
  bool is_smallest = true;
};

// Prefixes that agree with their neighbours agree with one another: the first neighbours that do
// not are the smallest pair.
std::optional<Found> smallest_prefix(Window& window, const Split& split) {
  for (std::size_t end = 2; end <= split.units() && !window.exhausted(); ++end) {
    if (window.differs({0, end}, {0, end - 1})) return Found{{0, end}, {0, end - 1}, true};
  }
  return std::nullopt;
}

// When one row has two answers in two windows, its own call differs from one of them.
std::optional<Found> any_window(Window& window, const Split& split, const Part& part) {
  const Part all{0, split.units()};
  for (std::size_t unit = part.begin; unit < part.end; ++unit) {
    for (const Part& outer : {part, all}) {
      if (window.differs(outer, {unit, unit + 1})) return Found{outer, {unit, unit + 1}, false};
    }
  }
  return std::nullopt;
}

void trim(Window& window, Found& found) {
  for (std::size_t step = found.window.rows() / 2; step > 0; step /= 2) {
    for (bool changed = true; changed && !window.exhausted();) {
      changed = false;
      for (const Part& smaller : {Part{found.window.begin + step, found.window.end},
                                  Part{found.window.begin, found.window.end - step}}) {
        const bool holds = smaller.begin <= found.inner.begin && found.inner.end <= smaller.end &&
                           smaller.begin < smaller.end;
        if (!holds || !window.differs(smaller, found.inner)) continue;
        found.window = smaller;
        changed = true;
        break;
      }
    }
  }
}

std::optional<Found> smallest_window(Window& window, const Split& split, const Part& part) {
  auto found = any_window(window, split, part);
  if (!found) return std::nullopt;
  trim(window, *found);
  const std::size_t row = found->inner.begin;
  for (std::size_t size = 2; size < found->window.rows(); ++size) {
    for (std::size_t begin = row + 1 >= size ? row + 1 - size : 0;
         begin <= row && begin + size <= split.units(); ++begin) {
      if (window.exhausted()) return found;
      if (window.differs({begin, begin + size}, found->inner)) {
        found->window = {begin, begin + size};
        found->is_smallest = true;
        return found;
      }
    }
  }
  found->is_smallest = true;
  return found;
}

std::optional<Counterexample> confirmed(Session& session, const SplitRule& rule,
                                        const AskedCall& whole, const Split& split,
                                        const Part& window, const Part& inner) {
  Counterexample example;
  example.invariance = Invariance::kBatch;
  example.along = rule.along;
  example.rows = window.rows();
  example.whole = window == Part{0, split.rows()} ? whole : call_of(whole, split, window);
  example.call = call_of(whole, split, inner);
  const auto outer = Split::of(rule, *example.whole->input);
  const Reply large = session.replay({}, *example.whole);
  const auto* answer = std::get_if<Answer>(&large);
  if (!outer || answer == nullptr || answer->error) return std::nullopt;
  const Part local{inner.begin - window.begin, inner.end - window.begin};
  auto found =
      batch_difference(*outer, local, *answer, example.call, session.replay({}, example.call));
  if (!found) return std::nullopt;
  // The larger call once more: a clock that ticked between the two calls is no matter of batches.
  const Reply again = session.replay({}, *example.whole);
  if (difference_between(*example.whole->operation, *example.whole->input, large, again)) {
    return std::nullopt;
  }
  example.difference = std::move(*found);
  return example;
}

}  // namespace

std::vector<Part> parts_of(const Split& split) {
  const std::size_t units = split.units();
  std::vector<Part> parts;
  const auto add = [&](std::size_t begin, std::size_t end) {
    const Part part = split.part(begin, end);
    if (begin < end && std::find(parts.begin(), parts.end(), part) == parts.end()) {
      parts.push_back(part);
    }
  };
  if (split.rule().prefix_only) {
    for (const std::size_t end : {std::size_t{1}, odd_cut(units), units / 2, units - 1}) {
      add(0, end);
    }
    return parts;
  }
  for (const std::size_t unit : singles_of(units)) add(unit, unit + 1);
  for (const std::size_t cut : {units / 2, odd_cut(units)}) {
    add(0, cut);
    add(cut, units);
  }
  return parts;
}

AskedCall call_of(const AskedCall& whole, const Split& split, const Part& part) {
  AskedCall call = whole;
  call.input = std::make_shared<const Record>(split.input_of(part));
  const std::string_view of_each = split.rule().operation == "score.page" ? " of each KV head" : "";
  call.part = part.rows() == 1 ? fmt::format("{} {}{} of {}", split.rule().along, part.begin,
                                             of_each, split.rows())
                               : fmt::format("{}s {} to {}{} of {}", split.rule().along, part.begin,
                                             part.end - 1, of_each, split.rows());
  return call;
}

std::optional<Difference> batch_difference(const Split& split, const Part& part,
                                           const Answer& whole, const AskedCall& call,
                                           const Reply& reply) {
  const auto* none = std::get_if<NoAnswer>(&reply);
  if (none != nullptr && none->trouble == Trouble::kUnsupported) return std::nullopt;
  const auto slice = split.slice(whole, part);
  if (slice) return difference_between(*call.operation, *call.input, *slice, reply);
  Difference difference;
  difference.field = "answer";
  difference.a = "lists that do not divide among the rows";
  difference.b = kind_of(reply);
  return difference;
}

// TQ-CONF-052
std::optional<Counterexample> shrink_batch(Session& session, const SplitRule& rule,
                                           const AskedCall& whole, const Part& part) {
  const auto split = Split::of(rule, *whole.input);
  auto example = confirmed(session, rule, whole, *split, {0, split->rows()}, part);
  if (!example) return std::nullopt;
  example->is_smallest = false;
  Window window(session, *split, whole);
  const Part units{part.begin / split->unit(), (part.end + split->unit() - 1) / split->unit()};
  const auto found =
      rule.prefix_only ? smallest_prefix(window, *split) : smallest_window(window, *split, units);
  if (!found) return example;
  auto smaller = confirmed(session, rule, whole, *split, window.rows(found->window),
                           window.rows(found->inner));
  if (!smaller) return example;
  smaller->is_smallest = found->is_smallest;
  return smaller;
}

}  // namespace tq::conformance
