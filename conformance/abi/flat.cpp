// SPDX-License-Identifier: Apache-2.0
#include "conformance/abi/flat.hpp"

#include <optional>
#include <string>
#include <string_view>

#include "conformance/abi/flat_bytes.hpp"
#include "conformance/abi/tqc_testee.h"
#include "conformance/value_text.hpp"
#include "spec/contract/profiles.hpp"

// TQ-CONF-031
namespace tq::conformance::flat {
namespace {

using contract::FieldPart;
using contract::FieldType;

// What the bytes of a message must reach and not exceed.
std::optional<WireError> trailing(const Reader& reader) {
  if (reader.left() == 0) return std::nullopt;
  return WireError{std::to_string(reader.left()) + " bytes behind the last field of the message"};
}

std::string field_line(std::string_view name, const std::string& error) {
  return "field \"" + std::string(name) + "\" is " + error;
}

// A field of an operation: its text is a name, as everywhere (TQ-CONF-003).
std::optional<std::string> read_into(Record& record, const contract::OperationField& field,
                                     Reader& reader) {
  std::string error;
  auto value = reader.field(field.type, error);
  if (!value) return field_line(field.name, error);
  if (const auto* text = std::get_if<std::string>(&*value);
      text != nullptr && !parse_value(FieldType::kText, *text)) {
    return field_line(field.name, "no name of 1 to 64 characters a-z, 0-9 and -");
  }
  record.add(field.name, std::move(*value));
  return std::nullopt;
}

std::optional<std::string> read_line(Reader& reader, std::string_view name, WireError& wrong) {
  std::string error;
  auto value = reader.field(FieldType::kText, error);
  if (!value) {
    wrong.detail = field_line(name, error);
    return std::nullopt;
  }
  return std::get<std::string>(std::move(*value));
}

// TQ-CONF-006
std::optional<WireError> read_claim(Reader& reader, Identity& identity) {
  const auto name = reader.name();
  const auto conformance_class = reader.word();
  const auto profile = reader.word();
  if (!name || !conformance_class || !profile) {
    return WireError{"ready: a claim is no name of 1 to 31 bytes, padded with zeros, and 2 words"};
  }
  if (contract::find_operation(*name) == nullptr) {
    std::string shown = *name;
    for (char& c : shown) c = c < 0x20 || c > 0x7e ? '?' : c;
    return WireError{"ready claims the unknown operation \"" + shown + '"'};
  }
  Claim claim;
  if (*conformance_class == TQC_CLASS_BITS && *profile == TQC_PROFILE_NONE) {
    claim = {"bits", ""};
  } else if (const auto* known = contract::find_profile(*profile);
             *conformance_class == TQC_CLASS_BOUNDS && known != nullptr) {
    claim = {"bounds", std::string(known->name)};
  } else {
    return WireError{"the claim of " + *name + " has class " + std::to_string(*conformance_class) +
                     " and profile " + std::to_string(*profile) + ", which are none"};
  }
  if (!identity.claims.emplace(*name, claim).second) {
    return WireError{"ready claims " + *name + " twice"};
  }
  return std::nullopt;
}

std::variant<Answer, Declined, WireError> read_output(Reader reader, std::uint32_t stages,
                                                      const contract::Operation& operation) {
  Answer answer;
  std::uint32_t bit = 0;
  for (const contract::OperationField& field : operation.fields) {
    if (field.part == FieldPart::kInput) continue;
    const bool stage = field.part == FieldPart::kStage;
    if (stage && (stages >> bit++ & 1) == 0) continue;
    Record& record = stage ? answer.stages : answer.output;
    if (auto wrong = read_into(record, field, reader)) {
      return WireError{(stage ? "stages: " : "output: ") + *wrong};
    }
  }
  if (stages >> bit != 0) {
    return WireError{std::string(operation.name) + " has " + std::to_string(bit) +
                     " stages, and a higher bit of the mask is set"};
  }
  if (auto wrong = trailing(reader)) return std::move(*wrong);
  return answer;
}

}  // namespace

Message encode_hello() {
  Writer writer;
  writer.word(TQC_HELLO);
  writer.word(TQC_ABI);
  return writer.take();
}

Message encode_call(const contract::Operation& operation, const Record& input) {
  Writer writer;
  writer.word(TQC_CALL);
  writer.word(static_cast<std::uint32_t>(input.fields().size()));
  writer.name(operation.name);
  for (const Field& field : input.fields()) writer.field(field.value);
  return writer.take();
}

std::variant<Ready, WireError> decode_ready(View message) {
  Reader reader(message);
  const auto kind = reader.word();
  const auto abi = reader.word();
  const auto claims = reader.word();
  const auto reserved = reader.word();
  if (!reserved || *kind != TQC_READY) return WireError{"the first reply is not a ready message"};
  if (*abi != TQC_ABI) {
    return WireError{"ready: the ABI is version " + std::to_string(*abi) + ", not " +
                     std::to_string(TQC_ABI)};
  }
  if (*reserved != 0) return WireError{"ready: the fourth word is not 0"};
  WireError wrong;
  auto name = read_line(reader, "name", wrong);
  auto version = name ? read_line(reader, "version", wrong) : std::nullopt;
  auto target = version ? read_line(reader, "target", wrong) : std::nullopt;
  if (!target) return WireError{"ready: " + wrong.detail};
  if (name->empty() || version->empty()) {
    return WireError{"ready: name and version must be texts of 1 to 200 bytes"};
  }
  if (!target->empty() && !is_target_name(*target)) {
    return WireError{"ready: target must be empty or 1 to 64 letters, digits, _, - and ."};
  }
  // The line of hex digits to the host holds any message (TQ-CONF-033).
  Ready ready{{std::move(*name), std::move(*version), {}, std::move(*target)}, kMaxLine};
  for (std::uint32_t i = 0; i < *claims; ++i) {
    if (auto error = read_claim(reader, ready.identity)) return std::move(*error);
  }
  if (auto error = trailing(reader)) return std::move(*error);
  return ready;
}

std::variant<Answer, Declined, WireError> decode_answer(View message,
                                                        const contract::Operation& operation) {
  Reader reader(message);
  const auto kind = reader.word();
  const auto second = reader.word();
  if (!second) return WireError{"a reply of " + std::to_string(message.size()) + " bytes"};
  if (*kind == TQC_OUTPUT) return read_output(reader, *second, operation);
  if (*kind == TQC_UNSUPPORTED && *second == 0) {
    WireError wrong;
    auto reason = read_line(reader, "reason", wrong);
    if (reason && reason->empty()) return WireError{"unsupported without a reason"};
    if (auto error = trailing(reader); reason && error) return std::move(*error);
    if (reason) return Declined{std::move(*reason)};
    return wrong;
  }
  if (*kind == TQC_ERROR) {
    // TQ-CONF-009
    for (const contract::ErrorEntry& entry : contract::kErrors) {
      if (static_cast<std::uint32_t>(entry.error) != *second) continue;
      if (auto error = trailing(reader)) return std::move(*error);
      return refuse(entry.error);
    }
    return WireError{"error " + std::to_string(*second) + " is not in the error table"};
  }
  return WireError{"a reply of kind " + std::to_string(*kind) + " with second word " +
                   std::to_string(*second) + " is no answer to a call"};
}

Message encode_ready(const Identity& identity) {
  Writer writer;
  writer.word(TQC_READY);
  writer.word(TQC_ABI);
  writer.word(static_cast<std::uint32_t>(identity.claims.size()));
  writer.word(0);
  writer.field(identity.name);
  writer.field(identity.version);
  writer.field(identity.target);
  for (const auto& [operation, claim] : identity.claims) {
    const bool bits = claim.conformance_class == "bits";
    writer.name(operation);
    writer.word(bits ? TQC_CLASS_BITS : TQC_CLASS_BOUNDS);
    const contract::Profile* profile = contract::find_profile(std::string_view(claim.profile));
    writer.word(profile == nullptr ? 0 : profile->number);
  }
  return writer.take();
}

Message encode_answer(const contract::Operation& operation, const Reply& reply) {
  Writer writer;
  if (const auto* none = std::get_if<NoAnswer>(&reply)) {
    writer.word(TQC_UNSUPPORTED);
    writer.word(0);
    writer.field(none->detail);
    return writer.take();
  }
  const Answer& answer = std::get<Answer>(reply);
  if (answer.error) {
    writer.word(TQC_ERROR);
    writer.word(static_cast<std::uint32_t>(*answer.error));
    return writer.take();
  }
  std::uint32_t stages = 0;
  std::uint32_t bit = 1;
  for (const contract::OperationField& field : operation.fields) {
    if (field.part != FieldPart::kStage) continue;
    if (answer.stages.find(field.name) != nullptr) stages |= bit;
    bit <<= 1;
  }
  writer.word(TQC_OUTPUT);
  writer.word(stages);
  for (const contract::OperationField& field : operation.fields) {
    const Record& record = field.part == FieldPart::kStage ? answer.stages : answer.output;
    const Value* value = field.part == FieldPart::kInput ? nullptr : record.find(field.name);
    if (value != nullptr) writer.field(*value);
  }
  return writer.take();
}

std::variant<Hello, Call, WireError> decode_request(View message) {
  Reader reader(message);
  const auto kind = reader.word();
  const auto second = reader.word();
  if (!second) return WireError{"a request of " + std::to_string(message.size()) + " bytes"};
  if (*kind == TQC_HELLO) {
    if (*second != TQC_ABI) return WireError{"hello: unknown ABI"};
    return Hello{};
  }
  const auto name = reader.name();
  const auto* operation = name ? contract::find_operation(*name) : nullptr;
  if (*kind != TQC_CALL || operation == nullptr) {
    return WireError{"neither hello nor a call of a known operation"};
  }
  Call call{0, operation, {}};
  for (const contract::OperationField& field : operation->fields) {
    if (field.part != FieldPart::kInput) continue;
    if (auto wrong = read_into(call.input, field, reader)) return WireError{"input: " + *wrong};
  }
  if (*second != call.input.fields().size()) return WireError{"a wrong number of fields"};
  if (auto wrong = trailing(reader)) return std::move(*wrong);
  return call;
}

}  // namespace tq::conformance::flat
