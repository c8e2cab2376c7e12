// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/testee_options.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

#include "conformance/open_testee.hpp"
#include "tools/verbs/locations.hpp"

namespace tq::tools {
namespace {

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<long long>(seconds * 1000));
}

}  // namespace

void add_testee_options(CLI::App& verb, TesteeOptions& options) {
  verb.add_option("--vectors", options.vectors,
                  "the vectors directory (default: TQC_VECTORS, else beside the sources)");
  verb.add_option("--only", options.only, "vector ids, with * and ?")->capture_default_str();
  verb.add_option("--operation", options.operation, "operation names, with * and ?")
      ->capture_default_str();
  verb.add_option("--tier", options.tier, "core or all")
      ->check(CLI::IsMember({"core", "all"}))
      ->capture_default_str();
  verb.add_option("--json", options.json, "write the report for programs to this file");
  for (const auto& [name, value, what] :
       {std::tuple{"--ready-timeout", &options.ready_timeout, "seconds until ready"},
        std::tuple{"--first-timeout", &options.first_timeout,
                   "seconds for the first call of an operation"},
        std::tuple{"--timeout", &options.timeout, "seconds for every later call"}}) {
    verb.add_option(name, *value, what)->check(CLI::Range(0.001, 86400.0))->capture_default_str();
  }
}

std::unique_ptr<conformance::Testee> open(const std::string& testee, const TesteeOptions& options) {
  auto opened = conformance::open_testee(
      testee, {milliseconds(options.ready_timeout), milliseconds(options.first_timeout),
               milliseconds(options.timeout)});
  if (const auto* why = std::get_if<std::string>(&opened)) throw std::runtime_error(*why);
  return std::move(std::get<std::unique_ptr<conformance::Testee>>(opened));
}

conformance::LoadedVectors load(const TesteeOptions& options) {
  auto loaded = conformance::load_vectors(vectors_directory(options.vectors));
  if (const auto* why = std::get_if<std::string>(&loaded)) {
    throw std::runtime_error("the vectors cannot be trusted: " + *why);
  }
  return std::move(std::get<conformance::LoadedVectors>(loaded));
}

conformance::InputFilter filter_of(const TesteeOptions& options) {
  return {options.only, options.operation,
          options.tier == "core" ? conformance::Tier::kCore : conformance::Tier::kAll};
}

std::string vectors_option(const TesteeOptions& options) {
  return options.vectors.empty() ? "" : " --vectors " + conformance::quote_word(options.vectors);
}

void write_report(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  if (!(file << text).flush()) throw std::runtime_error("cannot write " + path);
}

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return ::isatty(1) != 0 && (no_colour == nullptr || *no_colour == 0);
}

ProgressLine::ProgressLine() : is_terminal_(::isatty(2) != 0) {}

void ProgressLine::show(const std::string& text) {
  if (!is_terminal_) return;
  fmt::print(stderr, "\r\x1b[K{}", text);
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (is_terminal_) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace tq::tools
