// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "conformance/report.hpp"

namespace tq::conformance {
namespace {

// Any bytes as XML text in ASCII: XML 1.0 forbids most control characters even when escaped, and a
// testee may have sent any. Other bytes are shown as \xNN.
std::string escape(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&apos;";
        break;
      case '\n':
        result += "&#10;";
        break;
      default:
        if (c >= ' ' && c <= '~') {
          result += c;
        } else {
          result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        }
    }
  }
  return result;
}

std::string seconds(std::chrono::milliseconds time) {
  return fmt::format("{:.3f}", static_cast<double>(time.count()) / 1000.0);
}

std::string body(const Result& result, const ReportContext& context) {
  std::string text = result.judgement.detail;
  if (const auto& divergence = result.judgement.divergence) {
    if (const std::string place = describe_place(*divergence); !place.empty()) {
      text += "\nat " + place;
    }
    text += fmt::format("\nexpected {}\nactual {}", divergence->expected, divergence->actual);
    if (divergence->ulps) text += fmt::format("\ndistance {} ulp", *divergence->ulps);
    if (!divergence->requirement.empty()) text += "\nrequirement " + divergence->requirement;
    if (!divergence->hint.empty()) text += "\nhint: " + divergence->hint;
  }
  return text + "\nreproduce: " + reproduce_command(context, result.vector->id);
}

std::string test_case(const Result& result, const ReportContext& context) {
  const Outcome outcome = result.judgement.outcome;
  std::string text = fmt::format("  <testcase classname=\"tqc.{}\" name=\"{}\" time=\"{}\"",
                                 result.chapter, escape(result.vector->id), seconds(result.time));
  if (outcome == Outcome::kPass) return text + "/>\n";
  if (!is_failure(outcome)) {
    return text + fmt::format("><skipped message=\"{}: {}\"/></testcase>\n", name_of(outcome),
                              escape(result.judgement.detail));
  }
  if (const FailureEntry* entry = expected_failure(context, result.vector->id)) {
    return text + fmt::format("><skipped message=\"expected failure: {}{}{}\"/></testcase>\n",
                              escape(describe(entry->reason)), entry->wont_fix.empty() ? "" : ", ",
                              escape(entry->wont_fix));
  }
  // JUnit: a failure is a wrong answer, an error is no answer.
  const std::string_view element = outcome == Outcome::kFail ? "failure" : "error";
  return text + fmt::format("><{0} type=\"{1}\" message=\"{2}\">{3}</{0}></testcase>\n", element,
                            name_of(outcome), escape(result.judgement.detail),
                            escape(body(result, context)));
}

// What every suite says of the testee.
std::string properties(const Run& run) {
  std::string text = "  <properties>";
  for (const auto& [name, value] :
       {std::pair{"testee", &run.identity->name}, std::pair{"version", &run.identity->version},
        std::pair{"target", &run.identity->target}}) {
    if (value->empty()) continue;
    text += fmt::format("<property name=\"{}\" value=\"{}\"/>", name, escape(*value));
  }
  return text + "</properties>\n";
}

// TQ-CONF-025: the one check that is no vector, when a target was asked for.
std::string target_suite(const Run& run, const ReportContext& context) {
  if (context.options.target.empty()) return "";
  const std::string verdict =
      run.wrong_target
          ? fmt::format(
                "><failure type=\"fail\" message=\"{}\">reproduce: {}</failure>"
                "</testcase>",
                escape(*run.wrong_target), escape(reproduce_command(context, context.options.only)))
          : "/>";
  return fmt::format(
      "<testsuite name=\"tqc.target\" tests=\"1\" failures=\"{}\" errors=\"0\" skipped=\"0\" "
      "time=\"0.000\">\n{}  <testcase classname=\"tqc\" name=\"target {}\" time=\"0.000\"{}\n"
      "</testsuite>\n",
      run.wrong_target ? 1 : 0, properties(run), escape(context.options.target), verdict);
}

