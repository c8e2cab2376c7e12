// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace tq::tools {

// The sources that this program was built from; the chapters and vectors lie there.
std::filesystem::path source_directory();

// Where the golden vectors lie: `option` unless empty, else TQC_VECTORS of the environment, else
// vectors/ beside the sources.
std::filesystem::path vectors_directory(const std::string& option);

}  // namespace tq::tools
