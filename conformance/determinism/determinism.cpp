// SPDX-License-Identifier: Apache-2.0
#include "conformance/determinism/determinism.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "conformance/determinism/batch.hpp"
#include "conformance/determinism/orders.hpp"
#include "conformance/vectors/formulas.hpp"
#include "conformance/vectors/rules.hpp"

namespace tq::conformance {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kBatchFailures = 3;  // inputs of one rule that are looked into

// One input of the suite and what came first.
struct Subject {
  AskedCall call;
  std::size_t operation = 0;  // place in Determinism::operations
  std::size_t size = 0;       // bytes of its request: what "small" means here
  Reply first = NoAnswer{Trouble::kUnsupported, ""};
  std::size_t log_begin = 0;  // the calls since the start, in the log of the first pass
  std::size_t log_end = 0;
  bool usable = true;  // answered, and its answer has not changed yet
};

class Examination {
 public:
  Examination(Testee& testee, const DeterminismOptions& options)
      : session_(testee), options_(options) {}

  Determinism run(std::span<const VectorFile> files) {
    const auto start = Clock::now();
    result_.seed = options_.seed;
    const auto inputs = select_in_file_order(files, options_.filter);
    result_.selected = inputs.size();
    session_.restart();
    result_.identity = session_.identity();
    if (!session_.lost()) {
      collect(inputs);
      first_pass();
      explain_changes();
      second_start();
      explain_changes();
      other_orders();
      explain_changes();
      take_apart();
      for (OperationSteadiness& one : result_.operations) reach_verdicts(one);
    }
    result_.lost = session_.lost();
    result_.calls = session_.calls();
    result_.starts = session_.starts();
    result_.failures = session_.failures();
    result_.time = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
    return std::move(result_);
  }

 private:
  void progress(const std::string& phase, std::size_t done, std::size_t total,
                const AskedCall& call) {
    if (options_.progress) options_.progress(phase, done, total, call.id);
  }

  Cell& cell(const Subject& subject, Invariance invariance) {
    return result_.operations[subject.operation].of(invariance);
  }

  void collect(const std::vector<Selected>& inputs) {
    std::map<std::string_view, std::size_t> places;
    for (const contract::Operation& operation : contract::kOperations) {
      const bool claimed =
          session_.identity()->claims.find(operation.name) != session_.identity()->claims.end();
      const bool asked = std::any_of(inputs.begin(), inputs.end(), [&](const Selected& one) {
        return one.vector->operation == operation.name;
      });
      if (!claimed || !asked) continue;
      places[operation.name] = result_.operations.size();
      result_.operations.emplace_back().operation = operation.name;
    }
    for (const auto& [vector, chapter] : inputs) {
      const auto place = places.find(vector->operation);
      if (place == places.end()) {
        ++result_.not_claimed;
        continue;
      }
      Subject subject;
      subject.call.operation = contract::find_operation(vector->operation);
      subject.call.input = std::make_shared<const Record>(full_input(*vector));
      subject.call.id = vector->id;
      subject.operation = place->second;
      subject.size = request_bytes(*vector);
      subjects_.push_back(std::move(subject));
      ++result_.operations[place->second].inputs;
    }
  }

  // Counts a pair of answers, and keeps the change of the smallest call of each operation.
  // Precondition: the session's last call gave `reply`.
  void compare(Subject& subject, Invariance invariance, const Reply& reply) {
    Cell& counts = cell(subject, invariance);
    ++counts.compared;
    if (!difference_between(*subject.call.operation, *subject.call.input, subject.first, reply)) {
      return;
    }
    ++counts.changed;
    subject.usable = false;
    const auto known = changes_.find(subject.operation);
    if (known != changes_.end() && known->second.size <= subject.size) return;
    changes_[subject.operation] = {
        subject.size,
        {subject.call, first_history(subject), session_.before_last(), subject.first, reply}};
  }

  std::vector<AskedCall> first_history(const Subject& subject) const {
    return {log_.begin() + static_cast<std::ptrdiff_t>(subject.log_begin),
            log_.begin() + static_cast<std::ptrdiff_t>(subject.log_end)};
  }

  // Every call twice in a row.
  void first_pass() {
    for (std::size_t i = 0; i < subjects_.size(); ++i) {
      Subject& subject = subjects_[i];
      progress("twice in a row", i, subjects_.size(), subject.call);
      subject.log_end = log_.size();
      subject.log_begin = log_.size() - session_.history().size();
      subject.first = session_.ask(subject.call);
      log_.push_back(subject.call);
      const Reply again = session_.ask(subject.call);
      log_.push_back(subject.call);
      compare(subject, Invariance::kRepeat, again);
      if (!is_answer(subject.first)) {
        subject.usable = false;
        ++result_.operations[subject.operation].unanswered;
      }
    }
  }

