// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "conformance/json_strict.hpp"
#include "conformance/open_testee.hpp"
#include "conformance/report.hpp"

namespace tq::conformance {
namespace {

constexpr std::size_t kShownFailures = 20;

class Paint {
 public:
  explicit Paint(bool colour) : colour_(colour) {}
  std::string operator()(std::string_view text, Verdict verdict) const {
    if (!colour_) return std::string(text);
    const int code = verdict == Verdict::kPass ? 32 : verdict == Verdict::kFail ? 31 : 33;
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
  }

 private:
  bool colour_;
};

std::string claims_line(const Identity& identity) {
  std::string line;
  for (const contract::Operation& operation : contract::kOperations) {
    const auto claim = identity.claims.find(operation.name);
    if (claim == identity.claims.end()) continue;
    line +=
        fmt::format("{}{} {}", line.empty() ? "" : ", ", operation.name, describe(claim->second));
  }
  return line.empty() ? "nothing" : line;
}

std::string tables(const Verdicts& verdicts, const Paint& paint) {
  std::string text = fmt::format("\n{:<12}{:>8}{:>8}{:>8}{:>13}{:>16}  verdict\n", "chapter",
                                 "vectors", "pass", "fail", "unsupported", "not-applicable");
  for (const Row& row : verdicts.chapters) {
    const Verdict verdict = row.counts.verdict();
    text += fmt::format("{:<12}{:>8}{:>8}{:>8}{:>13}{:>16}  {}\n", row.name, row.counts.total(),
                        row.counts.of(Outcome::kPass), row.counts.failures(),
                        row.counts.of(Outcome::kUnsupported),
                        row.counts.of(Outcome::kNotApplicable), paint(name_of(verdict), verdict));
  }
  text += "\nrequirements\n";
  std::size_t column = 0;
  for (const Row& row : verdicts.requirements) {
    const Verdict verdict = row.counts.verdict();
    const std::string_view name = name_of(verdict);
    text += fmt::format("  {:<14}{}{:{}}", row.name, paint(name, verdict), "",
                        column == 3 ? 0 : 13 - name.size());
    if (++column == 4) text += '\n';
    column %= 4;
  }
  if (column != 0) text += '\n';
  text += "\nlevels\n";
  for (const LevelVerdict& level : verdicts.levels) {
    const std::string what = describe(level);
    text += fmt::format("  {:<23}{}\n", name_of(level), paint(what, level.verdict));
  }
  return text;
}

// Bits, and beside them the number that they stand for.
std::string with_value(const Divergence& divergence, const std::string& bits) {
  std::uint32_t pattern = 0;
  const auto [end, error] = std::from_chars(bits.data(), bits.data() + bits.size(), pattern, 16);
  if (!divergence.is_binary32 || error != std::errc() || end != bits.data() + bits.size()) {
    return bits;
  }
  return fmt::format("{} = {}", bits, describe_binary32(pattern));
}

std::string failure_block(const Result& result, const ReportContext& context, const Paint& paint) {
  const Judgement& judgement = result.judgement;
  std::string text = fmt::format("\n{} {}\n", paint(name_of(judgement.outcome), Verdict::kFail),
                                 result.vector->id);
  if (const auto& divergence = judgement.divergence) {
    const std::string place = describe_place(*divergence);
    text += fmt::format("  {}{}{}\n", judgement.detail, place.empty() ? "" : " at ", place);
    text +=
        fmt::format("  expected {}\n  actual   {}\n", with_value(*divergence, divergence->expected),
                    with_value(*divergence, divergence->actual));
    if (divergence->ulps) text += fmt::format("  distance {} ulp\n", *divergence->ulps);
    if (!divergence->requirement.empty()) {
      text += fmt::format("  requirement {}\n", divergence->requirement);
    }
    if (!divergence->hint.empty()) text += fmt::format("  hint: {}\n", divergence->hint);
  } else {
    text += fmt::format("  {}\n", judgement.detail);
  }
  text += fmt::format("  reproduce: {}\n", reproduce_command(context, result.vector->id));
  return text;
}

std::string failures(const Run& run, const ReportContext& context, const Paint& paint) {
  std::string text;
  std::size_t shown = 0;
  std::size_t hidden = 0;
  for (const Result& result : run.results) {
    if (!is_failure(result.judgement.outcome)) continue;
    if (expected_failure(context, result.vector->id) != nullptr) continue;
    if (shown == kShownFailures) {
      ++hidden;
      continue;
    }
    text += failure_block(result, context, paint);
    ++shown;
  }
  if (hidden > 0) {
    text += fmt::format("\n{} more failures are not shown; --json FILE lists every one.\n", hidden);
  }
  return text;
}

// TQ-CONF-049
std::string expected_failures(const FailureCheck& check) {
  if (check.expected.empty()) return "";
  std::string text = fmt::format("\nexpected failures, from {}\n", check.file);
  std::size_t shown = 0;
  for (const FailureEntry& entry : check.expected) {
    if (shown++ == kShownFailures) {
      text += fmt::format("  {} more; --json FILE lists every one\n",
                          check.expected.size() - kShownFailures);
      break;
    }
    text += fmt::format("  {} ({})\n", entry.id, describe(entry.reason));
    if (!entry.wont_fix.empty()) text += fmt::format("    will not be fixed: {}\n", entry.wont_fix);
  }
  return text;
}

std::string list_problems(const FailureCheck& check, const Paint& paint) {
  if (check.problems.empty()) return "";
  std::string text = fmt::format("\n{} failure list {}\n",
                                 paint(name_of(Outcome::kFail), Verdict::kFail), check.file);
  std::size_t shown = 0;
  for (const FailureProblem& problem : check.problems) {
    if (shown++ == kShownFailures) {
      text += fmt::format("  {} more; --json FILE lists every one\n",
                          check.problems.size() - kShownFailures);
      break;
    }
    text += fmt::format("  {}: {}\n", problem.id, problem.what);
  }
  return text;
}

// Never more than the run alone would say: expected failures are failures (TQ-CONF-049).
std::string closing_line(const Verdicts& verdicts, const FailureCheck* check, const Paint& paint) {
  std::string line = verdicts.conforms ? "conforms to everything that it claims"
                                       : "does not conform to what it claims";
  Verdict verdict = verdicts.conforms ? Verdict::kPass : Verdict::kFail;
  if (check == nullptr) return paint(line, verdict);
  if (is_exact(*check, verdicts)) {
    if (verdicts.conforms) return paint(line, verdict);
    verdict = Verdict::kPartial;
    line += fmt::format("; {} expected failures and no other", check->expected.size());
    if (check->wont_fix() > 0) line += fmt::format(", {} will not be fixed", check->wont_fix());
  } else {
    verdict = Verdict::kFail;
    line += fmt::format("; {} expected failures", check->expected.size());
    if (!check->problems.empty()) {
      line += fmt::format(", {} entries or failures that differ from the list (--fix rewrites it)",
                          check->problems.size());
    }
  }
  return paint(line, verdict);
}

}  // namespace

std::string text_report(const Run& run, const Verdicts& verdicts, const ReportContext& context,
                        bool colour) {
  const Paint paint(colour);
  std::string text = fmt::format("vectors  {} selected, root {}\n", run.selected, context.root);
  if (run.start_trouble) {
    return text + fmt::format(
                      "testee   {}\n\n{}: the testee did not get ready: {}\nNo vector ran.\n",
                      printable_excerpt(context.answers.empty() ? context.testee : context.answers),
                      paint(name_of(outcome_of(run.start_trouble->trouble)), Verdict::kFail),
                      run.start_trouble->detail);
  }
  text += fmt::format("testee   {} {}\n", run.identity->name, run.identity->version);
  if (!run.identity->target.empty()) text += fmt::format("target   {}\n", run.identity->target);
  text += fmt::format("claims   {}\n", claims_line(*run.identity));
  text += tables(verdicts, paint);
  text += failures(run, context, paint);
  if (context.failures != nullptr) {
    text += expected_failures(*context.failures) + list_problems(*context.failures, paint);
  }
  if (run.wrong_target) {
    text += fmt::format(
        "\n{} target\n  {}\n  requirement TQ-CONF-025\n  reproduce: {}\n\nThe smoke check of the "
        "target failed. {} vectors did not run.\n",
        paint(name_of(Outcome::kFail), Verdict::kFail), *run.wrong_target,
        reproduce_command(context, context.options.only), run.not_run);
  } else if (run.smoke_failed) {
    text += "\nA smoke vector failed: the adapter or its arithmetic is broken. ";
    text += run.not_run == 0
                ? std::string("\n")
                : fmt::format("{} vectors did not run; --continue runs them.\n", run.not_run);
    if (const std::string advice = smoke_advice(run); !advice.empty()) text += advice + "\n";
  }
  const Counts& totals = verdicts.totals;
  text += fmt::format("\n{} of {} pass, {} fail", totals.of(Outcome::kPass), totals.total(),
                      totals.failures());
  for (const Outcome outcome : {Outcome::kUnsupported, Outcome::kNotApplicable}) {
    if (totals.of(outcome) > 0)
      text += fmt::format(", {} {}", totals.of(outcome), name_of(outcome));
  }
  if (run.not_claimed > 0) text += fmt::format(", {} of operations not claimed", run.not_claimed);
  text += fmt::format("; {:.1f} s\n", static_cast<double>(run.time.count()) / 1000.0);
  return text + closing_line(verdicts, context.failures, paint) + "\n";
}

std::string reproduce_command(const ReportContext& context, std::string_view only) {
  // A builtin target asks for itself.
  const std::string& target = context.options.target;
  const std::string asked = target.empty() || target == implied_target(context.testee)
                                ? ""
                                : " --expect-target " + target;
  const std::string judged = context.answers.empty() ? "run --testee " + quote_word(context.testee)
                                                     : "judge " + quote_word(context.answers);
  return fmt::format("tqc {}{}{} --only {}", judged, asked, context.vectors_option,
                     quote_word(only));
}

const FailureEntry* expected_failure(const ReportContext& context, std::string_view id) {
  if (context.failures == nullptr) return nullptr;
  const auto& entries = context.failures->expected;
  const auto found = std::lower_bound(
      entries.begin(), entries.end(), id,
      [](const FailureEntry& entry, std::string_view wanted) { return entry.id < wanted; });
  return found == entries.end() || found->id != id ? nullptr : &*found;
}

std::string describe_place(const Divergence& divergence) {
  if (!divergence.index) return "";
  std::string text;
  for (const Place& place : divergence.places) {
    if (place.axis.empty()) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", place.axis, place.index);
  }
  const std::string element = fmt::format("element {}", *divergence.index);
  return text.empty() ? element : fmt::format("{} ({})", text, element);
}

std::string describe_binary32(std::uint32_t pattern) {
  const float value = std::bit_cast<float>(pattern);
  return std::isnan(value) ? std::string("NaN") : fmt::format("{} = {:a}", value, value);
}

}  // namespace tq::conformance
