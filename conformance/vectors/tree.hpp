// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <variant>

namespace tq::conformance {

// Contents of files by relative path with '/' between parts, ascending as bytes.
using Tree = std::map<std::string, std::string>;

// Every regular file under `directory`, except names that begin with a dot and Python's caches; a
// string is the one-line reason why not. Refuses more than 256 MB.
std::variant<Tree, std::string> read_tree(const std::filesystem::path& directory);

}  // namespace tq::conformance