  // The same calls again: whatever differs now has nothing to do with their order.
  void second_start() {
    session_.restart();
    for (std::size_t i = 0; i < subjects_.size(); ++i) {
      Subject& subject = subjects_[i];
      progress("after a restart", i, subjects_.size(), subject.call);
      const auto* none = std::get_if<NoAnswer>(&subject.first);
      if (none != nullptr && none->trouble != Trouble::kUnsupported) {
        session_.restart();  // what its failure did the first time
        continue;
      }
      const Reply reply = session_.ask(subject.call);
      if (subject.usable) compare(subject, Invariance::kRepeat, reply);
      session_.ask(subject.call);
    }
  }

  void other_orders() {
    std::vector<std::size_t> usable;
    std::vector<std::size_t> operation_of;
    for (std::size_t i = 0; i < subjects_.size(); ++i) {
      if (!subjects_[i].usable) continue;
      usable.push_back(i);
      operation_of.push_back(subjects_[i].operation);
    }
    if (usable.size() < 2) return;
    for (const Order& order : orders_of(operation_of, options_.seed)) {
      session_.restart();
      for (std::size_t i = 0; i < order.calls.size(); ++i) {
        Subject& subject = subjects_[usable[order.calls[i]]];
        progress(order.name, i, order.calls.size(), subject.call);
        const Reply reply = session_.ask(subject.call);
        if (subject.usable) compare(subject, Invariance::kOrder, reply);
      }
    }
  }

  void add_example(std::size_t operation, Counterexample example) {
    Cell& cell = result_.operations[operation].of(example.invariance);
    cell.examples.push_back(std::move(example));
  }

  void explain_changes() {
    std::size_t done = 0;
    for (const auto& [operation, found] : changes_) {
      progress("looking for the smallest case", done++, changes_.size(), found.change.call);
      add_example(operation, explain_change(session_, found.change));
    }
    changes_.clear();
  }

  // Splits every call along every rule that the chapters allow, small calls first.
  void take_apart() {
    std::vector<Subject*> by_size;
    for (Subject& subject : subjects_) {
      const auto* answer = std::get_if<Answer>(&subject.first);
      if (subject.usable && answer != nullptr && !answer->error) by_size.push_back(&subject);
    }
    // Subjects stand in one list: their addresses are their order.
    std::sort(by_size.begin(), by_size.end(), [](const Subject* a, const Subject* b) {
      return std::pair{a->size, a} < std::pair{b->size, b};
    });
    session_.restart();
    for (const SplitRule& rule : split_rules()) {
      std::size_t failed = 0;
      for (std::size_t i = 0; i < by_size.size() && failed < kBatchFailures; ++i) {
        Subject& subject = *by_size[i];
        if (!subject.usable || subject.call.operation->name != rule.operation) continue;
        progress("in parts", i, by_size.size(), subject.call);
        if (!take_apart(subject, rule)) ++failed;
      }
    }
  }

  // Whether all parts agree with the whole.
  bool take_apart(Subject& subject, const SplitRule& rule) {
    const auto split = Split::of(rule, *subject.call.input);
    if (!split) return true;
    Cell& counts = cell(subject, Invariance::kBatch);
    const Answer& whole = std::get<Answer>(subject.first);
    for (const Part& part : parts_of(*split)) {
      const AskedCall call = call_of(subject.call, *split, part);
      const Reply reply = session_.ask(call);
      const auto* none = std::get_if<NoAnswer>(&reply);
      if (none != nullptr && none->trouble == Trouble::kUnsupported) continue;
      ++counts.compared;
      if (!batch_difference(*split, part, whole, call, reply)) continue;
      std::vector<AskedCall> before = session_.before_last();
      if (auto example = shrink_batch(session_, rule, subject.call, part)) {
        ++counts.changed;
        add_example(subject.operation, std::move(*example));
      } else {
        // After a start each both agree: one of the two answers came from something else.
        subject.usable = false;
        add_example(subject.operation, explain_either(subject, call, std::move(before), reply));
      }
      session_.restart();
      return false;
    }
    return true;
  }

  Counterexample explain_either(const Subject& subject, const AskedCall& part,
                                std::vector<AskedCall> before, const Reply& reply) {
    const Reply alone = session_.replay({}, part);
    if (difference_between(*part.operation, *part.input, alone, reply)) {
      return explain_change(session_, {part, {}, std::move(before), alone, reply});
    }
    return explain_change(session_, {subject.call,
                                     {},
                                     first_history(subject),
                                     session_.replay({}, subject.call),
                                     subject.first});
  }

  struct Kept {
    std::size_t size;
    Change change;
  };

  Session session_;
  const DeterminismOptions& options_;
  Determinism result_;
  std::vector<Subject> subjects_;
  std::vector<AskedCall> log_;           // every call of the first pass
  std::map<std::size_t, Kept> changes_;  // by operation, of the pass at hand
};

}  // namespace

Determinism examine(Testee& testee, std::span<const VectorFile> files,
                    const DeterminismOptions& options) {
  return Examination(testee, options).run(files);
}

}  // namespace tq::conformance
