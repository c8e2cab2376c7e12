// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/open_builtin.hpp"

#include <span>

#include <fmt/format.h>

#include "conformance/builtin/optimized/optimized.hpp"
#include "conformance/builtin/reference/reference.hpp"
#include "conformance/json_strict.hpp"
#include "optimized/target.hpp"

namespace tq::conformance {
namespace {

std::string names_of(std::span<const optimized::Kernels* const> targets) {
  std::string list;
  for (const optimized::Kernels* kernels : targets) {
    list += fmt::format("{}{}", list.empty() ? "" : ", ", kernels->target);
  }
  return list;
}

}  // namespace

BuiltinName parse_builtin_name(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return {text, std::nullopt};
  return {text.substr(0, slash), text.substr(slash + 1)};
}

std::variant<std::unique_ptr<Testee>, std::string> open_builtin(const BuiltinName& builtin) {
  const auto& [name, target] = builtin;
  const auto usable = optimized::usable_targets();
  if (name == "reference" && !target) return make_reference_testee();
  if (name != "optimized") {
    return fmt::format(
        "no builtin testee is called {}; there are builtin:reference, builtin:optimized and "
        "builtin:optimized/TARGET with one of the targets {}",
        printable_excerpt(target ? fmt::format("{}/{}", name, *target) : std::string(name)),
        names_of(usable));
  }
  const optimized::Kernels* kernels = target ? optimized::find_target(*target) : usable.front();
  if (kernels != nullptr) return make_optimized_testee(*kernels);
  return fmt::format("no target {} here; compiled in: {}; usable on this processor: {}",
                     printable_excerpt(*target), names_of(optimized::compiled_targets()),
                     names_of(usable));
}

}  // namespace tq::conformance
