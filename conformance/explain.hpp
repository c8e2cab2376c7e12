// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "conformance/checker.hpp"
#include "conformance/vector.hpp"

namespace tq::conformance {

struct ExplainOptions {
  std::size_t shown = 8;  // elements of each list
  // The sentence behind a requirement id; empty when the text is not at hand.
  std::function<std::string(std::string_view id)> requirement_text;
};

// One golden vector in words and numbers: why it exists, what it requires, its inputs, each stage
// and output in the order in which they are computed, and what every class asks of them.
std::string explain(const VectorFile& file, const Vector& vector, const Checker* checker,
                    const ExplainOptions& options);

}  // namespace tq::conformance
