// SPDX-License-Identifier: Apache-2.0
#include "tools/verbs/asking.hpp"

#include <chrono>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <variant>

#include "conformance/open_testee.hpp"
#include "tools/verbs/names.hpp"
#include "tools/verbs/nearest.hpp"

namespace tq::tools {
namespace {

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<long long>(seconds * 1000));
}

}  // namespace

void add_time_limits(CLI::App& verb, TimeLimitOptions& limits) {
  for (const auto& [name, value, what] :
       {std::tuple{"--ready-timeout", &limits.ready, "seconds until ready"},
        std::tuple{"--first-timeout", &limits.first_use,
                   "seconds for the first call of an operation"},
        std::tuple{"--timeout", &limits.call, "seconds for every later call"}}) {
    verb.add_option(name, *value, what)->check(CLI::Range(0.001, 86400.0))->capture_default_str();
  }
}

std::unique_ptr<conformance::Testee> open_testee(const std::string& testee,
                                                 const TimeLimitOptions& limits) {
  auto opened = conformance::open_testee(
      testee,
      {milliseconds(limits.ready), milliseconds(limits.first_use), milliseconds(limits.call)});
  if (const auto* why = std::get_if<std::string>(&opened)) {
    const bool builtin = testee.starts_with("builtin:");
    throw std::runtime_error(*why + (builtin ? did_you_mean(testee, builtin_names()) : ""));
  }
  return std::move(std::get<std::unique_ptr<conformance::Testee>>(opened));
}

}  // namespace tq::tools
