// SPDX-License-Identifier: Apache-2.0
#include "conformance/wire.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>

#include <nlohmann/json.hpp>

#include "conformance/json_strict.hpp"
#include "conformance/record_json.hpp"
#include "spec/contract/profiles.hpp"
#include "spec/contract/versions.hpp"

namespace tq::conformance {
namespace {

using contract::FieldPart;
using Json = nlohmann::ordered_json;

constexpr FieldPart kInputs[] = {FieldPart::kInput};
constexpr FieldPart kStages[] = {FieldPart::kStage};
constexpr FieldPart kOutputs[] = {FieldPart::kOutput};

// Text that came from a testee may hold anything; a message must still be valid UTF-8.
std::string to_line(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::string> unknown_key(const Json& object,
                                       std::initializer_list<std::string_view> known) {
  for (const auto& item : object.items()) {
    if (std::find(known.begin(), known.end(), item.key()) == known.end()) {
      return "unknown key \"" + printable_excerpt(item.key()) + '"';
    }
  }
  return std::nullopt;
}

std::optional<unsigned long long> integer_member(const Json& object, std::string_view key) {
  const Json* member = find_member(object, key);
  return member == nullptr ? std::nullopt : as_integer(*member);
}

// One line of printable text, at most 200 characters (TQ-CONF-005, TQ-CONF-010).
std::optional<std::string> line_member(const Json& object, std::string_view key) {
  const Json* member = find_member(object, key);
  const std::string* text = member == nullptr ? nullptr : as_string(*member);
  if (text == nullptr || text->empty() || text->size() > 200) return std::nullopt;
  const bool controls = std::any_of(text->begin(), text->end(), [](char character) {
    return static_cast<unsigned char>(character) < 0x20 || character == 0x7f;
  });
  return controls ? std::nullopt : std::optional(*text);
}

// False when `target` is there and no name; absent is fine.
bool read_target(const Json& message, Identity& identity) {
  const Json* member = find_member(message, "target");
  if (member == nullptr) return true;
  const std::string* text = as_string(*member);
  if (text == nullptr || !is_target_name(*text)) return false;
  identity.target = *text;
  return true;
}

std::optional<Json> parse_object(std::string_view line, std::string& error) {
  std::optional<Json> message = parse_json(line, error);
  if (message && !message->is_object()) {
    error = "not a JSON object";
    return std::nullopt;
  }
  if (!message) error += ": " + printable_excerpt(line);
  return message;
}

// TQ-CONF-006: an unknown operation or class is refused, so that a typing mistake in an adapter
// cannot silently skip all vectors.
std::optional<std::string> read_claim(std::string_view operation, const Json& json,
                                      Identity& identity) {
  if (contract::find_operation(operation) == nullptr) {
    return "ready claims the unknown operation \"" + printable_excerpt(operation) + '"';
  }
  const auto conformance_class = line_member(json, "class");
  const auto profile = line_member(json, "profile");
  if (conformance_class == "bits" && json.size() == 1) {
    identity.claims.insert({std::string(operation), {"bits", ""}});
    return std::nullopt;
  }
  if (conformance_class == "bounds" && json.size() == 2 && profile &&
      contract::find_profile(std::string_view(*profile)) != nullptr) {
    identity.claims.insert({std::string(operation), {"bounds", *profile}});
    return std::nullopt;
  }
  std::string profiles;
  for (const contract::Profile& one : contract::kProfiles) {
    profiles += (profiles.empty() ? "" : ", ") + std::string(one.name);
  }
  return "the claim of " + std::string(operation) +
         " is neither {\"class\":\"bits\"} nor {\"class\":\"bounds\",\"profile\":P} with P one "
         "of " +
         profiles;
}

}  // namespace

bool is_target_name(std::string_view text) {
  constexpr std::string_view kAllowed =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
  return !text.empty() && text.size() <= 64 &&
         text.find_first_not_of(kAllowed) == std::string_view::npos;
}

std::string encode_hello() {
  // TQ-CONF-005
  Json message;
  message["op"] = "hello";
  message["protocol"] = contract::kProtocol;
  message["specification"] = contract::kSpecificationVersion;
  message["max_line"] = kMaxLine;
  return to_line(message);
}

std::string encode_call(std::uint64_t id, const contract::Operation& operation,
                        const Record& input) {
  // TQ-CONF-007
  Json message;
  message["op"] = "call";
  message["id"] = id;
  message["operation"] = operation.name;
  message["input"] = write_record(input);
  return to_line(message);
}

std::variant<Ready, WireError> decode_ready(std::string_view line) {
  std::string error;
  const std::optional<Json> message = parse_object(line, error);
  if (!message) return WireError{"ready: " + error};
  const Json* op = find_member(*message, "op");
  if (op == nullptr || as_string(*op) == nullptr || *as_string(*op) != "ready") {
    return WireError{"the first line is not a ready message: " + printable_excerpt(line)};
  }
  const auto protocol = integer_member(*message, "protocol");
  if (protocol != static_cast<unsigned long long>(contract::kProtocol)) {
    return WireError{"ready: protocol is not " + std::to_string(contract::kProtocol) +
                     ", the only one spoken here"};
  }
  if (auto key = unknown_key(
          *message, {"op", "protocol", "name", "version", "target", "max_line", "operations"})) {
    return WireError{"ready: " + *key};
  }
  const auto name = line_member(*message, "name");
  const auto version = line_member(*message, "version");
  if (!name || !version) {
    return WireError{"ready: name and version must be texts of 1 to 200 bytes on one line"};
  }
  const auto max_line = integer_member(*message, "max_line");
  if (!max_line || *max_line < kMinTesteeLine) {
    return WireError{"ready: max_line must be an integer of at least " +
                     std::to_string(kMinTesteeLine)};
  }
  const Json* operations = find_member(*message, "operations");
  if (operations == nullptr || !operations->is_object()) {
    return WireError{"ready: operations is not an object"};
  }
  Ready ready{{*name, *version, {}}, static_cast<std::size_t>(*max_line)};
  if (!read_target(*message, ready.identity)) {
    return WireError{"ready: target must be 1 to 64 letters, digits, _, - and ."};
  }
  for (const auto& item : operations->items()) {
    if (auto wrong = read_claim(item.key(), item.value(), ready.identity)) {
      return WireError{std::move(*wrong)};
    }
  }
  return ready;
}

std::variant<Answer, Declined, WireError> decode_answer(std::string_view line, std::uint64_t id,
                                                        const contract::Operation& operation) {
  std::string error;
  const std::optional<Json> message = parse_object(line, error);
  if (!message) return WireError{error};
  if (integer_member(*message, "id") != id) {
    return WireError{"the answer to call " + std::to_string(id) +
                     " does not carry its id: " + printable_excerpt(line)};
  }
  if (auto key = unknown_key(*message, {"id", "output", "stages", "error", "unsupported"})) {
    return WireError{std::move(*key)};
  }
  const Json* output = find_member(*message, "output");
  const Json* stages = find_member(*message, "stages");
  const Json* declared = find_member(*message, "error");
  const Json* declined = find_member(*message, "unsupported");
  const int forms = (output != nullptr) + (declared != nullptr) + (declined != nullptr);
  if (forms != 1 || (stages != nullptr && output == nullptr)) {
    return WireError{
        "an answer holds exactly one of output (with or without stages), error, "
        "unsupported"};
  }
  if (declined != nullptr) {
    auto reason = line_member(*message, "unsupported");
    if (!reason) return WireError{"unsupported must be a text of 1 to 200 bytes on one line"};
    return Declined{std::move(*reason)};
  }
  if (declared != nullptr) {
    // TQ-CONF-009
    const std::string* slug = as_string(*declared);
    const auto known = slug == nullptr ? std::nullopt : contract::error_from_slug(*slug);
    if (!known) return WireError{"error is not a slug of the error table"};
    Answer answer;
    answer.error = *known;
    return answer;
  }
  RecordOrError outputs = read_record(operation, kOutputs, *output, true);
  if (outputs.error) return WireError{"output: " + *outputs.error};
  Answer answer;
  answer.output = std::move(outputs.record);
  if (stages != nullptr) {
    RecordOrError given = read_record(operation, kStages, *stages, false);
    if (given.error) return WireError{"stages: " + *given.error};
    answer.stages = std::move(given.record);
  }
  return answer;
}

std::optional<std::uint64_t> id_of_answer(std::string_view line) {
  std::string error;
  const std::optional<Json> message = parse_object(line, error);
  return message ? integer_member(*message, "id") : std::nullopt;
}

std::string encode_ready(const Ready& ready) {
  Json message;
  message["op"] = "ready";
  message["protocol"] = contract::kProtocol;
  message["name"] = ready.identity.name;
  message["version"] = ready.identity.version;
  if (!ready.identity.target.empty()) message["target"] = ready.identity.target;
  message["max_line"] = ready.max_line;
  Json& operations = message["operations"] = Json::object();
  for (const auto& [operation, claim] : ready.identity.claims) {
    Json& entry = operations[operation] = Json::object();
    entry["class"] = claim.conformance_class;
    if (!claim.profile.empty()) entry["profile"] = claim.profile;
  }
  return to_line(message);
}

std::string encode_answer(std::uint64_t id, const Reply& reply) {
  Json message;
  message["id"] = id;
  if (const auto* none = std::get_if<NoAnswer>(&reply)) {
    message["unsupported"] = none->detail;
  } else if (const Answer& answer = std::get<Answer>(reply); answer.error) {
    message["error"] = contract::entry(*answer.error).slug;
  } else {
    message["output"] = write_record(answer.output);
    if (!answer.stages.empty()) message["stages"] = write_record(answer.stages);
  }
  return to_line(message);
}

std::variant<Hello, Call, WireError> decode_request(std::string_view line) {
  std::string error;
  const std::optional<Json> message = parse_object(line, error);
  if (!message) return WireError{error};
  const Json* member = find_member(*message, "op");
  const std::string* op = member == nullptr ? nullptr : as_string(*member);
  if (op != nullptr && *op == "hello") {
    if (integer_member(*message, "protocol") !=
        static_cast<unsigned long long>(contract::kProtocol)) {
      return WireError{"hello: unknown protocol"};
    }
    return Hello{};
  }
  if (op == nullptr || *op != "call") return WireError{"op is neither hello nor call"};
  const auto id = integer_member(*message, "id");
  const Json* name = find_member(*message, "operation");
  const Json* input = find_member(*message, "input");
  if (!id || name == nullptr || as_string(*name) == nullptr || input == nullptr) {
    return WireError{"a call needs id, operation and input"};
  }
  Call call{*id, contract::find_operation(*as_string(*name)), {}};
  if (call.operation == nullptr) return WireError{"unknown operation"};
  RecordOrError fields = read_record(*call.operation, kInputs, *input, true);
  if (fields.error) return WireError{"input: " + *fields.error};
  call.input = std::move(fields.record);
  return call;
}

}  // namespace tq::conformance
