// SPDX-License-Identifier: Apache-2.0
#include "conformance/failures/list.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/json_strict.hpp"

namespace tq::conformance {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned long long kFormat = 1;
constexpr std::size_t kLongestText = 1000;
constexpr std::array kFailures = {Outcome::kFail, Outcome::kCrash, Outcome::kTimeout,
                                  Outcome::kProtocolError};
constexpr std::array kKinds = {DifferenceKind::kElement, DifferenceKind::kLength,
                               DifferenceKind::kDigest, DifferenceKind::kValue,
                               DifferenceKind::kError};
constexpr std::string_view kNameCharacters = "abcdefghijklmnopqrstuvwxyz0123456789_-";
constexpr std::string_view kErrorPrefix = "error ";

template <class Names>
auto find_name(const Names& names, std::string_view text) {
  return std::find_if(names.begin(), names.end(),
                      [&](const auto& name) { return name_of(name) == text; });
}

bool is_id(std::string_view text) {
  const std::size_t slash = text.find('/');
  return text.size() <= 200 && slash != std::string_view::npos && slash > 0 &&
         slash + 1 < text.size() &&
         (std::string(text).erase(slash, 1)).find_first_not_of(kNameCharacters) ==
             std::string::npos;
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= 64 &&
         text.find_first_not_of(kNameCharacters) == std::string_view::npos;
}

bool is_url(std::string_view text) {
  const bool visible =
      std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
  const std::size_t scheme = text.starts_with("https://") ? 8 : text.starts_with("http://") ? 7 : 0;
  return visible && scheme > 0 && text.size() > scheme && text.size() <= kLongestText;
}

bool is_note(std::string_view text) {
  return !text.empty() && text.size() <= kLongestText &&
         std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

// Reads the members of one object, remembers the first fault, and in the end that every member was
// known.
class Members {
 public:
  explicit Members(const Json& object) : object_(object) {
    if (!object.is_object()) fault_ = "not an object";
  }

  // The text of a member, or empty when it is absent or when it is a fault.
  template <class Allowed>
  std::string text(std::string_view key, bool required, Allowed allowed, std::string_view what) {
    known_.push_back(key);
    const Json* member = find_member(object_, key);
    if (member == nullptr) {
      if (required) refuse(fmt::format("no \"{}\"", key));
      return "";
    }
    const std::string* text = as_string(*member);
    if (text == nullptr || !allowed(*text)) {
      refuse(fmt::format("\"{}\" is not {}", key, what));
      return "";
    }
    return *text;
  }

  void refuse(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
  }

  // Empty when there was none.
  std::string fault() {
    if (!fault_.empty()) return fault_;
    for (const auto& item : object_.items()) {
      if (std::find(known_.begin(), known_.end(), item.key()) == known_.end()) {
        return fmt::format("unknown or misplaced \"{}\"", printable_excerpt(item.key()));
      }
    }
    return "";
  }

 private:
  const Json& object_;
  std::vector<std::string_view> known_;
  std::string fault_;
};

// TQ-CONF-046
FailureReason read_reason(Members& members) {
  FailureReason reason;
  const std::string outcome = members.text(
      "outcome", true, [](auto& name) { return find_name(kFailures, name) != kFailures.end(); },
      "fail, crash, timeout or protocol-error");
  if (outcome.empty()) return reason;
  reason.outcome = *find_name(kFailures, outcome);
  if (reason.outcome != Outcome::kFail) return reason;
  const std::string kind = members.text(
      "kind", true, [](auto& name) { return find_name(kKinds, name) != kKinds.end(); },
      "element, length, digest, value or error");
  if (kind.empty()) return reason;
  reason.kind = *find_name(kKinds, kind);
  if (reason.kind == DifferenceKind::kError) {
    reason.got = members.text("got", true, is_name, "output or the name of an error");
    return reason;
  }
  reason.part = members.text(
      "part", true, [](auto& part) { return part == "stage" || part == "output"; },
      "stage or output");
  reason.field = members.text("field", true, is_name, "the name of a field");
  return reason;
}

std::variant<FailureEntry, std::string> read_entry(const Json& json) {
  Members members(json);
  FailureEntry entry;
  entry.id = members.text("id", true, is_id, "the id of a vector");
  entry.reason = read_reason(members);
  entry.note = members.text("note", false, is_note, "1 to 1000 bytes on one line");
  entry.wont_fix = members.text("wont_fix", false, is_url, "a URL");
  if (!entry.wont_fix.empty() && entry.note.empty()) {
    members.refuse("\"wont_fix\" without a \"note\" that says why");
  }
  const std::string fault = members.fault();
  if (fault.empty()) return entry;
  return entry.id.empty() ? fault : fmt::format("{}: {}", entry.id, fault);
}

std::string as_json(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json entry_json(const FailureEntry& entry) {
  Json json;
  json["id"] = entry.id;
  json["outcome"] = name_of(entry.reason.outcome);
  if (entry.reason.outcome == Outcome::kFail) json["kind"] = name_of(entry.reason.kind);
  if (!entry.reason.part.empty()) json["part"] = entry.reason.part;
  if (!entry.reason.field.empty()) json["field"] = entry.reason.field;
  if (!entry.reason.got.empty()) json["got"] = entry.reason.got;
  if (!entry.note.empty()) json["note"] = entry.note;
  if (!entry.wont_fix.empty()) json["wont_fix"] = entry.wont_fix;
  return json;
}

}  // namespace

FailureReason reason_of(const Judgement& judgement) {
  FailureReason reason;
  reason.outcome = judgement.outcome;
  if (judgement.outcome != Outcome::kFail || !judgement.divergence) return reason;
  const Divergence& divergence = *judgement.divergence;
  reason.kind = divergence.kind;
  if (divergence.kind == DifferenceKind::kError) {
    const std::string_view actual = divergence.actual;
    reason.got = actual.starts_with(kErrorPrefix) ? actual.substr(kErrorPrefix.size()) : actual;
    return reason;
  }
  reason.part = divergence.is_stage ? "stage" : "output";
  reason.field = divergence.field;
  return reason;
}

std::string describe(const FailureReason& reason) {
  if (reason.outcome != Outcome::kFail) return std::string(name_of(reason.outcome));
  if (reason.kind == DifferenceKind::kError) return fmt::format("fail, got {}", reason.got);
  return fmt::format("fail, {} {}, {}", reason.part, reason.field, name_of(reason.kind));
}

std::variant<FailureList, std::string> read_failure_list(std::string_view text) {
  std::string error;
  const auto json = parse_json(text, error);
  if (!json) return error;
  const Json* format = find_member(*json, "format");
  if (format == nullptr || as_integer(*format) != kFormat) return "\"format\" is not 1";
  const Json* entries = find_member(*json, "failures");
  if (entries == nullptr || !entries->is_array()) return "\"failures\" is not a list";
  FailureList list;
  for (const auto& item : json->items()) {
    if (item.key() != "format" && item.key() != "failures" && item.key() != "note") {
      return fmt::format("unknown \"{}\"", printable_excerpt(item.key()));
    }
  }
  if (const Json* note = find_member(*json, "note")) {
    if (as_string(*note) == nullptr || !is_note(*as_string(*note))) {
      return "\"note\" is not 1 to 1000 bytes on one line";
    }
    list.note = *as_string(*note);
  }
  for (const Json& item : *entries) {
    auto entry = read_entry(item);
    if (const auto* fault = std::get_if<std::string>(&entry)) {
      return fmt::format("entry {}: {}", list.entries.size() + 1, *fault);
    }
    list.entries.push_back(std::move(std::get<FailureEntry>(entry)));
  }
  const auto by_id = [](const FailureEntry& a, const FailureEntry& b) { return a.id < b.id; };
  std::sort(list.entries.begin(), list.entries.end(), by_id);
  const auto twice = std::adjacent_find(list.entries.begin(), list.entries.end(),
                                        [](const auto& a, const auto& b) { return a.id == b.id; });
  if (twice != list.entries.end()) return fmt::format("{}: listed twice", twice->id);
  return list;
}

std::string write_failure_list(const FailureList& list) {
  std::string text = fmt::format("{{\"format\":{},", kFormat);
  if (!list.note.empty()) text += fmt::format("\"note\":{},", as_json(list.note));
  text += "\"failures\":[";
  for (std::size_t i = 0; i < list.entries.size(); ++i) {
    text += fmt::format("{}\n{}", i == 0 ? "" : ",", entry_json(list.entries[i]).dump());
  }
  return text + "\n]}\n";
}

}  // namespace tq::conformance
