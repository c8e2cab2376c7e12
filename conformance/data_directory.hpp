// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

// Where the files lie that the runner reads or starts at run time and that are not golden vectors:
// the chapters, the sample adapters, the host of WebAssembly modules. Below this directory every
// file has the path that it has in the repository: data_directory() / "spec" / "conformance.md",
// data_directory() / "conformance" / "testees" / "python" / "adapter.py".
namespace tq::conformance {

// What set_data_directory was given last; the current directory before that. Not for use while
// another thread sets it.
const std::filesystem::path& data_directory();

// The program says once, at its start, what it found (for tqc: tools/verbs/locations.hpp).
void set_data_directory(std::filesystem::path directory);

}  // namespace tq::conformance
