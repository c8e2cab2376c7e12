// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// Which known name a user may have meant.
namespace tq::tools {

// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The name that is fewest edits away, at most a third of its length; else the first that begins
// with `unknown` (3 characters or more). Nothing when no name is near.
std::optional<std::string> nearest(std::string_view unknown, std::span<const std::string> names);

// `; did you mean "run"?`, to stand behind a complaint; empty when no name is near.
std::string did_you_mean(std::string_view unknown, std::span<const std::string> names);

}  // namespace tq::tools
