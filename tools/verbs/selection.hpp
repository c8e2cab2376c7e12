// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include <CLI/App.hpp>

#include "conformance/runner.hpp"
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

// All vectors of a directory; damaged ones stop everything.
conformance::LoadedVectors trusted_vectors(const std::string& directory);

conformance::Tier tier_of(const Selection& selection);

// " --vectors DIR" when the user gave one, else empty.
std::string vectors_option(const Selection& selection);

// Says that the filters leave nothing, and what a filter without wildcards may have meant.
[[noreturn]] void complain_of_filters(const Selection& selection,
                                      std::span<const conformance::VectorFile> files);

}  // namespace tq::tools
