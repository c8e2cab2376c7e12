// SPDX-License-Identifier: Apache-2.0
#include "conformance/diff/diff.hpp"

#include <algorithm>

#include "conformance/vectors/formulas.hpp"

namespace tq::conformance {
namespace {

using Clock = std::chrono::steady_clock;

// Identity of a testee, or why it did not get ready.
std::optional<Identity> begin(Testee& testee, std::string& trouble) {
  auto started = testee.start();
  if (auto* none = std::get_if<NoAnswer>(&started)) {
    trouble = std::move(none->detail);
    return std::nullopt;
  }
  return std::move(std::get<Identity>(started));
}

bool claims(const Identity& identity, std::string_view operation) {
  return identity.claims.find(operation) != identity.claims.end();
}

void count_no_answer(const Reply& reply, std::array<std::size_t, 4>& counts) {
  if (const auto* none = std::get_if<NoAnswer>(&reply)) {
    ++counts[static_cast<std::size_t>(none->trouble)];
  }
}

std::string detail_of(const Reply& reply) {
  const auto* none = std::get_if<NoAnswer>(&reply);
  return none == nullptr ? "" : none->detail;
}

// Adds the tallies of one answer, keeping the order of the operation table.
void add_fields(const contract::Operation& operation, const std::vector<FieldTally>& one,
                std::vector<FieldTally>& all) {
  const auto place = [&](const FieldTally& tally) {
    return std::find_if(operation.fields.begin(), operation.fields.end(), [&](const auto& field) {
      return field.name == tally.field &&
             (field.part == contract::FieldPart::kStage) == tally.is_stage &&
             field.part != contract::FieldPart::kInput;
    });
  };
  for (const FieldTally& tally : one) {
    const auto at = std::find_if(all.begin(), all.end(), [&](const FieldTally& other) {
      return place(other) >= place(tally);
    });
    if (at != all.end() && place(*at) == place(tally)) {
      at->add(tally);
    } else {
      all.insert(at, tally);
    }
  }
}

void note_stages(const std::vector<std::string>& names, std::vector<std::string>& all) {
  for (const std::string& name : names) {
    if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }
}

void compare_one(const contract::Operation& operation, const Vector& vector, Testee& a, Testee& b,
                 OperationDiff& diff) {
  const Record input = full_input(vector);
  const Reply reply_a = a.call(operation, input);
  const Reply reply_b = b.call(operation, input);
  ++diff.inputs;
  count_no_answer(reply_a, diff.no_answer_a);
  count_no_answer(reply_b, diff.no_answer_b);
  Disagreement found{&vector,
                     std::nullopt,
                     kind_of(reply_a),
                     kind_of(reply_b),
                     detail_of(reply_a),
                     detail_of(reply_b),
                     {}};
  if (!is_answer(reply_a) || !is_answer(reply_b)) {
    ++diff.not_compared;
    diff.disagreements.push_back(std::move(found));
    return;
  }
  const Answer& answer_a = std::get<Answer>(reply_a);
  const Answer& answer_b = std::get<Answer>(reply_b);
  Comparison comparison = compare_answers(operation, input, answer_a, answer_b);
  add_fields(operation, comparison.fields, diff.fields);
  note_stages(comparison.only_a, diff.only_a);
  note_stages(comparison.only_b, diff.only_b);
  if (!comparison.first) {
    ++diff.equal;
    return;
  }
  ++diff.different;
  if (answer_a.error && answer_b.error) {
    ++diff.other_error;
  } else if (answer_a.error) {
    ++diff.refused_by_a;
  } else if (answer_b.error) {
    ++diff.refused_by_b;
  }
  found.first = std::move(comparison.first);
  found.fields = std::move(comparison.fields);
  diff.disagreements.push_back(std::move(found));
}

// The operations of both, and the names that only one claims, in the order of the table.
std::vector<OperationDiff> shared_operations(Diff& diff) {
  std::vector<OperationDiff> shared;
  for (const contract::Operation& operation : contract::kOperations) {
    const bool in_a = claims(*diff.a, operation.name);
    const bool in_b = claims(*diff.b, operation.name);
    if (in_a && in_b) {
      shared.emplace_back().operation = operation.name;
    } else if (in_a) {
      diff.claimed_by_a_only.emplace_back(operation.name);
    } else if (in_b) {
      diff.claimed_by_b_only.emplace_back(operation.name);
    }
  }
  return shared;
}

bool has_failures(const std::array<std::size_t, 4>& counts) {
  return counts[static_cast<std::size_t>(Trouble::kCrash)] +
             counts[static_cast<std::size_t>(Trouble::kTimeout)] +
             counts[static_cast<std::size_t>(Trouble::kProtocolError)] >
         0;
}

}  // namespace

std::size_t Diff::compared() const {
  std::size_t sum = 0;
  for (const OperationDiff& one : operations) sum += one.equal + one.different;
  return sum;
}

std::size_t Diff::different() const {
  std::size_t sum = 0;
  for (const OperationDiff& one : operations) sum += one.different;
  return sum;
}

bool Diff::agrees() const {
  return compared() > 0 && different() == 0 &&
         std::none_of(operations.begin(), operations.end(), [](const OperationDiff& one) {
           return has_failures(one.no_answer_a) || has_failures(one.no_answer_b);
         });
}

Diff compare_testees(Testee& a, Testee& b, std::span<const VectorFile> files, const Filter& filter,
                     const std::function<void(const Progress&)>& progress) {
  Diff diff;
  const auto start = Clock::now();
  const std::vector<Selected> inputs = select_in_file_order(files, filter);
  diff.selected = inputs.size();
  diff.a = begin(a, diff.trouble_a);
  if (diff.a) diff.b = begin(b, diff.trouble_b);
  if (!diff.a || !diff.b) return diff;

  std::vector<OperationDiff> shared = shared_operations(diff);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Vector& vector = *inputs[i].vector;
    const auto one = std::find_if(shared.begin(), shared.end(), [&](const OperationDiff& entry) {
      return entry.operation == vector.operation;
    });
    if (one == shared.end()) {
      ++diff.not_shared;
      continue;
    }
    if (progress) progress({i, inputs.size(), vector});
    compare_one(*contract::find_operation(vector.operation), vector, a, b, *one);
  }
  for (OperationDiff& one : shared) {
    // A stage that came with some answers of both is one that both have.
    std::erase_if(one.only_a, [&](const std::string& name) {
      return std::any_of(one.fields.begin(), one.fields.end(),
                         [&](const FieldTally& tally) { return tally.field == name; });
    });
    std::erase_if(one.only_b, [&](const std::string& name) {
      return std::any_of(one.fields.begin(), one.fields.end(),
                         [&](const FieldTally& tally) { return tally.field == name; });
    });
    if (one.inputs > 0) diff.operations.push_back(std::move(one));
  }
  diff.time = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
  return diff;
}

}  // namespace tq::conformance
