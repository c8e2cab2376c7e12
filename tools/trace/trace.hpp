// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/mutants/mutants.hpp"

// Where each requirement of the specification is implemented, checked, tested and exercised.
namespace tq::tools {

// One requirement, in chapter order. Files are paths relative to the repository without .hpp or
// .cpp, so that a pair counts once; there are no line numbers, which would change with every edit.
struct TraceRow {
  std::string id;                   // "TQ-PACK-002"
  std::string chapter;              // "packing"
  std::string title;                // the first words of the requirement
  std::set<std::string> reference;  // reference/ and spec/contract
  std::set<std::string> optimized;
  std::set<std::string>
      checkers;  // conformance/; for the chapters conformance and vectors tools/ too
  std::set<std::string> tests;
  std::set<std::string> vectors;  // ids
  std::set<std::string> mutants;  // names of the faults that break it; none is demanded
};

struct Trace {
  std::vector<TraceRow> rows;
  // What CI refuses, one plain line each: an id that is quoted but not defined, defined twice,
  // defined in another chapter than its prefix says, or that lacks a row it needs.
  std::vector<std::string> problems;
};

// Reads spec/*.md, the code and vectors/ below `root`; `mutants` are those of this program. Never
// throws for what the files contain; throws std::runtime_error when `root` has no spec/.
Trace trace_repository(const std::filesystem::path& root,
                       std::span<const conformance::Mutant> mutants);

// The committed snapshot spec/TRACE.md, byte for byte.
std::string trace_markdown(const Trace& trace);

// The same table for programs: {"requirements":[...],"problems":[...]}.
std::string trace_json(const Trace& trace);

// The bytes of a file; empty when it cannot be read.
std::string read_file(const std::filesystem::path& path);

// Every requirement id (TQ, chapter, three digits) in `text`, each once.
std::set<std::string> requirement_ids(std::string_view text);

}  // namespace tq::tools
