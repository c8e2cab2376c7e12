// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include "tools/gen/generate.hpp"

namespace tq::tools {

// generate() with a progress line on standard error when that is a terminal.
std::variant<Generated, std::string> generate_with_progress(const std::filesystem::path& root);

// "core/packing.json differs: packing/...", one line.
std::string describe(const Difference& difference);

}  // namespace tq::tools
