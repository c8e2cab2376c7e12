// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "conformance/determinism/report.hpp"
#include "conformance/json_strict.hpp"
#include "conformance/open_testee.hpp"

namespace tq::conformance {
namespace {

constexpr Invariance kAll[] = {Invariance::kRepeat, Invariance::kBatch, Invariance::kOrder};
constexpr std::size_t kShownCalls = 8;  // of a sequence

std::string painted(std::string_view text, Steadiness verdict, bool colour) {
  if (!colour) return std::string(text);
  const int code = verdict == Steadiness::kPass ? 32 : verdict == Steadiness::kFail ? 31 : 33;
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string table(const Determinism& result, bool colour) {
  std::string text = fmt::format("\n{:<24}{:>8}  {:<14}{:<14}{}\n", "operation", "inputs", "repeat",
                                 "batch", "order");
  for (const OperationSteadiness& one : result.operations) {
    text += fmt::format("{:<24}{:>8}", one.operation, one.inputs);
    for (const Invariance invariance : kAll) {
      const Steadiness verdict = one.of(invariance).verdict;
      const std::string name(name_of(verdict));
      text += "  " + painted(name, verdict, colour);
      if (invariance != Invariance::kOrder) text += std::string(12 - name.size(), ' ');
    }
    text += '\n';
  }
  return text;
}

// One line a reason, with the operations that share it.
std::string reasons(const Determinism& result) {
  std::vector<std::pair<std::string, std::string>> lines;  // reason, operations
  for (const OperationSteadiness& one : result.operations) {
    for (const Invariance invariance : kAll) {
      const Cell& cell = one.of(invariance);
      if (cell.verdict != Steadiness::kNotTestable) continue;
      const std::string reason = fmt::format("{}, {}", name_of(invariance), cell.why);
      auto line = std::find_if(lines.begin(), lines.end(),
                               [&](const auto& known) { return known.first == reason; });
      if (line == lines.end()) line = lines.insert(line, {reason, ""});
      line->second += (line->second.empty() ? "" : ", ") + one.operation;
    }
  }
  std::string text;
  for (const auto& [reason, operations] : lines) {
    text += fmt::format("  {}:\n    {}\n", reason, operations);
  }
  return text.empty() ? "" : "\nnot testable\n" + text;
}

// What the two answers of a counterexample are called.
std::pair<std::string_view, std::string_view> sides_of(const Counterexample& example) {
  if (!example.reproduced) return {"once", "then"};
  switch (example.invariance) {
    case Invariance::kBatch:
      return {"larger", "smaller"};
    case Invariance::kOrder:
      return {"alone", "behind"};
    case Invariance::kRepeat:
      break;
  }
  return {"first", "last"};
}

std::string calls_of(const Counterexample& example) {
  std::string text;
  if (example.invariance == Invariance::kBatch) {
    return fmt::format("  larger call   {}\n  smaller call  {}\n", example.whole->name(),
                       example.call.name());
  }
  if (example.invariance == Invariance::kOrder) {
    for (std::size_t i = 0; i < std::min(example.before.size(), kShownCalls); ++i) {
      text += fmt::format("  before it  {}: {}\n", example.before[i].operation->name,
                          example.before[i].name());
    }
    if (example.before.size() > kShownCalls) {
      text += fmt::format("  and {} more calls\n", example.before.size() - kShownCalls);
    }
  }
  return text + fmt::format("  call       {}\n", example.call.name());
}

std::string example_block(const Counterexample& example, const Determinism& result,
                          const DeterminismContext& context, bool colour) {
  const Difference& difference = example.difference;
  const std::string place = describe_place(difference);
  std::string text =
      fmt::format("\n{} {} {}\n  {}\n", painted("fail", Steadiness::kFail, colour),
                  name_of(example.invariance), example.call.operation->name, describe(example));
  text += calls_of(example);
  const auto [side_a, side_b] = sides_of(example);
  text += fmt::format(
      "  {}{}{}{}\n  {:<11}{}\n  {:<11}{}\n", describe_field(difference),
      place.empty() ? "" : " at ", place,
      example.invariance == Invariance::kBatch && !place.empty() ? " of the smaller call" : "",
      side_a, describe_bits(difference, difference.a), side_b,
      describe_bits(difference, difference.b));
  if (difference.ulps) text += fmt::format("  distance   {} ulp\n", *difference.ulps);
  Filter only = context.filter;
  if (example.invariance != Invariance::kOrder) only.only = example.call.id;
  return text +
         fmt::format("  reproduce: {}\n",
                     determinism_command(result, {context.suite_version, context.testee,
                                                  context.vectors_option, context.root, only}));
}

std::string ordinal(std::size_t number) {
  const std::size_t last = number % 10;
  const bool is_teen = number % 100 / 10 == 1;
  const char* ending = is_teen     ? "th"
                       : last == 1 ? "st"
                       : last == 2 ? "nd"
                       : last == 3 ? "rd"
                                   : "th";
  return fmt::format("{}{}", number, ending);
}

}  // namespace

std::string describe(const Counterexample& example) {
  const std::size_t before = example.before.size();
  if (!example.reproduced) {
    return "the same call got two answers in this run; making the same calls again did not show it";
  }
  switch (example.invariance) {
    case Invariance::kRepeat:
      if (before == 0)
        return "the first call after a start gets another answer after another start";
      return fmt::format("after a start, the {} of {} equal calls gets another answer than the 1st",
                         ordinal(before + 1), before + 1);
    case Invariance::kBatch:
      return fmt::format("a row gets another answer among {} rows ({}) than in a smaller call{}",
                         example.rows, example.along,
                         example.is_smallest ? "; no fewer rows show it" : "");
    case Invariance::kOrder:
      return before == 1
                 ? "the call gets another answer when one other call stands before it"
                 : fmt::format("the call gets another answer behind these {} calls", before);
  }
  return "";
}

std::string determinism_text(const Determinism& result, const DeterminismContext& context,
                             bool colour) {
  std::string text = "One implementation against itself. Its answers are not compared with golden ";
  text += "ones: this says\nnothing about conformity.\n\n";
  text += fmt::format("inputs   {} selected, root {}\n", result.selected, context.root);
  if (!result.identity) {
    return text + fmt::format("testee   {}\n         did not get ready: {}\n",
                              printable_excerpt(context.testee), result.lost->detail);
  }
  text += fmt::format("testee   {} {}\n", result.identity->name, result.identity->version);
  if (!result.identity->target.empty()) {
    text += fmt::format("target   {}\n", result.identity->target);
  }
  text += fmt::format("orders   reversed, shuffled by seed {}, interleaved\n", result.seed);
  if (!result.operations.empty()) text += table(result, colour) + reasons(result);
  std::array<std::size_t, 3> verdicts{};
  for (const OperationSteadiness& one : result.operations) {
    for (const Cell& cell : one.cells) {
      ++verdicts[static_cast<std::size_t>(cell.verdict)];
      for (const Counterexample& example : cell.examples) {
        text += example_block(example, result, context, colour);
      }
    }
    if (one.unanswered > 0) {
      text += fmt::format("\n{}: {} of {} inputs without an answer\n", one.operation,
                          one.unanswered, one.inputs);
    }
  }
  if (result.lost) {
    text += fmt::format("\nthe testee could not be started again: {}\n", result.lost->detail);
  }
  if (result.failures > 0) {
    text += fmt::format("\n{} calls crashed, timed out or broke the protocol\n", result.failures);
  }
  text += fmt::format("\n{} pass, {} fail, {} not testable; {} calls, {} starts, {:.1f} s\n",
                      verdicts[0], verdicts[1], verdicts[2], result.calls, result.starts,
                      static_cast<double>(result.time.count()) / 1000.0);
  const bool steady = result.is_steady();
  const bool failed = verdicts[1] > 0 || result.lost || result.failures > 0;
  return text +
         painted(steady   ? "an answer depends on its call alone, as far as this can tell"
                 : failed ? "an answer depends on more than its call, or did not come"
                          : "nothing was tested",
                 steady ? Steadiness::kPass : Steadiness::kFail, colour) +
         '\n';
}

std::string determinism_command(const Determinism& result, const DeterminismContext& context) {
  return fmt::format("tqc determinism --testee {}{}{} --seed {}", quote_word(context.testee),
                     context.vectors_option, filter_options(context.filter), result.seed);
}

}  // namespace tq::conformance
