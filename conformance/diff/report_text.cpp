// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/diff/report.hpp"
#include "conformance/json_strict.hpp"
#include "conformance/open_testee.hpp"
#include "conformance/verdict.hpp"

namespace tq::conformance {
namespace {

std::string painted(std::string_view text, bool good, bool colour) {
  if (!colour) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", good ? 32 : 31, text);
}

std::string testee_line(char side, const std::optional<Identity>& identity,
                        const std::string& given, const std::string& trouble) {
  if (!identity) {
    return fmt::format("{}        {}{}\n", side, printable_excerpt(given),
                       trouble.empty() ? "" : "\n         did not get ready: " + trouble);
  }
  return fmt::format("{}        {} {}{}\n", side, identity->name, identity->version,
                     identity->target.empty() ? "" : ", target " + identity->target);
}

std::string table(const Diff& diff) {
  std::string text = fmt::format("\n{:<24}{:>8}{:>8}{:>11}{:>14}\n", "operation", "inputs", "equal",
                                 "different", "not compared");
  for (const OperationDiff& one : diff.operations) {
    text += fmt::format("{:<24}{:>8}{:>8}{:>11}{:>14}\n", one.operation, one.inputs, one.equal,
                        one.different, one.not_compared);
  }
  return text;
}

// "unsupported 2, crash 1"; empty when everything was answered.
std::string no_answers(const std::array<std::size_t, 4>& counts) {
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                        name_of(outcome_of(static_cast<Trouble>(i))), counts[i]);
  }
  return text;
}

std::string field_line(const FieldTally& tally) {
  std::string text =
      fmt::format("    {} {}: differs in {} of {} answers, {} of {} elements",
                  tally.is_stage ? "stage" : "output", tally.field, tally.differing_answers,
                  tally.answers, tally.differing_elements, tally.elements);
  if (!tally.has_ulps || tally.differing_elements == 0) return text + '\n';
  text += fmt::format("; at most {} ulp", tally.ulps.largest);
  for (std::size_t i = 0; i < tally.ulps.counts.size(); ++i) {
    if (tally.ulps.counts[i] == 0) continue;
    text += fmt::format(", {}: {}", UlpCounts::kNames[i], tally.ulps.counts[i]);
  }
  return text + '\n';
}

// `is_only`: the tallies of the operation say the same.
std::string disagreement_block(const Disagreement& one, const DiffContext& context, bool is_only,
                               bool colour) {
  Filter only;
  only.only = one.vector->id;
  std::string text = fmt::format("\n{} {}\n",
                                 painted(one.first ? "different" : "not compared",
                                         !one.first.has_value(), colour && one.first),
                                 one.vector->id);
  if (one.first) {
    const std::string place = describe_place(*one.first);
    text += fmt::format("  {}{}{}\n  a {}\n  b {}\n", describe_field(*one.first),
                        place.empty() ? "" : " at ", place, describe_bits(*one.first, one.first->a),
                        describe_bits(*one.first, one.first->b));
    if (one.first->ulps) text += fmt::format("  distance {} ulp\n", *one.first->ulps);
    for (const FieldTally& tally : one.fields) {
      if (tally.differing_answers > 0 && !is_only) text += field_line(tally);
    }
  } else {
    for (const auto& [side, kind, detail] : {std::tuple{'a', &one.kind_a, &one.detail_a},
                                             std::tuple{'b', &one.kind_b, &one.detail_b}}) {
      text += fmt::format("  {} {}{}{}\n", side, *kind, detail->empty() ? "" : ": ", *detail);
    }
  }
  return text + fmt::format("  reproduce: {}\n", diff_command(context, only));
}

