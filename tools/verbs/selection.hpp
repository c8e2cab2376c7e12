// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "conformance/selection.hpp"
#include "conformance/vectors/load.hpp"

// Which vectors a verb works on. What goes wrong is a std::runtime_error with one plain line.
namespace tq::tools {

struct Selection {
  std::string vectors;  // directory; empty: see vectors_directory
  std::string only = "*";
  std::string operation = "*";
  std::string tier = "all";
};

void add_vectors_option(CLI::App& verb, std::string& directory);
// --vectors, --only, --operation, --tier.
void add_selection_options(CLI::App& verb, Selection& selection);

// All vectors of a directory, or of where they are by default; damaged ones stop everything.
conformance::LoadedVectors trusted_vectors(const std::string& directory);

// Those that the selection leaves must not be none; with the nearest name for a filter without
// wildcards.
conformance::LoadedVectors selected_vectors(const Selection& selection);

conformance::Filter filter_of(const Selection& selection);

// " --vectors DIR" when the user gave one, else empty.
std::string vectors_option(const Selection& selection);

}  // namespace tq::tools
