// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "conformance/determinism/report.hpp"
#include "conformance/diff/difference_json.hpp"
#include "conformance/record_json.hpp"
#include "conformance/report_parts_json.hpp"
#include "conformance/value_text.hpp"
#include "spec/contract/versions.hpp"

namespace tq::conformance {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestInput = 65'536;  // characters of an input that a report holds

Json call_json(const AskedCall& call) {
  Json json;
  json["operation"] = call.operation->name;
  json["vector"] = call.id;
  if (!call.part.empty()) json["part"] = call.part;
  std::size_t length = 0;
  for (const Field& field : call.input->fields()) length += format_value(field.value).size();
  if (length <= kLongestInput) json["input"] = write_record(*call.input);
  return json;
}

Json example_json(const Counterexample& example) {
  Json json;
  json["what"] = describe(example);
  json["reproduced"] = example.reproduced;
  if (example.invariance == Invariance::kBatch) {
    json["along"] = example.along;
    json["rows"] = example.rows;
    json["is_smallest"] = example.is_smallest;
    json["larger_call"] = call_json(*example.whole);
  } else if (example.invariance == Invariance::kRepeat) {
    json["equal_calls"] = example.before.size() + 1;
  } else {
    Json& before = json["before"] = Json::array();
    for (const AskedCall& call : example.before) before.push_back(call_json(call));
  }
  json["call"] = call_json(example.call);
  json["difference"] = difference_json(example.difference);
  return json;
}

Json cell_json(const Cell& cell) {
  Json json;
  json["verdict"] = name_of(cell.verdict);
  json["compared"] = cell.compared;
  json["changed"] = cell.changed;
  if (!cell.why.empty()) json["why"] = cell.why;
  Json& examples = json["counterexamples"] = Json::array();
  for (const Counterexample& example : cell.examples) examples.push_back(example_json(example));
  return json;
}

}  // namespace

std::string determinism_json(const Determinism& result, const DeterminismContext& context) {
  Json json;
  json["determinism"] = 1;
  json["suite"] = context.suite_version;
  json["specification"] = contract::kSpecificationVersion;
  json["vectors_root"] = context.root;
  json["about"] = "one implementation against itself; says nothing about conformity";
  Json& testee = json["testee"] = {{"command", context.testee}};
  if (result.identity) add_identity(testee, *result.identity);
  if (result.lost) json["lost"] = result.lost->detail;
  json["selection"] = filter_json(context.filter);
  json["seed"] = format_word64(result.seed);
  json["steady"] = result.is_steady();
  json["seconds"] = static_cast<double>(result.time.count()) / 1000.0;
  json["selected"] = result.selected;
  json["not_claimed"] = result.not_claimed;
  json["calls"] = result.calls;
  json["starts"] = result.starts;
  json["failed_calls"] = result.failures;
  Json& list = json["operations"] = Json::array();
  for (const OperationSteadiness& one : result.operations) {
    Json operation;
    operation["operation"] = one.operation;
    operation["inputs"] = one.inputs;
    operation["unanswered"] = one.unanswered;
    for (const Invariance invariance :
         {Invariance::kRepeat, Invariance::kBatch, Invariance::kOrder}) {
      operation[std::string(name_of(invariance))] = cell_json(one.of(invariance));
    }
    list.push_back(std::move(operation));
  }
  json["reproduce"] = determinism_command(result, context);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tq::conformance
