// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace tq::tools {

// What may stand for the last of `words`, which begins it (and may be empty), behind the others:
// verbs, options, or values of an option. Nothing where a file or free text is expected; the shell
// then offers files. `words` has no program name.
std::vector<std::string> candidates(const CLI::App& app, std::span<const std::string> words);

}  // namespace tq::tools
