// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

// The one place that knows where files lie. Verbs that write the tree (gen, verify, trace) work on
// a repository that they are told of; every other verb asks here.
namespace tq::tools {

// Vectors, chapters and adapters, with the paths that they have in the repository (TQ-CONF-028): in
// an install tree its share folder, found from where this program lies, so that the tree may be
// moved; else the sources that the program was built from.
std::filesystem::path data_directory();

// The same choice for a program in `program_folder`.
std::filesystem::path data_directory_of(const std::filesystem::path& program_folder);

// Where the golden vectors lie: `option` unless empty, else TQC_VECTORS of the environment, else
// vectors/ of the data directory (TQ-CONF-028).
std::filesystem::path vectors_directory(const std::string& option);

}  // namespace tq::tools