// TQ-CONF-027: one check a level; a level that is not whole counts as skipped, and so does one that
// fails beside a failure list, which is a check of its own (TQ-CONF-045).
std::string levels_suite(const Run& run, const Verdicts& verdicts, const ReportContext& context) {
  std::string cases;
  std::size_t failures = 0;
  std::size_t skipped = 0;
  for (const LevelVerdict& level : verdicts.levels) {
    const bool failed = level.verdict == Verdict::kFail && context.failures == nullptr;
    cases += fmt::format("  <testcase classname=\"tqc.levels\" name=\"{}\" time=\"0.000\"",
                         escape(name_of(level)));
    if (level.verdict == Verdict::kPass) {
      cases += "/>\n";
    } else {
      ++(failed ? failures : skipped);
      cases += fmt::format("><{} message=\"{}\"/></testcase>\n",
                           failed ? "failure type=\"fail\"" : "skipped", escape(describe(level)));
    }
  }
  return fmt::format(
      "<testsuite name=\"tqc.levels\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" "
      "time=\"0.000\">\n{}{}</testsuite>\n",
      verdicts.levels.size(), failures, skipped, properties(run), cases);
}

// TQ-CONF-045: the list as one check; the failures that it expects count as skipped.
std::string list_suite(const Verdicts& verdicts, const Run& run, const ReportContext& context) {
  if (context.failures == nullptr) return "";
  const FailureCheck& check = *context.failures;
  std::string problems;
  for (const FailureProblem& problem : check.problems) {
    problems += fmt::format("{}: {}\n", problem.id, problem.what);
  }
  const bool exact = is_exact(check, verdicts);
  const std::string verdict =
      exact ? "/>"
            : fmt::format(
                  "><failure type=\"fail\" message=\"the failures are not those of the "
                  "list\">{}</failure></testcase>",
                  escape(problems));
  return fmt::format(
      "<testsuite name=\"tqc.failure-list\" tests=\"1\" failures=\"{}\" errors=\"0\" "
      "skipped=\"0\" time=\"0.000\">\n{}  <testcase classname=\"tqc\" "
      "name=\"failure list {}\" time=\"0.000\"{}\n</testsuite>\n",
      exact ? 0 : 1, properties(run), escape(check.file), verdict);
}

}  // namespace

std::string junit_report(const Run& run, const Verdicts& verdicts, const ReportContext& context) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tqc\">\n";
  if (run.start_trouble) {
    return text + fmt::format(
                      "<testsuite name=\"tqc.start\" tests=\"1\" failures=\"0\" "
                      "errors=\"1\" skipped=\"0\" time=\"{}\">\n"
                      "  <testcase classname=\"tqc\" name=\"start\"><error type=\"{}\" "
                      "message=\"{}\"/></testcase>\n</testsuite>\n</testsuites>\n",
                      seconds(run.time), name_of(outcome_of(run.start_trouble->trouble)),
                      escape(run.start_trouble->detail));
  }
  text += target_suite(run, context) + list_suite(verdicts, run, context);
  for (const Row& chapter : verdicts.chapters) {
    std::string cases;
    std::chrono::milliseconds time{0};
    Counts counts = chapter.counts;
    std::size_t expected = 0;
    for (const Result& result : run.results) {
      if (result.chapter != chapter.name) continue;
      cases += test_case(result, context);
      if (expected_failure(context, result.vector->id) != nullptr) {
        --counts.by_outcome[static_cast<std::size_t>(result.judgement.outcome)];
        ++expected;
      }
      time += result.time;
    }
    text += fmt::format(
        "<testsuite name=\"tqc.{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
        "timestamp=\"{}\" time=\"{}\">\n{}{}</testsuite>\n",
        chapter.name, chapter.counts.total(), counts.of(Outcome::kFail),
        counts.failures() - counts.of(Outcome::kFail),
        counts.of(Outcome::kUnsupported) + counts.of(Outcome::kNotApplicable) + expected,
        escape(context.started), seconds(time), properties(run), cases);
  }
  return text + levels_suite(run, verdicts, context) + "</testsuites>\n";
}

}  // namespace tq::conformance
