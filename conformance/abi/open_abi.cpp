// SPDX-License-Identifier: Apache-2.0
#include "conformance/abi/open_abi.hpp"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "conformance/abi/flat.hpp"
#include "conformance/data_directory.hpp"
#include "conformance/json_strict.hpp"
#include "conformance/value_text.hpp"

namespace tq::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "abi:";
constexpr std::string_view kModule = ".wasm";
constexpr std::string_view kHost = "tqc-abi-host";
constexpr std::string_view kModuleHost = "wasm_host.mjs";

std::variant<flat::Message, WireError> from_line(std::string_view line) {
  if (line.starts_with('!')) return WireError{printable_excerpt(line.substr(1))};
  auto bytes = parse_value(contract::FieldType::kBytes, line);
  if (!bytes) return WireError{"the host's line is not hex digits: " + printable_excerpt(line)};
  return std::get<Bytes>(std::move(*bytes)).values;
}

std::string hello_line() { return format_bytes(flat::encode_hello()); }

std::string call_line(std::uint64_t /*id*/, const contract::Operation& operation,
                      const Record& input) {
  return format_bytes(flat::encode_call(operation, input));
}

std::variant<Ready, WireError> ready_of(std::string_view line) {
  auto message = from_line(line);
  if (auto* wrong = std::get_if<WireError>(&message)) return std::move(*wrong);
  return flat::decode_ready(std::get<flat::Message>(message));
}

std::variant<Answer, Declined, WireError> answer_of(std::string_view line, std::uint64_t /*id*/,
                                                    const contract::Operation& operation) {
  auto message = from_line(line);
  if (auto* wrong = std::get_if<WireError>(&message)) return std::move(*wrong);
  return flat::decode_answer(std::get<flat::Message>(message), operation);
}

// The one place that knows where the two hosts lie: tqc-abi-host beside this program, the script of
// modules among the data. Empty: nowhere.
fs::path find_host(std::string_view name) {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  const fs::path places[] = {here / name, data_directory() / "conformance" / "abi" / name};
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, error)) return place.lexically_normal();
  }
  return {};
}

}  // namespace

const Messages kFlatMessages = {hello_line, call_line, ready_of, answer_of};

std::optional<std::string> parse_abi_path(std::string_view text) {
  if (text.starts_with(kPrefix)) return std::string(text.substr(kPrefix.size()));
  const bool one_word = text.find_first_of(" \t\n'\"\\") == std::string_view::npos;
  const std::string_view name = text.substr(text.rfind('/') + 1);
  const bool library = name.ends_with(".so") || name.ends_with(".dylib") ||
                       name.find(".so.") != std::string_view::npos;
  if (one_word && (library || name.ends_with(kModule))) return std::string(text);
  return std::nullopt;
}

std::variant<std::unique_ptr<Testee>, std::string> open_abi(const std::string& path,
                                                            const TimeLimits& limits) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    return fmt::format("no library or module {}", printable_excerpt(path));
  }
  // With a slash, or the loader would search the system's folders instead.
  const std::string file = fs::absolute(path, error).string();
  const bool module = file.ends_with(kModule);
  const fs::path host = find_host(module ? kModuleHost : kHost);
  if (host.empty()) {
    return fmt::format("cannot load {}: {} is neither beside this program nor installed",
                       printable_excerpt(path), module ? kModuleHost : kHost);
  }
  std::vector<std::string> command;
  if (module) {  // TQ-CONF-035
    command = {"node", "--no-warnings", "--experimental-wasi-unstable-preview1", host.string()};
  } else {
    command = {host.string()};
  }
  command.push_back(file);
  return make_pipe_testee(std::move(command), limits, kFlatMessages);
}

}  // namespace tq::conformance
