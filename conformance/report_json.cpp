// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/open_testee.hpp"
#include "conformance/report.hpp"
#include "conformance/report_parts_json.hpp"
#include "spec/contract/versions.hpp"

namespace tq::conformance {
namespace {

using Json = nlohmann::ordered_json;

constexpr Outcome kOutcomes[] = {Outcome::kPass,         Outcome::kFail,    Outcome::kUnsupported,
                                 Outcome::kCrash,        Outcome::kTimeout, Outcome::kProtocolError,
                                 Outcome::kNotApplicable};

Json counts_json(const Counts& counts) {
  Json json = Json::object();
  for (const Outcome outcome : kOutcomes) json[std::string(name_of(outcome))] = counts.of(outcome);
  return json;
}

Json rows_json(const std::vector<Row>& rows, const char* key) {
  Json list = Json::array();
  for (const Row& row : rows) {
    Json json;
    json[key] = row.name;
    if (!row.conformance_class.empty()) json["class"] = row.conformance_class;
    json["verdict"] = name_of(row.counts.verdict());
    json["counts"] = counts_json(row.counts);
    list.push_back(std::move(json));
  }
  return list;
}

Json levels_json(const Verdicts& verdicts) {
  Json list = Json::array();
  for (const LevelVerdict& level : verdicts.levels) {
    Json json;
    json["level"] = level.name;
    json["verdict"] = name_of(level.verdict);
    if (!level.conformance_class.empty()) json["class"] = level.conformance_class;
    Json& parts = json["operations"] = Json::array();
    for (const LevelPart& part : level.parts) {
      parts.push_back({{"operation", part.operation},
                       {"class", part.conformance_class},
                       {"verdict", name_of(part.verdict)}});
    }
    if (!level.missing.empty()) json["not_claimed"] = level.missing;
    if (!level.unspecified.empty()) json["not_specified"] = level.unspecified;
    list.push_back(std::move(json));
  }
  return list;
}

Json divergence_json(const Divergence& divergence) {
  Json json;
  json["part"] = divergence.is_stage ? "stage" : "output";
  json["field"] = divergence.field;
  json["kind"] = name_of(divergence.kind);
  if (divergence.index) json["index"] = *divergence.index;
  Json places = Json::object();
  for (const Place& place : divergence.places) {
    if (!place.axis.empty()) places[place.axis] = place.index;
  }
  if (!places.empty()) json["place"] = std::move(places);
  json["expected"] = divergence.expected;
  json["actual"] = divergence.actual;
  if (divergence.ulps) json["ulps"] = *divergence.ulps;
  if (!divergence.requirement.empty()) json["requirement"] = divergence.requirement;
  if (!divergence.hint.empty()) json["hint"] = divergence.hint;
  return json;
}

Json not_passed_json(const Run& run, const ReportContext& context) {
  Json list = Json::array();
  for (const Result& result : run.results) {
    if (result.judgement.outcome == Outcome::kPass) continue;
    Json json;
    json["id"] = result.vector->id;
    json["operation"] = result.vector->operation;
    json["class"] = describe(result.claim);
    json["outcome"] = name_of(result.judgement.outcome);
    json["detail"] = result.judgement.detail;
    if (result.judgement.divergence) {
      json["divergence"] = divergence_json(*result.judgement.divergence);
    }
    json["reproduce"] = reproduce_command(context, result.vector->id);
    list.push_back(std::move(json));
  }
  return list;
}

Json testee_json(const Run& run, const ReportContext& context) {
  Json json;
  json[context.answers.empty() ? "command" : "answers"] =
      context.answers.empty() ? context.testee : context.answers;
  if (run.identity) {
    add_identity(json, *run.identity);
    json["claims"] = claims_json(*run.identity);
  }
  return json;
}

// TQ-CONF-049
Json failure_list_json(const FailureCheck& check, const Verdicts& verdicts) {
  Json json;
  json["file"] = check.file;
  json["verdict"] = is_exact(check, verdicts) ? "exact" : "differs";
  json["expected_failures"] = check.expected.size();
  json["wont_fix"] = check.wont_fix();
  json["not_selected"] = check.not_selected;
  Json& entries = json["entries"] = Json::array();
  for (const FailureEntry& entry : check.expected) {
    Json item = {{"id", entry.id}, {"reason", describe(entry.reason)}};
    if (!entry.note.empty()) item["note"] = entry.note;
    if (!entry.wont_fix.empty()) item["wont_fix"] = entry.wont_fix;
    entries.push_back(std::move(item));
  }
  Json& problems = json["problems"] = Json::array();
  for (const FailureProblem& problem : check.problems) {
    problems.push_back({{"id", problem.id}, {"what", problem.what}});
  }
  return json;
}

}  // namespace

std::string json_report(const Run& run, const Verdicts& verdicts, const ReportContext& context) {
  // TQ-CONF-022
  Json json;
  json["certificate"] = 1;
  json["suite"] = context.suite_version;
  json["specification"] = contract::kSpecificationVersion;
  json["vector_format"] = contract::kVectorFormat;
  json["protocol"] = contract::kProtocol;
  json["vectors_root"] = context.root;
  json["testee"] = testee_json(run, context);
  json["started"] = context.started;
  json["seconds"] = static_cast<double>(run.time.count()) / 1000.0;
  json["selection"] = filter_json(context.options);
  json["conforms"] = verdicts.conforms;
  if (context.failures != nullptr) {
    json["failure_list"] = failure_list_json(*context.failures, verdicts);
  }
  if (run.start_trouble) {
    json["start"] = {{"outcome", name_of(outcome_of(run.start_trouble->trouble))},
                     {"detail", run.start_trouble->detail}};
  }
  if (!context.options.target.empty()) {
    Json& target = json["target"] = {{"expected", context.options.target}};
    target["verdict"] = run.identity && !run.wrong_target ? "pass" : "fail";
    if (run.wrong_target) target["detail"] = *run.wrong_target;
  }
  json["smoke"] = run.smoke_failed ? "fail" : "pass";
  if (const std::string advice = smoke_advice(run); !advice.empty()) {
    json["smoke_advice"] = advice;
  }
  json["selected"] = run.selected;
  json["not_claimed"] = run.not_claimed;
  json["not_run"] = run.not_run;
  json["counts"] = counts_json(verdicts.totals);
  json["levels"] = levels_json(verdicts);
  json["operations"] = rows_json(verdicts.operations, "operation");
  json["chapters"] = rows_json(verdicts.chapters, "chapter");
  json["requirements"] = rows_json(verdicts.requirements, "requirement");
  json["not_passed"] = not_passed_json(run, context);
  json["reproduce"] = fmt::format(
      "{}{}{}{}", reproduce_command(context, context.options.only),
      context.options.operation == "*" ? "" : " --operation '" + context.options.operation + "'",
      context.options.tier == Tier::kCore ? " --tier core" : "",
      context.failures == nullptr ? "" : " --failures " + quote_word(context.failures->file));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tq::conformance
