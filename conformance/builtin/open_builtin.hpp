// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "conformance/testee.hpp"

namespace tq::conformance {

// What stands behind `builtin:`, taken apart: "optimized/AVX2" is optimized and AVX2.
struct BuiltinName {
  std::string_view name;
  std::optional<std::string_view> target;  // nothing: none named, which is not an empty one
};
BuiltinName parse_builtin_name(std::string_view text);

// `reference`; `optimized` on the best target of this processor; `optimized/TARGET` on that one and
// on no other. Else one plain line that says what there is.
std::variant<std::unique_ptr<Testee>, std::string> open_builtin(const BuiltinName& builtin);

}  // namespace tq::conformance