std::string operation_block(const OperationDiff& one, const DiffContext& context, bool colour) {
  const bool has_only = !one.only_a.empty() || !one.only_b.empty();
  if (one.disagreements.empty() && !has_only) return "";
  std::string text = fmt::format("\n{}\n", one.operation);
  for (const auto& [name, stages] : {std::pair{"a", &one.only_a}, std::pair{"b", &one.only_b}}) {
    if (!stages->empty()) {
      text +=
          fmt::format("  given by {} alone, not compared: {}\n", name, fmt::join(*stages, ", "));
    }
  }
  if (one.refused_by_a + one.refused_by_b + one.other_error > 0) {
    text += fmt::format("  refused by a alone {}, by b alone {}, by both with another error {}\n",
                        one.refused_by_a, one.refused_by_b, one.other_error);
  }
  const std::string none_a = no_answers(one.no_answer_a);
  const std::string none_b = no_answers(one.no_answer_b);
  if (!none_a.empty()) text += fmt::format("  no answer from a: {}\n", none_a);
  if (!none_b.empty()) text += fmt::format("  no answer from b: {}\n", none_b);
  std::string fields;
  for (const FieldTally& tally : one.fields) {
    if (tally.differing_answers > 0) fields += field_line(tally);
  }
  if (!fields.empty()) text += "  over all inputs:\n" + fields;
  // The first difference, else the first input without an answer.
  const Disagreement* shown = nullptr;
  for (const Disagreement& found : one.disagreements) {
    if (context.all) {
      text += disagreement_block(found, context, one.different == 1, colour);
    } else if (shown == nullptr || (found.first && !shown->first)) {
      shown = &found;
    }
  }
  if (shown != nullptr) text += disagreement_block(*shown, context, one.different == 1, colour);
  if (shown != nullptr && one.disagreements.size() > 1) {
    text += fmt::format("  more inputs of this kind: {}; --all shows each\n",
                        one.disagreements.size() - 1);
  }
  return text;
}

}  // namespace

std::string diff_text(const Diff& diff, const DiffContext& context, bool colour) {
  std::string text =
      "Two implementations against each other. Neither is taken as right: this says ";
  text += "nothing about conformity.\n\n";
  text += fmt::format("inputs   {} selected, root {}\n", diff.selected, context.root);
  text += testee_line('a', diff.a, context.a, diff.trouble_a);
  text += testee_line('b', diff.b, context.b, diff.trouble_b);
  if (!diff.a || !diff.b) {
    return text + painted("nothing was compared", false, colour) + '\n';
  }
  for (const auto& [name, list] :
       {std::pair{"a", &diff.claimed_by_a_only}, std::pair{"b", &diff.claimed_by_b_only}}) {
    if (!list->empty()) {
      text += fmt::format("claimed by {} alone, not compared: {}\n", name, fmt::join(*list, ", "));
    }
  }
  if (!diff.operations.empty()) text += table(diff);
  for (const OperationDiff& one : diff.operations) text += operation_block(one, context, colour);
  const std::size_t compared = diff.compared();
  text += fmt::format("\n{} of {} compared inputs equal, {} different", compared - diff.different(),
                      compared, diff.different());
  std::size_t not_compared = 0;
  for (const OperationDiff& one : diff.operations) not_compared += one.not_compared;
  if (not_compared > 0) text += fmt::format(", {} not compared", not_compared);
  if (diff.not_shared > 0) text += fmt::format(", {} of operations not shared", diff.not_shared);
  text += fmt::format("; {:.1f} s\n", static_cast<double>(diff.time.count()) / 1000.0);
  const std::string_view closing = diff.agrees()          ? "equal on every input compared"
                                   : compared == 0        ? "nothing was compared"
                                   : diff.different() > 0 ? "different"
                                                          : "not equal: no answer to some inputs";
  return text + painted(closing, diff.agrees(), colour) + '\n';
}

std::string diff_command(const DiffContext& context, const Filter& filter) {
  return fmt::format("tqc diff --a {} --b {}{}{}", quote_word(context.a), quote_word(context.b),
                     context.vectors_option, filter_options(filter));
}

}  // namespace tq::conformance
