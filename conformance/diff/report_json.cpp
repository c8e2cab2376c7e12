// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "conformance/diff/difference_json.hpp"
#include "conformance/diff/report.hpp"
#include "conformance/report_parts_json.hpp"
#include "conformance/verdict.hpp"
#include "spec/contract/versions.hpp"

namespace tq::conformance {
namespace {

using Json = nlohmann::ordered_json;

Json testee_json(const std::string& given, const std::optional<Identity>& identity,
                 const std::string& trouble) {
  Json json;
  json["command"] = given;
  if (!identity) {
    if (!trouble.empty()) json["did_not_get_ready"] = trouble;
    return json;
  }
  add_identity(json, *identity);
  json["claims"] = claims_json(*identity);
  return json;
}

Json counts_json(const std::array<std::size_t, 4>& counts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    json[std::string(name_of(outcome_of(static_cast<Trouble>(i))))] = counts[i];
  }
  return json;
}

Json fields_json(const std::vector<FieldTally>& fields) {
  Json list = Json::array();
  for (const FieldTally& tally : fields) {
    Json json;
    json["part"] = tally.is_stage ? "stage" : "output";
    json["field"] = tally.field;
    json["answers"] = tally.answers;
    json["differing_answers"] = tally.differing_answers;
    json["elements"] = tally.elements;
    json["differing_elements"] = tally.differing_elements;
    if (tally.has_ulps) {
      json["largest_ulps"] = tally.ulps.largest;
      Json& counts = json["ulps"] = Json::object();
      for (std::size_t i = 0; i < tally.ulps.counts.size(); ++i) {
        counts[std::string(UlpCounts::kNames[i])] = tally.ulps.counts[i];
      }
    }
    list.push_back(std::move(json));
  }
  return list;
}

Json disagreement_json(const Disagreement& one, const DiffContext& context) {
  Json json;
  json["id"] = one.vector->id;
  json["relation"] = one.first ? "different" : "not-compared";
  json["a"] = one.kind_a;
  json["b"] = one.kind_b;
  if (!one.detail_a.empty()) json["detail_a"] = one.detail_a;
  if (!one.detail_b.empty()) json["detail_b"] = one.detail_b;
  if (one.first) json["difference"] = difference_json(*one.first);
  if (!one.fields.empty()) json["fields"] = fields_json(one.fields);
  Filter only;
  only.only = one.vector->id;
  json["reproduce"] = diff_command(context, only);
  return json;
}

Json operation_json(const OperationDiff& one, const DiffContext& context) {
  Json json;
  json["operation"] = one.operation;
  json["inputs"] = one.inputs;
  json["equal"] = one.equal;
  json["different"] = one.different;
  json["not_compared"] = one.not_compared;
  json["refused_by_a_alone"] = one.refused_by_a;
  json["refused_by_b_alone"] = one.refused_by_b;
  json["refused_with_another_error"] = one.other_error;
  json["no_answer_a"] = counts_json(one.no_answer_a);
  json["no_answer_b"] = counts_json(one.no_answer_b);
  json["given_by_a_alone"] = one.only_a;
  json["given_by_b_alone"] = one.only_b;
  json["fields"] = fields_json(one.fields);
  Json& list = json["disagreements"] = Json::array();
  bool has_difference = false;  // without --all: the first difference, else the first of any kind
  for (const Disagreement& found : one.disagreements) {
    if (!context.all && (has_difference || (!list.empty() && !found.first))) continue;
    if (!context.all) list.clear();
    list.push_back(disagreement_json(found, context));
    has_difference = has_difference || found.first.has_value();
  }
  return json;
}

}  // namespace

std::string diff_json(const Diff& diff, const DiffContext& context) {
  Json json;
  json["diff"] = 1;
  json["suite"] = context.suite_version;
  json["specification"] = contract::kSpecificationVersion;
  json["vectors_root"] = context.root;
  json["about"] = "two implementations against each other; says nothing about conformity";
  json["a"] = testee_json(context.a, diff.a, diff.trouble_a);
  json["b"] = testee_json(context.b, diff.b, diff.trouble_b);
  json["selection"] = filter_json(context.filter);
  json["agrees"] = diff.agrees();
  json["seconds"] = static_cast<double>(diff.time.count()) / 1000.0;
  json["selected"] = diff.selected;
  json["compared"] = diff.compared();
  json["different"] = diff.different();
  json["not_shared"] = diff.not_shared;
  json["claimed_by_a_alone"] = diff.claimed_by_a_only;
  json["claimed_by_b_alone"] = diff.claimed_by_b_only;
  Json& list = json["operations"] = Json::array();
  for (const OperationDiff& one : diff.operations) list.push_back(operation_json(one, context));
  json["reproduce"] = diff_command(context, context.filter);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tq::conformance
