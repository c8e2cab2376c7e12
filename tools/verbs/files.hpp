// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

// Files of the user. All throw std::runtime_error with one line that names the file.
namespace tq::tools {

// Everything of a file or a pipe of at most 16 MiB.
std::string read_small_file(const std::string& path);

// Writes to whatever the path is: a file, a pipe, a device.
void write_file(const std::string& path, std::string_view text);

// Puts a new file in the place of a regular one, or where there is none: afterwards the path holds
// either all of `text` or, after an error, what it held before. Follows symbolic links and keeps
// the permissions.
void replace_file(const std::string& path, std::string_view text);

}  // namespace tq::tools
